/** A query → the terms of the index that stand for its words. */
import type { SearchIndex } from './load.ts';
import { idfOf } from './load.ts';
import { type Word, words } from './tokens.ts';

/** One word of the query, and what may stand for it. */
export interface Group {
  word: string;
  /** How much the word tells. */
  weight: number;
  /** Term → how well it stands for the word, up to 1. */
  terms: Map<number, number>;
  /** Terms that begin with the word, from → before to; empty where it needs no completion. */
  range: [number, number];
}

export interface Query {
  groups: Group[];
  /** Terms that write all words as one (`auto update cfg` → `autoupdatecfg`). */
  joined: number[];
  /** Words that neither stand in the index nor are near one that does. */
  unknown: string[];
  /** Whether it holds words, but only such as nearly every setting has. */
  onlyStopWords: boolean;
}

/** More words make no query better; the bits of a number mark them. */
export const MAX_GROUPS = 24;
/** Correcting is the dearest part: 256 characters of typos must not take longer than any other query. */
const MAX_CORRECTIONS = 8;
/** An unknown word lowers how well a setting fits about as much as one that 100 settings have. */
const UNKNOWN_FREQUENCY = 100;
/** How well a term one letter away stands for the word. */
const CORRECTED = 0.75;
const PART = 0.5;
const RARE = 5;
const LIKELIER = 5;
const STOP_WORD = 0.7;

const STOP_WORDS = new Set(
  (
    'a an and are as at be by do for from how i if in into is it its of or that the their then these this to was when which will with ' +
    'au aux ce ces cette comment dans de des du elle en est et il la le les leur ou par pour que qui se ses son sont sur un une ' +
    'am an auf aus bei das dem den der des die ein eine einem einen einer es fur im ist mit oder sich und von vom wie wird zu zum zur'
  ).split(' '),
);

export function plan(text: string, index: SearchIndex): Query {
  const all = words(text);
  const query: Query = {
    groups: [],
    joined: joinedTerms(all, index),
    unknown: [],
    onlyStopWords: all.length > 0 && all.every(({ whole }) => STOP_WORDS.has(whole)),
  };
  if (query.onlyStopWords) return query;
  const planner = new Planner(query, index);
  for (const [at, word] of all.entries()) planner.add(word, at === all.length - 1);
  return query;
}

function joinedTerms(all: Word[], { vocabulary }: SearchIndex): number[] {
  if (all.length < 2 || all.length > 8) return [];
  const id = vocabulary.id(all.map(({ whole }) => whole).join(''));
  return id === undefined ? [] : [id];
}

class Planner {
  readonly #query: Query;
  readonly #index: SearchIndex;
  readonly #seen = new Set<string>();
  #corrections = 0;

  constructor(query: Query, index: SearchIndex) {
    this.#query = query;
    this.#index = index;
  }

  add({ whole, parts }: Word, last: boolean): void {
    const found = this.#find(whole, last, parts.length > 0);
    if (found) this.#push(whole, found, 1);
    for (const [at, part] of parts.entries()) {
      const partFound = this.#find(part, last && at === parts.length - 1, false);
      if (partFound) this.#push(part, partFound, found ? PART : 1);
    }
  }

  #push(word: string, { terms, range }: Pick<Group, 'terms' | 'range'>, factor: number): void {
    const { groups, unknown } = this.#query;
    if (groups.length === MAX_GROUPS || this.#seen.has(word)) return;
    this.#seen.add(word);
    const { frequency, settings } = this.#index;
    // A word weighs as much as the commonest term that stands for it: a typo must not outweigh its neighbours.
    let most = 0;
    for (const id of terms.keys()) most = Math.max(most, frequency[id] ?? 0);
    for (let id = range[0]; id < range[1] && terms.size === 0; id++)
      most = Math.max(most, frequency[id] ?? 0);
    const telling = STOP_WORDS.has(word) ? STOP_WORD : factor;
    const weight = idfOf(most || UNKNOWN_FREQUENCY, settings.settings.length) * telling;
    groups.push({ word, weight, terms, range });
    if (terms.size === 0 && range[0] === range[1]) unknown.push(word);
  }

  /** Undefined for a compound that is not known as a whole: its parts speak. */
  #find(word: string, last: boolean, compound: boolean): Pick<Group, 'terms' | 'range'> | undefined {
    const { vocabulary } = this.#index;
    const id = vocabulary.id(word);
    const completes = word.length > 2 || (last && word.length > 1);
    if (id !== undefined) {
      const range: [number, number] = last && completes ? vocabulary.range(word) : [0, 0];
      return { terms: new Map([[id, 1], ...this.#likelier(word, id)]), range };
    }
    const range: [number, number] = completes ? vocabulary.range(word) : [0, 0];
    const terms = new Map<number, number>();
    if (this.#corrections < MAX_CORRECTIONS && !(compound && range[0] < range[1])) {
      this.#corrections++;
      for (const each of vocabulary.oneEdit(word)) terms.set(each, CORRECTED);
    }
    if (terms.size > 0 || range[0] < range[1]) return { terms, range };
    if (compound) return undefined;
    return { terms, range };
  }

  /** A word that hardly any setting has may be a typo of one that many have, the vendor's own included. */
  #likelier(word: string, id: number): [number, number][] {
    const { vocabulary, frequency } = this.#index;
    const own = frequency[id] ?? 0;
    if (own > RARE || this.#corrections >= MAX_CORRECTIONS) return [];
    this.#corrections++;
    const likelier = vocabulary.oneEdit(word).filter((each) => (frequency[each] ?? 0) >= own * LIKELIER);
    return likelier.map((each) => [each, CORRECTED]);
  }
}

/** How well a term that begins with the word stands for it: the better, the less is missing. */
export function completed(typed: number, length: number): number {
  return 0.5 + (0.3 * typed) / Math.max(length, 1);
}
