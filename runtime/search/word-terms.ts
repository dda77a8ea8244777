/** One word of a query → the terms of the index that stand for it. */
import type { SearchIndex } from './load.ts';
import { termWeight } from './weights.ts';

/** How a term stands for a word of the query, beside being it. */
export type TermMatchKind = 'inflection' | 'synonym' | 'completion' | 'spelling';

export interface TermMatch {
  /** How well it stands for the word, up to 1. */
  factor: number;
  by?: TermMatchKind;
}

export type Terms = Map<number, TermMatch>;

/** What may be meant by a word. */
export interface WordMeaning {
  terms: Terms;
  /** Terms that begin with the word, from → before to; empty where it needs no completion. */
  range: [number, number];
}

/** Correcting is the dearest part: 512 characters of typos must not take longer than any other query. */
const MAX_CORRECTIONS = 8;
/** An unknown word lowers how well a setting fits about as much as one that 100 settings have. */
const UNKNOWN_FREQUENCY = 100;
const CORRECTED = 0.85;
const INFLECTED = 0.7;
const RARE = 5;
const LIKELIER = 5;

/** For one query: it bounds the work of correcting. */
export class WordTerms {
  readonly #index: SearchIndex;
  readonly #prose: boolean;
  #corrections = 0;

  constructor(index: SearchIndex, prose: boolean) {
    this.#index = index;
    this.#prose = prose;
  }

  /** A word weighs as much as the commonest term that is it: a typo must not outweigh its neighbours. */
  weightOf(word: string, { terms, range }: WordMeaning): number {
    const { frequency, shared } = this.#index;
    let most = 0;
    for (const [id, { by }] of terms) if (by !== 'synonym') most = Math.max(most, frequency[id] ?? 0);
    for (let id = range[0]; id < range[1] && terms.size === 0; id++)
      most = Math.max(most, frequency[id] ?? 0);
    return termWeight(word, most || UNKNOWN_FREQUENCY, shared.settings.length, this.#prose);
  }

  /** The terms of a word that is no typo and needs no completion. */
  formsOf(word: string): Terms {
    const { vocabulary } = this.#index;
    const terms: Terms = new Map();
    for (const id of vocabulary.inflections(word)) terms.set(id, { factor: INFLECTED, by: 'inflection' });
    const id = vocabulary.id(word);
    if (id !== undefined) terms.set(id, { factor: 1 });
    return terms;
  }

  /** `last`: the word may be cut short; `compound`: one that has parts, each asked for besides. */
  meaningOf(word: string, last: boolean, compound: boolean): WordMeaning {
    const { vocabulary, frequency } = this.#index;
    const terms = this.formsOf(word);
    const id = vocabulary.id(word);
    const completes = last ? word.length > 1 : id === undefined && word.length > 2;
    const range: WordMeaning['range'] = completes ? vocabulary.range(word) : [0, 0];
    if (id === undefined) {
      // `shaing` is no form of `sha`: what stems alike may still be a typo.
      if (!compound || range[0] === range[1]) this.#addCorrected(terms, word, 0);
    } else {
      // A word that hardly any setting has may be a typo of one that many have, the vendor's own included.
      const own = frequency[id] ?? 0;
      if (own <= RARE) this.#addCorrected(terms, word, own * LIKELIER);
    }
    return { terms, range };
  }

  /** Terms one letter away that so many settings have at least. */
  #addCorrected(terms: Terms, word: string, least: number): void {
    if (this.#corrections >= MAX_CORRECTIONS) return;
    this.#corrections++;
    const { vocabulary, frequency } = this.#index;
    for (const id of vocabulary.oneEdit(word)) {
      if ((frequency[id] ?? 0) >= least) raise(terms, id, { factor: CORRECTED, by: 'spelling' });
    }
  }
}

/** Keeps the better of what a term is known to be and this. */
export function raise(terms: Terms, id: number, match: TermMatch): void {
  if ((terms.get(id)?.factor ?? 0) < match.factor) terms.set(id, match);
}

/** How well a term that begins with the word stands for it: the better, the less is missing. */
export function completed(typed: number, length: number): number {
  return 0.5 + (0.3 * typed) / Math.max(length, 1);
}
