/** flexsearch's index of a language: the postings of a term, and its terms sorted, to complete and correct a word. */
import { Index } from 'flexsearch';
import { MAX_CORRECTED, MIN_CORRECTED } from './constants.ts';
import { INDEX_OPTIONS, isToken, type Postings, type SearchLanguage } from './files.ts';
import { stemsOf } from './stems.ts';

/**
 * By field the settings of a term. flexsearch's own arrays, which nothing may change. Its documentation names neither
 * them nor their form: `test/search/terms.test.ts` fails on a version of flexsearch that was not looked at.
 */
export function postingsIn(index: Index, term: string): Postings {
  return index.search(term, { resolve: false }).result as unknown as Postings;
}

export function frequencyOf(postings: Postings): number {
  let count = 0;
  for (const settings of postings) count += settings?.length ?? 0;
  return count;
}

export class Terms {
  /** The words, sorted by code unit. */
  readonly words: readonly string[];
  readonly #index = new Index(INDEX_OPTIONS as never);
  readonly #stems: Map<string, readonly string[]>;
  readonly #lang: string;
  /** By length; made when a word is first corrected. */
  #byLength: string[][] | undefined;

  /** `map` sorted by term. */
  constructor({ map, stems }: Pick<SearchLanguage, 'map' | 'stems'>, lang: string) {
    this.#lang = lang;
    this.#stems = new Map(stems.map(([stem, ...words]) => [stem, words]));
    this.#index.import('map', map as never);
    this.words = map.flatMap(([term]) => (isToken(term) ? [] : [term]));
  }

  of(term: string): Postings {
    return postingsIn(this.#index, term);
  }

  frequency(term: string): number {
    return frequencyOf(this.of(term));
  }

  /** Words that are inflections of the same word; `word` itself may be one. */
  inflections(word: string): string[] {
    return stemsOf(word, this.#lang).flatMap((stem) => this.#stems.get(stem) ?? [stem.slice(1)]);
  }

  /** At most `most` words that begin with `prefix`. */
  begunWith(prefix: string, most: number): string[] {
    const from = firstNotBelow(this.words.length, (at) => (this.words[at] ?? '') < prefix);
    let to = from;
    while (to - from < most && this.words[to]?.startsWith(prefix)) to++;
    return this.words.slice(from, to);
  }

  /** Words one letter away: one missing, added, changed, or two neighbours swapped. */
  oneEditAway(word: string): string[] {
    if (word.length < MIN_CORRECTED || word.length > MAX_CORRECTED) return [];
    this.#byLength ??= byLength(this.words);
    const found: string[] = [];
    for (let length = word.length - 1; length <= word.length + 1; length++) {
      for (const each of this.#byLength[length] ?? []) if (isOneEditApart(word, each)) found.push(each);
    }
    return found;
  }
}

function byLength(words: readonly string[]): string[][] {
  const found: string[][] = Array.from({ length: MAX_CORRECTED + 2 }, () => []);
  for (const word of words) found[word.length]?.push(word);
  return found;
}

/** Whether what is left of both without their common ends is one letter at most, or two swapped. */
function isOneEditApart(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  const [leftA, leftB] = [endA - start, endB - start];
  if (leftA <= 1 && leftB <= 1) return leftA + leftB > 0;
  return leftA === 2 && leftB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}

/** First position that is not `below`; those that are must come first. */
export function firstNotBelow(length: number, below: (at: number) => boolean): number {
  let from = 0;
  let to = length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (below(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
