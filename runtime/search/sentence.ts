/** Reads a query: its words, the registry path in it, and the settings that it names by an identifier or a title. */
import { normalizeOmaUri, parseKey } from '../format/keys.ts';
import type { Releases } from '../verdict/releases.ts';
import { readTarget } from '../verdict/target.ts';
import { LIMIT, MOSTLY_TYPED } from './constants.ts';
import { CORE, NAME_KIND, TOKEN } from './files.ts';
import type { SearchIndex } from './load.ts';
import type { MatchedBy } from './score.ts';
import type { Terms } from './terms.ts';
import { stemsOf, titleKey, unquote, type Word, words } from './tokens.ts';

export interface Sentence {
  words: Word[];
  /** Texts between blanks, slashes and marks beside the key, in lower case: a value name holds `_` and `.`. */
  names: ReadonlySet<string>;
  /** Settings that write to a registry key in it, whose words are not among {@link words} either. */
  keySettings: Iterable<number>;
}

/** `18.9.4.1`, `(L1)`, `V-220726`, `WN10-CC-000035`: numbers of rules in security guides. */
const RULE_NUMBER =
  /^\s*\(?\d{1,3}(?:\.\d{1,3}){1,7}\)?[:.]?(?=\s)|(?<=^|\s)(?:\d{1,3}(?:\.\d{1,3}){2,7}[:.]?|\((?:L[12]|BL|NG)\)|(?:[A-Z]{2,6}\d{0,4}-[A-Z0-9]{2,4}-\d{4,7}|S?V-\d{4,7}(?:r\d{4,8}_rule)?)[:.]?)(?=\s|$)/gi;
