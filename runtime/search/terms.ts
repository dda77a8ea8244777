/** flexsearch's index as the build exports it: the settings of a term, and its terms sorted, to complete and correct a word. */
import { Index } from 'flexsearch';
import { LIMIT } from './constants.ts';
import { INDEX_OPTIONS, type Postings, type TermMap } from './files.ts';

/** The order of folded words. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The settings of a term by slot: parts of the index, which must not be changed. flexsearch documents neither their form
 * nor that it looks a term up by `get` of its `map`: `test/search/terms.test.ts` fails on any other version.
 */
export function postingsIn(index: Index, term: string): Postings {
  return index.search(term, { resolve: false }).result as unknown as Postings;
}

export class Terms {
  readonly #all: readonly string[];
  /** See {@link TermMap}, with the settings themselves. */
  readonly #numbers: Uint16Array | Uint32Array;
  /** For each term where its numbers begin; then where the last ones end. */
  readonly #starts = [0];
  readonly #index: Index;
  #known: ReadonlySet<string> | undefined;

  /** Throws where the terms are not sorted, or their settings not among so many. Changes `postings`. */
  constructor({ terms, postings }: TermMap, settings: number) {
    let end = 0;
    for (const [at, term] of terms.entries()) {
      let slots = postings[end++] ?? 0;
      if (slots > INDEX_OPTIONS.resolution || term <= (terms[at - 1] ?? ''))
        throw new RangeError(`The term ${term} is not in order, or has a slot that is unknown.`);
      for (; slots > 0; slots--) end = addUp(postings, end, settings);
      this.#starts.push(end);
    }
    if (end !== postings.length) throw new RangeError('The terms have other settings than there are.');
    this.#all = terms;
    this.#numbers = new (settings > 0xffff ? Uint32Array : Uint16Array)(postings);
    const map = { get: (term: string) => this.#postings(this.#rowOf(term)) };
    this.#index = Object.assign(new Index(INDEX_OPTIONS as never), { map });
  }

  of(term: string): Postings {
    return postingsIn(this.#index, term);
  }

  frequency(term: string): number {
    const row = this.#rowOf(term);
    if (row < 0) return 0;
    const start = this.#starts[row] ?? 0;
    return (this.#starts[row + 1] ?? 0) - start - 1 - (this.#numbers[start] ?? 0);
  }

  /** At most `most` terms that begin with `prefix`. */
  begunWith(prefix: string, most: number): string[] {
    const from = this.#firstNotBelow(prefix);
    let end = from;
    while (end - from < most && this.#all[end]?.startsWith(prefix)) end++;
    return this.#all.slice(from, end);
  }

  /** Words one letter away: one missing, added, changed, or two neighbours swapped. */
  oneEditAway(word: string): string[] {
    if (word.length < LIMIT.minCorrected || word.length > LIMIT.maxCorrected) return [];
    this.#known ??= new Set(this.#all);
    return [...editsOf(word)].filter((each) => each !== word && this.#known?.has(each));
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

  #postings(row: number): Postings {
    const postings: Postings = [];
    const end = this.#starts[row + 1] ?? 0;
    for (let at = (this.#starts[row] ?? 0) + 1; at < end; ) {
      const from = at + 1;
      at = from + (this.#numbers[at] ?? 0);
      postings.push(from === at ? undefined : this.#numbers.subarray(from, at));
    }
    return postings;
  }
}

/** A slot's differences → its settings. Returns where the next slot begins. */
function addUp(postings: number[], at: number, settings: number): number {
  const end = at + 1 + (postings[at] ?? 0);
  let setting = 0;
  for (let each = at + 1; each < end; each++) {
    setting += postings[each] ?? Number.NaN;
    if (!Number.isInteger(setting) || setting >= settings) throw new RangeError('A setting is unknown.');
    postings[each] = setting;
  }
  return end;
}

function editsOf(word: string): Set<string> {
  const edits = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [head, here, tail] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    edits.add(head + tail).add(head + tail.charAt(0) + here + tail.slice(1));
    for (const letter of LETTERS) edits.add(head + letter + tail).add(head + letter + here + tail);
  }
  return edits;
}
