/** Settings that a query names: by an identifier, a title or a registry key, whole or in part. */
import { normalizeOmaUri } from '../format/keys.ts';
import {
  isFiller,
  isStopWord,
  KEY_RATIO,
  MAX_BEGUN,
  MIN_BEGUN,
  MIN_QUOTED_WORDS,
  QUOTED_RATIO,
} from './constants.ts';
import { IDENTIFIER_KIND, pairsOf, type SearchSettings } from './files.ts';
import type { SearchIndex } from './load.ts';
import { firstNotBelow } from './postings.ts';
import type { MatchedBy } from './score.ts';
import type { Sentence } from './sentence.ts';
import { titleKey, wholeWords } from './tokens.ts';

/** How a query names a setting. */
export interface Naming {
  /** Hits come in the order of their tiers: an {@link IDENTIFIER_KIND}, {@link EXACT_TITLE}, {@link NOT_EXACT}. */
  tier: number;
  /** Share of an identifier or title that the query is the beginning of, up to 1; 0 where it begins none. */
  prefixRatio: number;
  by: MatchedBy | 'policyId';
}

const EXACT_TITLE = IDENTIFIER_KIND.item + 1;
/** Of what is found by its words, or is named in part: the score orders it. */
export const NOT_EXACT = EXACT_TITLE + 1;

/** By setting. */
export class Namings extends Map<number, Naming> {
  raise(setting: number, { tier, prefixRatio, by }: Naming): void {
    const known = this.get(setting) ?? { tier: Number.POSITIVE_INFINITY, prefixRatio: 0, by };
    this.set(setting, {
      tier: Math.min(tier, known.tier),
      prefixRatio: Math.max(prefixRatio, known.prefixRatio),
      by: tier < known.tier ? by : known.by,
    });
  }
}

export function namedSettings(text: string, sentence: Sentence, index: SearchIndex): Namings {
  const found = new Namings();
  addWholeNames(found, text, index);
  // Guides quote the title of the setting that they are about, and the option to choose.
  for (const name of sentence.quoted) {
    if (!isAbout(sentence, name)) continue;
    const quoted = new Namings();
    addWholeNames(quoted, name, index);
    for (const [id, { tier, by }] of quoted)
      if (tier < NOT_EXACT) found.raise(id, { tier: NOT_EXACT, prefixRatio: QUOTED_RATIO, by });
  }
  addPath(found, sentence, index);
  return found;
}

function addWholeNames(found: Namings, text: string, { shared, language }: SearchIndex): void {
  const name = unquote(text).toLowerCase();
  for (const wanted of new Set([name, normalizeOmaUri(name).uri])) addIdentifiers(found, wanted, shared);
  const { byTitle, titles } = language;
  const keyAt = (at: number) => titleKey(titles[byTitle[at] ?? -1] ?? '');
  for (const { at, prefixRatio } of longerNames(titleKey(text), byTitle.length, keyAt)) {
    const tier = prefixRatio === 1 ? EXACT_TITLE : NOT_EXACT;
    found.raise(byTitle[at] ?? 0, { tier, prefixRatio, by: 'title' });
  }
}

function addIdentifiers(found: Namings, wanted: string, { identifiers, owners }: SearchSettings): void {
  const nameAt = (at: number) => identifiers[at] ?? '';
  for (const { at, prefixRatio } of longerNames(wanted, identifiers.length, nameAt)) {
    for (const owner of [owners[at] ?? []].flat()) {
      const kind = owner & 7;
      const by = nameOf(wanted, kind);
      if (prefixRatio === 1) found.raise(owner >> 3, { tier: kind, prefixRatio: 0, by });
      else found.raise(owner >> 3, { tier: NOT_EXACT, prefixRatio, by });
    }
  }
}

/** Of sorted names all that are the wanted text, and some that it begins, each with the share that it is of them. */
function* longerNames(wanted: string, count: number, nameAt: (at: number) => string) {
  if (wanted === '') return;
  let left = MAX_BEGUN;
  for (let at = firstNotBelow(count, (each) => nameAt(each) < wanted); at < count && left > 0; at++) {
    const name = nameAt(at);
    if (!name.startsWith(wanted) || (name !== wanted && wanted.length < MIN_BEGUN)) return;
    if (name !== wanted) left--;
    yield { at, prefixRatio: wanted.length / name.length };
  }
}

function nameOf(identifier: string, kind: number): Naming['by'] {
  if (kind === IDENTIFIER_KIND.policy) return 'name';
  if (kind !== IDENTIFIER_KIND.setting) return 'value';
  if (identifier.includes('::')) return 'policyId';
  return identifier.startsWith('./') ? 'uri' : 'slug';
}

export function unquote(text: string): string {
  return text.trim().replace(/^["'“”„«»‘’`\s]+|["'“”„«»‘’`\s]+$/g, '');
}

/** Whether a sentence is about what it quotes: a longer name, an identifier, or it has no other words. */
function isAbout({ words }: Sentence, name: string): boolean {
  const quoted = wholeWords(name);
  if (quoted.length >= MIN_QUOTED_WORDS || /\p{Ll}\p{Lu}/u.test(name)) return true;
  return words.every(({ whole }) => quoted.includes(whole) || isFiller(whole) || isStopWord(whole));
}

function addPath(found: Namings, { path }: Sentence, { shared }: SearchIndex): void {
  if (!path) return;
  for (const id of path.settings) {
    const row = shared.settings.at(id);
    const names = row ? pairsOf(row).map(([, name]) => name?.toLowerCase()) : [];
    const isPair = path.valueName !== '' && names.includes(path.valueName);
    if (isPair) found.raise(id, { tier: IDENTIFIER_KIND.value, prefixRatio: 0, by: 'value' });
    else found.raise(id, { tier: NOT_EXACT, prefixRatio: KEY_RATIO, by: 'key' });
  }
}