/** Beginnings of paths of the Group Policy editor (`Policies\System` is of a key); a path without its last part. */
const EDITOR_PLACES =
  /^\s*(?!policies\\)(?:(?:(?:computer|user) configuration|(?:computer|benutzer)konfiguration|configuration (?:ordinateur|utilisateur)|policies|richtlinien|stratégies|administrative (?:templates|vorlagen)|modèles d['’]administration|windows[ -](?:components|settings|komponenten|einstellungen)|(?:composants|paramètres) windows)\s*[>\\/]+\s*)+/i;
const EDITOR_PATH = new RegExp(`${EDITOR_PLACES.source}(?:.*[>\\\\/]\\s*)?`, 'i');
/** Where a key with or without its hive begins. */
const KEY_BEGIN =
  /(?:\[?\b(?:hklm|hkcu|hkey_local_machine|hkey_current_user)(?::?\\|:\/)|(?<![\p{L}\p{N}\\])(?:software|system)\\)/iu;

/** Where a target may begin: most queries name none, and reading one takes longer than the rest of a sentence. */
const TARGET_BEGIN =
  /(?<![\p{L}\p{N}])(?:(?:microsoft\s+)?win(?:dows)?(?:[\s-]*server)?[\s-]*(?:\d|vista|home|pro|ent|edu|ltsc)|server\s+20\d\d|\d\dh\d(?![\p{L}\p{N}]))/iu;
/** Words of a target besides editions; `update` and `desktop` are as well what a setting is about. */
const TARGET_WORD =
  /\d|^\W*(?:microsoft|win|windows|server|vista|version|build|edition|editions|ltsc|ltsb|r2|sp|home|pro)\W*$/i;

/** Letters of a part of a compound, and its parts. */
const [MIN_PART, MAX_PARTS] = [4, 3];

export function readSentence(text: string, index: SearchIndex): Sentence {
  const { rest, settings } = withoutKey(text.replace(RULE_NUMBER, ' ').replace(EDITOR_PLACES, ''), index);
  const given = words(withoutTarget(rest, index.releases)).slice(0, LIMIT.words);
  return {
    words: splitCompounds(given, index).slice(0, LIMIT.words),
    names: new Set(rest.toLowerCase().split(/[\s\\/:,;="'“”‘’()[\]]+/)),
    keySettings: settings,
  };
}

/** German writes as one word what titles write as several: an unknown word → the known ones that it is made of. */
function splitCompounds(all: Word[], { terms, phrases, stems, lang }: SearchIndex): Word[] {
  if (!lang.startsWith('de')) return all;
  const isKnown = (word: string) => terms.frequency(word) > 0 || phrases.words.has(word);
  const isStem = (stem: string) => stems.has(stem) || phrases.words.has(stem) || isKnown(stem.slice(1));
  /** What joins a part to the next: `Laufwerk-s-`, `Anmelde(n)-`, `Spar(en)-`. Not `-er-`: `Browser-er-weiterung`. */
  const headOf = (text: string) =>
    [text, text.replace(/[ens]$/, ''), text.replace(/e[ns]$/, ''), `${text}n`, `${text}en`].find(isKnown);
  const partsOf = (word: string, most: number): string[] => {
    if (isKnown(word) || stemsOf(word, lang).some(isStem)) return [word];
    // The longest beginning first: a `Bildschirmschoner` is more than a `Bildschirm`.
    for (let end = word.length - MIN_PART; end >= MIN_PART && most > 1; end--) {
      const head = headOf(word.slice(0, end));
      const others = head ? partsOf(word.slice(end), most - 1) : [];
      if (head && others.length > 0) return [head, ...others];
    }
    return [];
  };
  return all.flatMap((word) => {
    const isCut = word === all.at(-1) && terms.begunWith(word.whole, 1).length > 0;
    const parts = isCut || word.parts.length > 0 ? [] : partsOf(word.whole, MAX_PARTS);
    const isCompound = parts.length > 1 && terms.oneEditAway(word.whole).length === 0;
    return isCompound ? parts.map((whole) => ({ whole, parts: [] })) : word;
  });
}

/** Keys hold blanks (`Windows NT`): the longest text that is a known key is one. */
function withoutKey(text: string, { names }: SearchIndex): { rest: string; settings: Iterable<number> } {
  const begin = KEY_BEGIN.exec(text)?.index ?? text.length;
  const tail = text.slice(begin).replaceAll('/', '\\');
  const ends = [...tail.matchAll(/[\s\\:,;"'“”‘’\])]|$/g)].slice(0, LIMIT.keyEnds);
  for (const { index } of ends.reverse()) {
    const settings = names.of(parseKey(tail.slice(0, index)).key)[NAME_KIND.key];
    if (settings) return { rest: `${text.slice(0, begin)} ${text.slice(begin + index)}`, settings };
  }
  return { rest: text, settings: [] };
}

/** Replaces the target OS with “Windows 11”, which is read as a product: a target says where, not what. */
function withoutTarget(text: string, releases: Releases): string {
  const isTarget = (part: string) => !['none', 'unreadable'].includes(readTarget(part, releases).kind);
  const begin = TARGET_BEGIN.exec(text)?.index ?? text.length;
  let end = begin;
  for (const { 0: word, index } of [...text.slice(begin).matchAll(/[^\s?!]+/g)].slice(0, LIMIT.targetWords)) {
    if (!TARGET_WORD.test(word) && !isTarget(word)) break;
    const next = begin + index + word.length;
    if (isTarget(text.slice(begin, next))) end = next;
  }
  return end === begin ? text : `${text.slice(0, begin)} Windows 11 ${text.slice(end)}`;
}

/** How a query names a setting. */
export interface Naming {
  /** Hits come in the order of their tiers: a {@link NAME_KIND}, {@link KNOWN}, {@link EXACT_TITLE}, {@link NOT_EXACT}. */
  tier: number;
  /** Share of an identifier or title that the query is the beginning of, up to 1; 0 where it begins none. */
  prefixRatio: number;
  by: MatchedBy | 'policyId';
}

/** A known query is stronger evidence than an equal title of another product. */
const [KNOWN, EXACT_TITLE] = [NAME_KIND.item + 1, NAME_KIND.item + 2] as const;
/** Tier of a setting that is found by its words or named in part: the score orders it. */
export const NOT_EXACT = EXACT_TITLE + 1;

export class Namings extends Map<number, Naming> {
  raise(setting: number, { tier, prefixRatio, by }: Naming): void {
    const known = this.get(setting) ?? { tier: Number.POSITIVE_INFINITY, prefixRatio: 0, by };
    this.set(setting, {
      tier: Math.min(tier, known.tier),
      prefixRatio: Math.max(prefixRatio, known.prefixRatio),
      by: tier < known.tier ? by : known.by,
    });
  }

  /** Adds the settings whose name or title equals the text, with its `tier`, or begins with it. */
  add(text: string, names: Terms, tier?: number): void {
    for (const name of names.begunWith(text, LIMIT.begun)) {
      const prefixRatio = text.length / name.length;
      // A key names its settings only in a sentence.
      for (const [kind, settings = []] of names.of(name).slice(0, NAME_KIND.key).entries()) {
        const by = tier === EXACT_TITLE ? 'title' : nameOf(text, kind);
        for (const id of settings)
          this.raise(id, { tier: name === text ? (tier ?? kind) : NOT_EXACT, prefixRatio, by });
      }
    }
  }

  /** Adds the settings of known queries that this one equals, or mostly: further words may mean another setting. */
  addKnown(core: ReadonlySet<string>, terms: Terms): void {
    for (const known of terms.begunWith(CORE, LIMIT.completions)) {
      const words = known.slice(1).split(' ');
      const share = words.length / core.size;
      if (share <= MOSTLY_TYPED || !words.every((word) => core.has(word))) continue;
      const naming = { tier: share === 1 ? KNOWN : NOT_EXACT, prefixRatio: share * MOSTLY_TYPED };
      for (const id of terms.of(known)[0] ?? []) this.raise(id, { ...naming, by: 'title' });
    }
  }
}

export function namingsOf(
  text: string,
  { words: asked, names: within, keySettings }: Sentence,
  { names, terms, shared, phrases }: SearchIndex,
): Namings {
  const found = new Namings();
  const name = unquote(text).toLowerCase();
  for (const wanted of new Set([name, normalizeOmaUri(name).uri]))
    if (wanted !== '') found.add(wanted, names);
  found.add(TOKEN.title + titleKey(text.replace(EDITOR_PATH, '')), terms, EXACT_TITLE);
  found.addKnown(phrases.coreOf(asked.map(({ whole }) => whole)), terms);
  for (const id of keySettings) {
    const { pairs = [] } = shared.settings[id] ?? {};
    if (pairs.some(({ value }) => value && within.has(value)))
      found.raise(id, { tier: NAME_KIND.value, prefixRatio: 0, by: 'value' });
    else found.raise(id, { tier: NOT_EXACT, prefixRatio: MOSTLY_TYPED, by: 'key' });
  }
  return found;
}

function nameOf(identifier: string, kind: number): Naming['by'] {
  if (kind === NAME_KIND.policy) return 'name';
  if (kind !== NAME_KIND.setting) return 'value';
  if (identifier.includes('::')) return 'policyId';
  return identifier.startsWith('./') ? 'uri' : 'slug';
}
