/** flexsearch's index of a language: the postings of a term, and its terms sorted, to complete and correct a word. */
import { Index } from 'flexsearch';
import { MAX_CORRECTED, MIN_CORRECTED } from './constants.ts';
import { INDEX_OPTIONS, isToken, type Postings, type SearchLanguage } from './files.ts';
import { type FlatPostings, firstNotBelow } from './postings.ts';
import { stemsOf } from './stems.ts';

/**
 * By field the settings of a term, as its index has them: nothing may change them. Its documentation names neither them
 * nor their form, nor that it looks a term up by the method `get` of its `map`: `test/search/terms.test.ts` fails on a version of flexsearch that was not looked at.
 */
export function postingsIn(index: Index, term: string): Postings {
  return index.search(term, { resolve: false }).result as unknown as Postings;
}

/** An index of what another one has exported. */
export function indexOf(postings: FlatPostings): Index {
  return Object.assign(new Index(INDEX_OPTIONS as never), { map: postings });
}

export function frequencyOf(postings: Postings): number {
  let count = 0;
  for (const settings of postings) count += settings?.length ?? 0;
  return count;
}

export class Terms {
  /** The words, sorted by code unit. */
  readonly words: readonly string[];
  readonly #index: Index;
  readonly #postings: FlatPostings;
  readonly #stems: Map<string, readonly string[]>;
  readonly #lang: string;
  /** By length; made when a word is first corrected. */
  #byLength: string[][] | undefined;

  constructor(postings: FlatPostings, stems: SearchLanguage['stems'], lang: string) {
    this.#lang = lang;
    this.#stems = new Map(stems.map(([stem, ...words]) => [stem, words]));
    this.#postings = postings;
    this.#index = indexOf(postings);
    this.words = postings.terms.filter((term) => !isToken(term));
  }

  of(term: string): Postings {
    return postingsIn(this.#index, term);
  }

  frequency(term: string): number {
    return this.#postings.frequency(term);
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
