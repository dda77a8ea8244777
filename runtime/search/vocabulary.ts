/** The terms of an index, sorted: completes and corrects what is not among them. */
import { distance } from 'fastest-levenshtein';
import { stemsOf } from './stems.ts';

/** Of two edits, only words that begin alike are looked at: the rest of the vocabulary is too much for one query. */
const MAX_EDITS = 2;
const MIN_CORRECTED = 3;
/** Longer words are completed, but not corrected: the work grows with the length. */
const MAX_CORRECTED = 32;

export class Vocabulary {
  readonly terms: readonly string[];
  readonly #ids: Map<string, number>;
  readonly #byLength: ByLength;
  readonly #stems: Map<string, readonly [string, ...number[]]>;
  readonly #lang: string;

  /** `terms` sorted by code unit; `stems` as the index of the language stores them. */
  constructor(terms: readonly string[], stems: readonly [string, ...number[]][], lang: string) {
    this.terms = terms;
    this.#lang = lang;
    this.#stems = new Map(stems.map((row) => [row[0], row]));
    this.#ids = new Map(terms.map((term, id) => [term, id]));
    this.#byLength = byLength(terms);
  }

  id(word: string): number | undefined {
    return this.#ids.get(word);
  }

  /** Ids of the terms that are inflections of the same word; `word` itself may be one. */
  inflections(word: string): Set<number> {
    const found = new Set<number>();
    for (const stem of stemsOf(word, this.#lang)) {
      const [, ...ids] = this.#stems.get(stem) ?? [''];
      for (const id of ids) found.add(id);
      const plain = this.#ids.get(stem.slice(1));
      if (plain !== undefined) found.add(plain);
    }
    return found;
  }

  /** Ids of the terms that begin with `prefix`: from the first number up to before the second. */
  range(prefix: string): [from: number, to: number] {
    return [lowerBound(this.terms, prefix), lowerBound(this.terms, `${prefix}\uffff`)];
  }

  /** Ids of the terms one letter away: one missing, added, changed, or two neighbours swapped. */
  oneEdit(word: string): number[] {
    if (word.length < MIN_CORRECTED || word.length > MAX_CORRECTED) return [];
    const { ids, letters, starts } = this.#byLength;
    const own = lettersOf(word);
    const found: number[] = [];
    const end = starts[word.length + 2] ?? ids.length;
    for (let at = starts[word.length - 1] ?? ids.length; at < end; at++) {
      // One edit takes at most one letter away and adds at most one: hardly any term is left to compare.
      let differing = own ^ (letters[at] ?? 0);
      differing &= differing - 1;
      if ((differing & (differing - 1)) !== 0) continue;
      const id = ids[at] ?? 0;
      if (oneEditApart(word, this.terms[id] ?? '')) found.push(id);
    }
    return found;
  }

  /** Known terms that `word` may be a typo of, nearest first. */
  nearest(word: string): number[] {
    if (word.length <= MIN_CORRECTED || word.length > MAX_CORRECTED) return [];
    const [from, to] = this.range(word.charAt(0));
    const near: { id: number; edits: number }[] = [];
    for (let id = from; id < to; id++) {
      const term = this.terms[id] ?? '';
      if (Math.abs(term.length - word.length) > MAX_EDITS || term.length <= MIN_CORRECTED) continue;
      const edits = distance(word, term);
      if (edits <= MAX_EDITS) near.push({ id, edits });
    }
    return near.sort((a, b) => a.edits - b.edits || a.id - b.id).map(({ id }) => id);
  }
}

/** Term ids by length, then by id. */
interface ByLength {
  ids: Uint32Array;
  /** By position in `ids`: {@link lettersOf} the term. */
  letters: Uint32Array;
  /** By length: first position in `ids` of a term so long or longer. */
  starts: Uint32Array;
}

function byLength(terms: readonly string[]): ByLength {
  const longest = terms.reduce((most, { length }) => Math.max(most, length), MAX_CORRECTED);
  const starts = new Uint32Array(longest + 2);
  for (const { length } of terms) starts[length + 1] = (starts[length + 1] ?? 0) + 1;
  addUp(starts);
  const next = starts.slice();
  const ids = new Uint32Array(terms.length);
  const letters = new Uint32Array(terms.length);
  for (const [id, term] of terms.entries()) {
    const at = next[term.length] ?? 0;
    next[term.length] = at + 1;
    ids[at] = id;
    letters[at] = lettersOf(term);
  }
  return { ids, letters, starts };
}

/** Makes of each count the sum of all up to it. */
export function addUp(counts: Uint32Array): void {
  for (let at = 1; at < counts.length; at++) counts[at] = (counts[at] ?? 0) + (counts[at - 1] ?? 0);
}

/** A bit for each letter that occurs; letters may share a bit. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Whether what is left of both once their common ends are off is one letter at most, or two swapped. */
function oneEditApart(a: string, b: string): boolean {
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
  return (
    leftA === 2 &&
    leftB === 2 &&
    a.charCodeAt(start) === b.charCodeAt(start + 1) &&
    a.charCodeAt(start + 1) === b.charCodeAt(start)
  );
}

/** First position in `sorted` whose text is not below `text`. */
export function lowerBound(sorted: readonly string[], text: string): number {
  return bound(sorted.length, (at) => (sorted[at] ?? '') < text);
}

/** First position that is not `below`; those that are must come first. */
export function bound(length: number, below: (at: number) => boolean): number {
  let from = 0;
  let to = length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (below(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
