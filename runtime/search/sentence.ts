/** A query as written → its words, the names that it quotes, the registry path in it. Linear in its length. */
import { normalizeKeyForBuild, parseKey } from '../format/keys.ts';
import { isFiller, isStopWord, MAX_KEY_ENDS, MIN_PROSE, MIN_PROSE_FILLERS } from './constants.ts';
import { pairsOf, type SearchSettings } from './files.ts';
import type { SearchIndex } from './load.ts';
import { withoutTarget } from './place.ts';
import { type Word, words } from './tokens.ts';

export interface Sentence {
  words: Word[];
  /** So many words stand before a colon that begins the query. */
  heading: number;
  /** It has words beside those that name the setting. */
  prose: boolean;
  /** Names in quotation marks. */
  quoted: string[];
  path: RegistryPath | undefined;
  /** It names a target OS, whose words are not among {@link words}. */
  target: boolean;
}

/** A documented registry key in a sentence, and what stands after it. */
interface RegistryPath {
  /** Settings that write to the key. */
  settings: ReadonlySet<number>;
  /** Lower case; empty where nothing follows. */
  valueName: string;
  /** The sentence without the key. */
  rest: string;
}

/** `18.9.4.1`, `(L1)`, `V-220726`, `WN10-CC-000035`: numbers of rules in security guides. */
const RULE_NUMBERS = [
  /^\s*\(?\d{1,3}(?:\.\d{1,3}){1,7}\)?[:.]?(?=\s)/,
  /(?<=^|\s)\d{1,3}(?:\.\d{1,3}){2,7}[:.]?(?=\s|$)/g,
  /(?<=^|\s)\((?:L[12]|BL|NG)\)(?=\s|$)/g,
  /(?<=^|\s)(?:[A-Z]{2,6}\d{0,4}-[A-Z0-9]{2,4}-\d{4,7}|S?V-\d{4,7}(?:r\d{4,8}_rule)?)[:.]?(?=\s|$)/gi,
];
const HEADING = /^([^:\\/"]{2,40}):\s/;
/** A mark inside a word is an apostrophe. */
const QUOTED = /(?<![\p{L}\p{N}])["“”„«»‘’'`]([^"“”„«»‘’'`]{2,120})["“”„«»‘’'`](?![\p{L}\p{N}])/gu;
/** Where a key with or without its hive begins. */
const KEY_BEGIN =
  /(?:\[?\b(?:hklm|hkcu|hkey_local_machine|hkey_current_user)(?::?\\|:\/)|(?<![\p{L}\p{N}\\])(?:software|system)\\)/iu;

export function readSentence(text: string, { shared, releases }: SearchIndex): Sentence {
  const unnumbered = RULE_NUMBERS.reduce((left, number) => left.replace(number, ' '), text);
  const path = findPath(unnumbered, shared);
  const whole = path?.rest ?? unnumbered;
  const beside = withoutTarget(whole, releases);
  const rest = beside ?? whole;
  const all = words(rest);
  const heading = HEADING.exec(rest);
  return {
    words: all,
    heading: heading?.[1] === undefined ? 0 : words(heading[1]).length,
    prose: isProse(all),
    quoted: [...rest.matchAll(QUOTED)].flatMap(([, name]) => name?.trim() || []),
    path,
    target: beside !== undefined,
  };
}

function isProse(all: readonly Word[]): boolean {
  if (all.length < MIN_PROSE) return false;
  const fillers = all.filter(({ whole }) => isFiller(whole) || isStopWord(whole)).length;
  return fillers >= MIN_PROSE_FILLERS;
}

/** Key, normalized → the settings that write there. Made when a query first names a key: most name none. */
const settingsByKey = new WeakMap<SearchSettings, Map<string, Set<number>>>();

function settingsOfKeys(shared: SearchSettings): Map<string, Set<number>> {
  const known = settingsByKey.get(shared);
  if (known) return known;
  const keys = shared.keys.map(normalizeKeyForBuild);
  const byKey = new Map<string, Set<number>>();
  let id = 0;
  for (const row of shared.settings) {
    for (const [at] of pairsOf(row)) {
      const key = keys[at] ?? '';
      byKey.set(key, (byKey.get(key) ?? new Set()).add(id));
    }
    id++;
  }
  settingsByKey.set(shared, byKey);
  return byKey;
}

/** Keys hold blanks (`Windows NT`): the longest text that is a known key is one. */
function findPath(text: string, shared: SearchSettings): RegistryPath | undefined {
  const begin = KEY_BEGIN.exec(text);
  if (!begin) return undefined;
  const tail = text.slice(begin.index).replaceAll('/', '\\');
  const ends = [...tail.matchAll(/[\s\\:,;"'“”‘’\])]|$/g)].map(({ index }) => index).slice(0, MAX_KEY_ENDS);
  for (const end of ends.reverse()) {
    const settings = settingsOfKeys(shared).get(parseKey(tail.slice(0, end)).key);
    if (!settings) continue;
    const after = text.slice(begin.index + end).replace(/^[\s\\:,;"'“”‘’\])]+/, '');
    return {
      settings,
      valueName: /^[^\s,;"'“”‘’=]*/.exec(after)?.[0].toLowerCase() ?? '',
      rest: `${text.slice(0, begin.index)} ${after}`,
    };
  }
  return undefined;
}
