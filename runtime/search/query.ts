/** A query → groups: each is one thing that it asks for, with all that may stand for it. */
import { isStopWord, keptWeight } from './fillers.ts';
import { idfOf, type SearchIndex } from './load.ts';
import type { Sentence } from './sentence.ts';
import type { SynonymMatch } from './synonyms.ts';
import type { Word } from './tokens.ts';

/** How a term stands for a word of the query, beside being it. */
export type Likeness = 'inflection' | 'synonym' | 'completion' | 'spelling';

export interface Alike {
  /** How well it stands for the word, up to 1. */
  factor: number;
  by?: Likeness;
}

export type Terms = Map<number, Alike>;

/** Several words that stand for one thing. */
export interface Phrase extends Alike {
  words: Terms[];
  /** Only together; else each counts for its part. */
  whole: boolean;
}

/** What a query asks for: a word, a phrase or a product. */
export interface Group {
  /** How much it tells. */
  weight: number;
  terms: Terms;
  /** Terms that begin with the word, from → before to; empty where it needs no completion. */
  range: [number, number];
  /** Letters of the word. */
  length: number;
  phrases: Phrase[];
  /** Settings of the product that it names. */
  members?: readonly number[];
}

export interface Query {
  groups: Group[];
  /** The term that writes all words as one (`auto update cfg` → `autoupdatecfg`). */
  joined?: number;
  /** Words that neither stand in the index nor are near one that does. */
  unknown: string[];
  /** Whether it holds words, but only such as nearly every setting has. */
  onlyStopWords: boolean;
  /** It names a product. */
  product: boolean;
}

/** More words make no query better; those that tell the most are kept. */
const MAX_GROUPS = 24;
const MAX_WORDS = 60;
/** Correcting is the dearest part: 512 characters of typos must not take longer than any other query. */
const MAX_CORRECTIONS = 8;
/** An unknown word lowers how well a setting fits about as much as one that 100 settings have. */
const UNKNOWN_FREQUENCY = 100;
const CORRECTED = 0.85;
const INFLECTED = 0.7;
const SYNONYM = 0.7;
const PART = 0.5;
const RARE = 5;
const LIKELIER = 5;
/** What is done to a feature tells less than which feature it is. */
const ACTION = 0.6;
/** Where to look is worth about as much as a word that tells much. */
const FIRM_PRODUCT = 4;

export function plan(sentence: Sentence, index: SearchIndex): Query {
  const all = sentence.words.slice(0, MAX_WORDS);
  const query: Query = {
    groups: [],
    unknown: [],
    onlyStopWords: all.length > 0 && all.every(({ whole }) => isStopWord(whole)),
    product: false,
  };
  if (query.onlyStopWords) return query;
  const joined = joinedTerm(all, index);
  if (joined !== undefined) query.joined = joined;
  new Planner(query, index, sentence.sentence).addAll(all, sentence.heading);
  query.groups.sort((a, b) => b.weight - a.weight).splice(MAX_GROUPS);
  return query;
}

function joinedTerm(all: readonly Word[], { vocabulary }: SearchIndex): number | undefined {
  if (all.length < 2 || all.length > 8) return undefined;
  return vocabulary.id(all.map(({ whole }) => whole).join(''));
}

type Stand = Pick<Group, 'terms' | 'range'>;

class Planner {
  readonly #query: Query;
  readonly #index: SearchIndex;
  readonly #sentence: boolean;
  readonly #seen = new Set<string>();
  #corrections = 0;

  constructor(query: Query, index: SearchIndex, sentence: boolean) {
    this.#query = query;
    this.#index = index;
    this.#sentence = sentence;
  }

