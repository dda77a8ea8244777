/** flexsearch's index as the build exports it: the settings of a term, and its terms sorted, to complete and correct a word. */
import { Index } from 'flexsearch';
import { MAX_CORRECTED, MIN_CORRECTED } from './constants.ts';
import { INDEX_OPTIONS, isToken, type Postings, type TermRow } from './files.ts';

/**
 * By slot the settings of a term, as its index has them: nothing may change them. Its documentation names neither them
 * nor their form, nor that it looks a term up by the method `get` of its `map`: `test/search/terms.test.ts` fails on a version of flexsearch that was not looked at.
 */
export function postingsIn(index: Index, term: string): Postings {
  return index.search(term, { resolve: false }).result as unknown as Postings;
}

export class Terms {
  /** Sorted by code unit. */
  readonly #all: string[] = [];
  /** By term: how many settings there are. */
  readonly #frequencies: number[] = [];
  /** By term and slot: how many settings there are, and which. Arrays of arrays would take ten times the memory. */
  readonly #numbers: Uint16Array | Uint32Array;
  /** By term: where its numbers begin; then where the last ones end. */
  readonly #starts = [0];
  readonly #index: Index;
  /** Words by length; made when a word is first corrected. */
  #byLength: string[][] | undefined;

  /** Throws where `rows` are not the terms, sorted, of an index of so many settings. */
  constructor(rows: Iterable<TermRow>, settings: number) {
    const numbers: number[] = [];
    for (const [term, slots] of rows) {
      const begin = numbers.length;
      for (const differences of slots) addSettings(numbers, differences ?? [], settings);
      if (slots.length > INDEX_OPTIONS.resolution || (this.#all.at(-1) ?? '') >= term)
        throw new RangeError(`The term ${term} is not in order, or has a slot that is unknown.`);
      this.#all.push(term);
      this.#frequencies.push(numbers.length - begin - slots.length);
      this.#starts.push(numbers.length);
    }
    this.#numbers = new (settings > 0xffff ? Uint32Array : Uint16Array)(numbers);
    const map = { get: (term: string) => this.#postings(this.#rowOf(term)) };
    this.#index = Object.assign(new Index(INDEX_OPTIONS as never), { map });
  }

  of(term: string): Postings {
    return postingsIn(this.#index, term);
  }

  frequency(term: string): number {
    return this.#frequencies[this.#rowOf(term)] ?? 0;
  }

  /** At most `most` terms that begin with `prefix`. */
  begunWith(prefix: string, most: number): string[] {
    const from = this.#firstNotBelow(prefix);
    let to = from;
    while (to - from < most && this.#all[to]?.startsWith(prefix)) to++;
    return this.#all.slice(from, to);
  }

  /** Words one letter away: one missing, added, changed, or two neighbours swapped. */
  oneEditAway(word: string): string[] {
    if (word.length < MIN_CORRECTED || word.length > MAX_CORRECTED) return [];
    this.#byLength ??= byLength(this.#all);
    return this.#byLength
      .slice(word.length - 1, word.length + 2)
      .flatMap((words) => words.filter((each) => isOneEditApart(word, each)));
  }

  #postings(row: number): Postings {
    const postings: Postings = [];
    const end = this.#starts[row + 1] ?? 0;
    for (let at = this.#starts[row] ?? 0; at < end; ) {
      const from = at + 1;
      at = from + (this.#numbers[at] ?? 0);
      postings.push(from === at ? undefined : this.#numbers.subarray(from, at));
    }
    return postings;
  }

  /** -1 where it is unknown. */
  #rowOf(term: string): number {
    const row = this.#firstNotBelow(term);
    return this.#all[row] === term ? row : -1;
  }

  #firstNotBelow(term: string): number {
    let [from, to] = [0, this.#all.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#all[middle] ?? '') < term) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** How many there are, and each, which is stored as the difference to the one before it. */
function addSettings(numbers: number[], differences: readonly number[], settings: number): void {
  numbers.push(differences.length);
  let setting = 0;
  for (const difference of differences) {
    setting += difference;
    if (!Number.isInteger(setting) || setting >= settings) throw new RangeError('A setting is unknown.');
    numbers.push(setting);
  }
}

function byLength(terms: readonly string[]): string[][] {
  const found: string[][] = Array.from({ length: MAX_CORRECTED + 2 }, () => []);
  for (const term of terms) if (!isToken(term)) found[term.length]?.push(term);
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
