/** Settings that a query names: by an identifier, a title or a registry key, whole or begun. */
import { normalizeOmaUri } from '../format/keys.ts';
import { IDENTIFIER_KIND, pairsOf, type SearchSettings } from './files.ts';
import type { SearchIndex } from './load.ts';
import type { MatchedBy } from './score.ts';
import type { Sentence } from './sentence.ts';
import { titleKey, wholeWords } from './tokens.ts';
import { bound, lowerBound } from './vocabulary.ts';
import { isFiller, isStopWord } from './weights.ts';

/** How a query names a setting. */
export interface Naming {
  /** Hits come in the order of their tiers: an {@link IDENTIFIER_KIND}, {@link EXACT_TITLE}, {@link NOT_EXACT}. */
  tier: number;
  /** Share of an identifier or title that the query begins, up to 1; 0 where it begins none. */
  begun: number;
  /** `policyId` for a query that is one. */
  by: MatchedBy | 'policyId';
}

const EXACT_TITLE = IDENTIFIER_KIND.item + 1;
/** Of what is found by its words, or is named in part: the score orders it. */
export const NOT_EXACT = EXACT_TITLE + 1;

const BEGUN_LIMIT = 40;
const MIN_BEGUN = 3;
/** A sentence that quotes a name of so many words is about that name; a single word may be quoted for other reasons. */
const MIN_QUOTED_WORDS = 3;
/** A quoted name or a registry key within a sentence counts like so much of a title begun. */
const QUOTED = 0.8;
const KEY = 0.5;

/** By setting. */
export type Namings = Map<number, Naming>;

export function namedSettings(text: string, sentence: Sentence, index: SearchIndex): Namings {
  const found: Namings = new Map();
  addIdentifiers(found, text, index);
  addTitles(found, text, index);
  for (const name of sentence.quoted) if (isAbout(sentence, name)) addQuoted(found, name, index);
  addPath(found, sentence, index);
  return found;
}

function add(found: Namings, id: number, { tier, begun, by }: Naming): void {
  const known = found.get(id);
  if (!known) {
    found.set(id, { tier, begun, by });
    return;
  }
  if (tier < known.tier) known.by = by;
  known.tier = Math.min(known.tier, tier);
  known.begun = Math.max(known.begun, begun);
}

function addIdentifiers(found: Namings, text: string, { shared }: SearchIndex): void {
  const { identifiers, owners } = shared;
  const exact = unquote(text).toLowerCase();
  for (const wanted of new Set([exact, normalizeOmaUri(exact).uri])) {
    if (wanted === '') continue;
    let at = lowerBound(identifiers, wanted);
    for (; identifiers[at] === wanted; at++) {
      for (const { setting, kind } of ownersOf(owners[at]))
        add(found, setting, { tier: kind, begun: 0, by: nameOf(wanted, kind) });
    }
    if (wanted.length >= MIN_BEGUN) addBegun(found, wanted, at, shared);
  }
}

/** Identifiers that begin with the wanted text and are longer; `first` is the place of the first of them. */
function addBegun(
  found: Namings,
  wanted: string,
  first: number,
  { identifiers, owners }: SearchSettings,
): void {
  let left = BEGUN_LIMIT;
  for (let at = first; left > 0 && identifiers[at]?.startsWith(wanted); at++) {
    const begun = wanted.length / (identifiers[at]?.length ?? 1);
    for (const { setting, kind } of ownersOf(owners[at]).slice(0, left)) {
      add(found, setting, { tier: NOT_EXACT, begun, by: nameOf(wanted, kind) });
      left--;
    }
  }
}

function nameOf(identifier: string, kind: number): Naming['by'] {
  if (kind === IDENTIFIER_KIND.policy) return 'name';
  if (kind !== IDENTIFIER_KIND.setting) return 'value';
  if (identifier.includes('::')) return 'policyId';
  return identifier.startsWith('./') ? 'uri' : 'slug';
}

function ownersOf(owners: SearchSettings['owners'][number] = []): { setting: number; kind: number }[] {
  return [owners].flat().map((owner) => ({ setting: owner >> 3, kind: owner & 7 }));
}

export function unquote(text: string): string {
  return text.trim().replace(/^["'“”„«»‘’`\s]+|["'“”„«»‘’`\s]+$/g, '');
}

function addTitles(found: Namings, text: string, { language: { byTitle, titles } }: SearchIndex): void {
  const wanted = titleKey(text);
  if (wanted === '') return;
  const keyAt = (at: number) => titleKey(titles[byTitle[at] ?? -1] ?? '');
  let left = BEGUN_LIMIT;
  const first = bound(byTitle.length, (at) => keyAt(at) < wanted);
  for (let at = first; left > 0 && at < byTitle.length; at++) {
    const key = keyAt(at);
    if (!key.startsWith(wanted)) break;
    const exact = key === wanted;
    if (!exact && wanted.length < MIN_BEGUN) break;
    const tier = exact ? EXACT_TITLE : NOT_EXACT;
    add(found, byTitle[at] ?? 0, { tier, begun: wanted.length / key.length, by: 'title' });
    if (!exact) left--;
  }
}

/** Whether a sentence is about what it quotes: a longer name, an identifier, or nothing else is said. */
function isAbout({ words }: Sentence, name: string): boolean {
  const quoted = wholeWords(name);
  if (quoted.length >= MIN_QUOTED_WORDS || /\p{Ll}\p{Lu}/u.test(name)) return true;
  return words.every(({ whole }) => quoted.includes(whole) || isFiller(whole) || isStopWord(whole));
}

/** Guides quote the title of the setting that they are about, and the option to choose. */
function addQuoted(found: Namings, name: string, index: SearchIndex): void {
  const quoted: Namings = new Map();
  addTitles(quoted, name, index);
  addIdentifiers(quoted, name, index);
  for (const [id, { tier, by }] of quoted)
    if (tier < NOT_EXACT) add(found, id, { tier: NOT_EXACT, begun: QUOTED, by });
}

function addPath(found: Namings, { path }: Sentence, { shared }: SearchIndex): void {
  if (!path) return;
  for (const id of path.settings) {
    const row = shared.settings[id];
    const names = row ? pairsOf(row).map(([, name]) => name?.toLowerCase()) : [];
    const both = path.valueName !== '' && names.includes(path.valueName);
    if (both) add(found, id, { tier: IDENTIFIER_KIND.value, begun: 0, by: 'value' });
    else add(found, id, { tier: NOT_EXACT, begun: KEY, by: 'key' });
  }
}