  addAll(all: readonly Word[], heading: number): void {
    const wholes = all.map(({ whole }) => whole);
    const { products, synonyms } = this.#index;
    for (let at = 0; at < all.length; ) {
      const word = all[at];
      if (!word) break;
      const last = at === all.length - 1;
      const mention = products.at(wholes, at, heading);
      if (mention) {
        this.#addProduct(
          wholes.slice(at, at + mention.length),
          products.members(mention.product),
          mention.firm,
          last,
        );
        at += mention.length;
        continue;
      }
      const matches = synonyms.at(wholes, at);
      const length = matches[0]?.length ?? 1;
      if (length > 1) this.#addPhrase(wholes.slice(at, at + length), matches);
      else this.#addWord(word, last, matches);
      at += length;
    }
  }

  #addWord({ whole, parts }: Word, last: boolean, matches: SynonymMatch[]): void {
    const found = this.#find(whole, last, parts.length > 0);
    if (found) this.#push(whole, this.#withSynonyms(found, matches), 1);
    for (const [at, part] of parts.entries()) {
      const partFound = this.#find(part, last && at === parts.length - 1, false);
      if (partFound) this.#push(part, { ...partFound, phrases: [] }, found ? PART : 1);
    }
  }

  #withSynonyms(
    { terms, range }: Stand,
    matches: readonly SynonymMatch[],
  ): Stand & { phrases: Phrase[]; action: boolean } {
    const own = new Set(terms.keys());
    const phrases: Phrase[] = [];
    for (const form of matches.flatMap(({ others }) => others)) {
      const [only, ...more] = form.map((word) => this.#known(word));
      if (!only) continue;
      if (more.length > 0)
        phrases.push({ words: [only, ...more], factor: SYNONYM, by: 'synonym', whole: true });
      else
        for (const [id, { factor }] of only)
          if (!own.has(id)) raise(terms, id, { factor: factor * SYNONYM, by: 'synonym' });
    }
    return {
      terms,
      range,
      phrases: phrases.filter(isFindable),
      action: matches.some(({ row }) => row.action),
    };
  }

  /** A phrase that has synonyms stands for one thing, by its own words too. */
  #addPhrase(phrase: readonly string[], matches: readonly SynonymMatch[]): void {
    const words = phrase.map((word) => this.#known(word));
    const stand = this.#withSynonyms({ terms: new Map(), range: [0, 0] }, matches);
    stand.phrases.push({ words, factor: 1, whole: false });
    const weights = words.map((terms, at) => this.#weightOf(phrase[at] ?? '', { terms, range: [0, 0] }));
    const factor = stand.action ? ACTION : 1;
    this.#add(phrase.join(' '), stand, weights.reduce((sum, weight) => sum + weight, 0) * factor);
  }

  #addProduct(words: string[], members: readonly number[], firm: boolean, last: boolean): void {
    this.#query.product = true;
    const name = words.join(' ');
    if (firm) {
      // Titles name versions too: `Publisher 2016 backup only`.
      const phrase: Phrase = { words: words.map((word) => this.#known(word)), factor: 1, whole: true };
      const phrases = words.length > 1 && isFindable(phrase) ? [phrase] : [];
      this.#add(name, { terms: new Map(), range: [0, 0], phrases }, FIRM_PRODUCT, members);
      return;
    }
    for (const word of words) {
      const found = this.#find(word, last, false);
      if (found) this.#add(word, { ...found, phrases: [] }, this.#weightOf(word, found), members);
    }
  }

  #push(word: string, stand: Stand & { phrases: Phrase[]; action?: boolean }, factor: number): void {
    this.#add(word, stand, this.#weightOf(word, stand) * factor * (stand.action ? ACTION : 1));
    if (stand.terms.size === 0 && stand.range[0] === stand.range[1] && stand.phrases.length === 0)
      this.#query.unknown.push(word);
  }

  #add(
    word: string,
    { terms, range, phrases }: Stand & { phrases: Phrase[] },
    weight: number,
    members?: readonly number[],
  ) {
    if (this.#seen.has(word)) return;
    this.#seen.add(word);
    this.#query.groups.push({
      weight,
      terms,
      range,
      length: word.length,
      phrases,
      ...(members && { members }),
    });
  }

  /** A word weighs as much as the commonest term that is it: a typo must not outweigh its neighbours. */
  #weightOf(word: string, { terms, range }: Stand): number {
    const { frequency, settings } = this.#index;
    let most = 0;
    for (const [id, { by }] of terms) if (by !== 'synonym') most = Math.max(most, frequency[id] ?? 0);
    for (let id = range[0]; id < range[1] && terms.size === 0; id++)
      most = Math.max(most, frequency[id] ?? 0);
    return idfOf(most || UNKNOWN_FREQUENCY, settings.settings.length) * keptWeight(word, this.#sentence);
  }

  /** The terms of a word that is no typo and needs no completion. */
  #known(word: string): Terms {
    const { vocabulary } = this.#index;
    const terms: Terms = new Map();
    for (const id of vocabulary.inflections(word)) terms.set(id, { factor: INFLECTED, by: 'inflection' });
    const id = vocabulary.id(word);
    if (id !== undefined) terms.set(id, { factor: 1 });
    return terms;
  }

  /** Undefined for a compound that is not known as a whole: its parts speak. */
  #find(word: string, last: boolean, compound: boolean): Stand | undefined {
    const { vocabulary } = this.#index;
    const id = vocabulary.id(word);
    const terms = this.#known(word);
    const completes = word.length > 2 || (last && word.length > 1);
    if (id !== undefined) {
      for (const each of this.#likelier(word, id)) raise(terms, each, { factor: CORRECTED, by: 'spelling' });
      return { terms, range: last && completes ? vocabulary.range(word) : [0, 0] };
    }
    const range: [number, number] = completes ? vocabulary.range(word) : [0, 0];
    const completed = range[0] < range[1];
    // `shaing` is no form of `sha`: what stems alike may still be a typo.
    if (this.#corrections < MAX_CORRECTIONS && !(compound && completed)) {
      this.#corrections++;
      for (const each of vocabulary.oneEdit(word)) raise(terms, each, { factor: CORRECTED, by: 'spelling' });
    }
    return compound && terms.size === 0 && !completed ? undefined : { terms, range };
  }

  /** A word that hardly any setting has may be a typo of one that many have, the vendor's own included. */
  #likelier(word: string, id: number): number[] {
    const { vocabulary, frequency } = this.#index;
    const own = frequency[id] ?? 0;
    if (own > RARE || this.#corrections >= MAX_CORRECTIONS) return [];
    this.#corrections++;
    return vocabulary.oneEdit(word).filter((each) => (frequency[each] ?? 0) >= own * LIKELIER);
  }
}

function raise(terms: Terms, id: number, alike: Alike): void {
  if ((terms.get(id)?.factor ?? 0) < alike.factor) terms.set(id, alike);
}

function isFindable({ words }: Phrase): boolean {
  return words.every((terms) => terms.size > 0);
}

/** How well a term that begins with the word stands for it: the better, the less is missing. */
export function completed(typed: number, length: number): number {
  return 0.5 + (0.3 * typed) / Math.max(length, 1);
}
