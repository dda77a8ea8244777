/** How much of a query a setting covers, by the terms that stand in it. */
import { FIELD, FIELDS, type Field } from './files.ts';
import type { SearchIndex } from './load.ts';
import { completed, type Query } from './query.ts';

export interface Covered {
  /** Share of the query's weight, up to 1; a word in the title counts whole, elsewhere less. */
  share: number;
  /** Every word of the query stands in the setting. */
  whole: boolean;
  /** Share of the title's own weight that the query names, up to 1. */
  title: number;
  /** The query's words stand in it as one. */
  joined: boolean;
}

/** What a word is worth by the field it stands in. */
const FACTOR: Record<Field, number> = {
  [FIELD.title]: 1,
  [FIELD.name]: 0.9,
  [FIELD.value]: 0.85,
  [FIELD.uri]: 0.7,
  [FIELD.key]: 0.65,
  [FIELD.slug]: 0.65,
  [FIELD.category]: 0.6,
};
const FACTORS = Float32Array.from({ length: FIELDS }, (_, field) => FACTOR[field as Field]);

/** Marks the terms that write the query as one, beside the bits of at most 24 groups. */
const JOINED = 1 << 30;

/** Made for one query: its words laid over the vocabulary, so that a setting costs one walk along its terms. */
export class Coverage {
  readonly #index: SearchIndex;
  readonly #query: Query;
  /** By term: bits of the groups that it stands for, and how well. */
  readonly #groups: Uint32Array;
  readonly #factors: Float32Array;
  readonly #best: Float32Array;
  readonly #weights: Float64Array;
  readonly #total: number;
  /** Words that nearly every setting has in its key say something only in its names. */
  readonly #lastField: number;

  constructor(query: Query, index: SearchIndex) {
    this.#index = index;
    this.#query = query;
    this.#groups = new Uint32Array(index.vocabulary.terms.length);
    this.#factors = new Float32Array(this.#groups.length);
    this.#best = new Float32Array(query.groups.length);
    this.#weights = Float64Array.from(query.groups, ({ weight }) => weight);
    const half = index.titleWeight.length / 2;
    const common = query.groups.every((group) => this.#postings(group) > half);
    this.#lastField = common ? FIELD.value : FIELDS;
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0);
    for (const [at, { word, terms, range }] of query.groups.entries()) {
      for (let id = range[0]; id < range[1]; id++) {
        this.#lay(id, 1 << at, completed(word.length, index.vocabulary.terms[id]?.length ?? 0));
      }
      for (const [id, factor] of terms) this.#lay(id, 1 << at, factor);
    }
    for (const id of query.joined) this.#lay(id, JOINED, 0);
  }

  #lay(term: number, bits: number, factor: number): void {
    this.#groups[term] = (this.#groups[term] ?? 0) | bits;
    this.#factors[term] = Math.max(this.#factors[term] ?? 0, factor);
  }

  of(setting: number): Covered {
    const { entries, offsets, idf, titleWeight } = this.#index;
    const [best, groups, factors, lastField] = [
      this.#best.fill(0),
      this.#groups,
      this.#factors,
      this.#lastField,
    ];
    let inTitle = 0;
    let joined = false;
    const end = offsets[setting + 1] ?? 0;
    for (let at = offsets[setting] ?? 0; at < end; at++) {
      const entry = entries[at] ?? 0;
      const term = entry >> 3;
      const bits = groups[term] ?? 0;
      if (bits === 0) continue;
      const field = entry & 7;
      if ((bits & JOINED) !== 0 && field <= FIELD.value) joined = true;
      if (field > lastField) continue;
      const factor = factors[term] ?? 0;
      if (field === FIELD.title) inTitle += factor * (idf[term] ?? 0);
      const worth = factor * (FACTORS[field] ?? 0);
      for (let left = bits & ~JOINED; left !== 0; left &= left - 1) {
        const group = 31 - Math.clz32(left & -left);
        if (worth > (best[group] ?? 0)) best[group] = worth;
      }
    }
    let sum = 0;
    let whole = best.length > 0;
    for (let group = 0; group < best.length; group++) {
      const worth = best[group] ?? 0;
      sum += worth * (this.#weights[group] ?? 0);
      if (worth === 0) whole = false;
    }
    const share = this.#total > 0 ? sum / this.#total : 0;
    return { share, whole, title: inTitle / (titleWeight[setting] || 1), joined };
  }

  /** How many settings hold every word of the query. */
  countWhole(): number {
    const { groups } = this.#query;
    const postings = groups.map((group) => this.#postings(group));
    const fewest = postings.indexOf(Math.min(...postings));
    const rarest = groups[fewest];
    if (!rarest || postings[fewest] === 0) return 0;
    const seen = new Uint8Array(this.#index.titleWeight.length);
    let count = 0;
    for (const term of termsOf(rarest)) {
      for (const [field, ids] of (this.#index.language.terms[term]?.[1] ?? []).entries()) {
        if (field > this.#lastField) break;
        for (const id of ids ?? []) {
          if (seen[id] === 1) continue;
          seen[id] = 1;
          if (groups.length === 1 || this.#holdsAll(id)) count++;
        }
      }
    }
    return count;
  }

  #holdsAll(setting: number): boolean {
    const { entries, offsets } = this.#index;
    let missing = 2 ** this.#query.groups.length - 1;
    const end = offsets[setting + 1] ?? 0;
    for (let at = offsets[setting] ?? 0; at < end && missing !== 0; at++) {
      const entry = entries[at] ?? 0;
      if ((entry & 7) <= this.#lastField) missing &= ~(this.#groups[entry >> 3] ?? 0);
    }
    return missing === 0;
  }

  #postings(group: Query['groups'][number]): number {
    let sum = 0;
    for (const term of termsOf(group)) sum += this.#index.frequency[term] ?? 0;
    return sum;
  }
}

function* termsOf({ terms, range: [from, to] }: Query['groups'][number]): Generator<number> {
  yield* terms.keys();
  for (let id = from; id < to; id++) if (!terms.has(id)) yield id;
}
