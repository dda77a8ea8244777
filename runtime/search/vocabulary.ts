/** The terms of an index, sorted: completes and corrects what is not among them. */
import { distance } from 'fastest-levenshtein';

/** Of two edits, only words that begin alike are looked at: the rest of the vocabulary is too much for one query. */
const MAX_EDITS = 2;
const MIN_CORRECTED = 3;
/** Longer words are completed, but not corrected: the work grows with the length. */
const MAX_CORRECTED = 32;

export class Vocabulary {
  readonly terms: readonly string[];
  readonly #ids: Map<string, number>;
  readonly #letters: string[];

  /** `terms` sorted by code unit. */
  constructor(terms: readonly string[]) {
    this.terms = terms;
    this.#ids = new Map(terms.map((term, id) => [term, id]));
    this.#letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  }

  id(word: string): number | undefined {
    return this.#ids.get(word);
  }

  /** Ids of the terms that begin with `prefix`: from the first number up to before the second. */
  range(prefix: string): [from: number, to: number] {
    return [lowerBound(this.terms, prefix), lowerBound(this.terms, `${prefix}\uffff`)];
  }

  /** Ids of the terms one letter away: one missing, added, changed, or two neighbours swapped. */
  oneEdit(word: string): number[] {
    if (word.length < MIN_CORRECTED || word.length > MAX_CORRECTED) return [];
    const found = new Set<number>();
    const look = (candidate: string) => {
      const id = this.#ids.get(candidate);
      if (id !== undefined) found.add(id);
    };
    for (let at = 0; at <= word.length; at++) {
      const head = word.slice(0, at);
      const tail = word.slice(at + 1);
      const here = word.charAt(at);
      if (here !== '') look(head + tail);
      if (tail !== '') look(head + tail.charAt(0) + here + tail.slice(1));
      for (const letter of this.#letters) {
        if (here !== '') look(head + letter + tail);
        look(head + letter + here + tail);
      }
    }
    found.delete(this.#ids.get(word) ?? -1);
    return [...found];
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
