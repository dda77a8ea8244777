/** The postings of a language's terms in flat arrays of numbers: a Map of arrays would take ten times the memory. */
import { FIELDS, type Postings, type TermRow } from './files.ts';

export class FlatPostings {
  /** Sorted by code unit. */
  readonly terms: readonly string[];
  /** By term and field: how many settings there are, and which. */
  readonly #numbers: Uint16Array | Uint32Array;
  /** By term: where its numbers begin; then where the last ones end. */
  readonly #starts: Uint32Array;

  /** Throws where `rows` are not the terms, sorted, of an index of so many settings. */
  constructor(rows: Iterable<TermRow>, count: number) {
    const terms: string[] = [];
    const starts: number[] = [0];
    const numbers = new Growing(count);
    for (const [term, fields] of rows) {
      if (terms.length > 0 && !((terms.at(-1) ?? '') < term))
        throw new RangeError(`${term} is not in order.`);
      if (fields.length > FIELDS.length)
        throw new RangeError(`The term ${term} has a field that is unknown.`);
      terms.push(term);
      for (const differences of fields) numbers.addField(differences ?? [], term);
      starts.push(numbers.length);
    }
    this.terms = terms;
    this.#numbers = numbers.taken();
    this.#starts = Uint32Array.from(starts);
  }

  /** By field the settings of a term; those of an unknown one have no fields. What is returned must not be changed. */
  get(term: string): Postings {
    const postings: Postings = [];
    const row = this.#rowOf(term);
    const end = this.#starts[row + 1] ?? 0;
    for (let at = this.#starts[row] ?? 0; at < end; ) {
      const from = at + 1;
      at = from + (this.#numbers[at] ?? 0);
      postings.push(from === at ? undefined : this.#numbers.subarray(from, at));
    }
    return postings;
  }

  frequency(term: string): number {
    const row = this.#rowOf(term);
    const end = this.#starts[row + 1] ?? 0;
    let sum = 0;
    for (let at = this.#starts[row] ?? 0; at < end; at += 1 + (this.#numbers[at] ?? 0))
      sum += this.#numbers[at] ?? 0;
    return sum;
  }

  /** -1 where it is unknown. */
  #rowOf(term: string): number {
    const row = firstNotBelow(this.terms.length, (at) => (this.terms[at] ?? '') < term);
    return this.terms[row] === term ? row : -1;
  }
}

/** Numbers up to a count, as few bytes each as hold it. */
class Growing {
  length = 0;
  readonly #count: number;
  #numbers: Uint16Array | Uint32Array;

  constructor(count: number) {
    this.#count = count;
    this.#numbers = this.#room(1 << 16);
  }

  /** Each setting is stored as the difference to the one before it. */
  addField(differences: readonly number[], term: string): void {
    this.#add(differences.length);
    let setting = 0;
    for (const difference of differences) {
      setting += difference;
      if (!(setting < this.#count)) throw new RangeError(`The term ${term} has an unknown setting.`);
      this.#add(setting);
    }
  }

  taken(): Uint16Array | Uint32Array {
    return this.#numbers.slice(0, this.length);
  }

  #room(length: number): Uint16Array | Uint32Array {
    return this.#count > 0xffff ? new Uint32Array(length) : new Uint16Array(length);
  }

  #add(number: number): void {
    if (this.length === this.#numbers.length) {
      const wider = this.#room(this.length * 2);
      wider.set(this.#numbers);
      this.#numbers = wider;
    }
    this.#numbers[this.length++] = number;
  }
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
