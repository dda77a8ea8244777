/** A query → groups: each is one thing that it asks for, with all that may stand for it. */
import { isStopWord } from './fillers.ts';
import type { SearchIndex } from './load.ts';
import type { Sentence } from './sentence.ts';
import type { SynonymMatch } from './synonyms.ts';
import type { Word } from './tokens.ts';
import { type Alike, type Meant, raise, type Terms, WordTerms } from './word-terms.ts';

/** Several words that stand for one thing. */
export interface Phrase extends Alike {
  words: Terms[];
  /** Only together; else each counts for its part. */
  whole: boolean;
}

/** What a query asks for: a word, a phrase or a product. */
export interface Group extends Meant {
  /** How much it tells. */
  weight: number;
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
  /** It begins with what is to be done to a feature. */
  action: boolean;
}

/** More words make no query better; those that tell the most are kept. */
const MAX_GROUPS = 24;
const MAX_WORDS = 60;
/** What tells less than this share of the query costs more time than it orders: the articles of a sentence. */
const LEAST_SHARE = 0.025;
const SYNONYM = 0.7;
const PART = 0.5;
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
    action: false,
  };
  if (query.onlyStopWords) return query;
  const joined = joinedTerm(all, index);
  if (joined !== undefined) query.joined = joined;
  new Planner(query, index, sentence.sentence).addAll(all, sentence.heading);
  const total = query.groups.reduce((sum, { weight }) => sum + weight, 0);
  query.groups = query.groups.filter(({ weight }) => weight >= total * LEAST_SHARE);
  query.groups.sort((a, b) => b.weight - a.weight).splice(MAX_GROUPS);
  return query;
}

function joinedTerm(all: readonly Word[], { vocabulary }: SearchIndex): number | undefined {
  if (all.length < 2 || all.length > 8) return undefined;
  return vocabulary.id(all.map(({ whole }) => whole).join(''));
}

class Planner {
  readonly #query: Query;
  readonly #index: SearchIndex;
  readonly #words: WordTerms;
  readonly #seen = new Set<string>();

  constructor(query: Query, index: SearchIndex, sentence: boolean) {
    this.#query = query;
    this.#index = index;
    this.#words = new WordTerms(index, sentence);
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
      if (at === 0 && matches.some(({ row }) => row.action)) this.#query.action = true;
      const length = matches[0]?.length ?? 1;
      if (length > 1) this.#addPhrase(wholes.slice(at, at + length), matches);
      else this.#addWord(word, last, matches);
      at += length;
    }
  }

  #addWord({ whole, parts }: Word, last: boolean, matches: SynonymMatch[]): void {
    const found = this.#words.find(whole, last, parts.length > 0);
    if (found) this.#push(whole, this.#withSynonyms(found, matches), 1);
    for (const [at, part] of parts.entries()) {
      const partFound = this.#words.find(part, last && at === parts.length - 1, false);
      if (partFound) this.#push(part, { ...partFound, phrases: [] }, found ? PART : 1);
    }
  }

  #withSynonyms(
    { terms, range }: Meant,
    matches: readonly SynonymMatch[],
  ): Meant & { phrases: Phrase[]; action: boolean } {
    const own = new Set(terms.keys());
    const phrases: Phrase[] = [];
    for (const form of matches.flatMap(({ others }) => others)) {
      const [only, ...more] = form.map((word) => this.#words.known(word));
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
    const words = phrase.map((word) => this.#words.known(word));
    const stand = this.#withSynonyms({ terms: new Map(), range: [0, 0] }, matches);
    stand.phrases.push({ words, factor: 1, whole: false });
    const weights = words.map((terms, at) =>
      this.#words.weightOf(phrase[at] ?? '', { terms, range: [0, 0] }),
    );
    // `turn off` tells no more than `disable`.
    const weight = stand.action
      ? ACTION * Math.min(...weights)
      : weights.reduce((sum, each) => sum + each, 0);
    this.#add(phrase.join(' '), stand, weight);
  }

  #addProduct(words: string[], members: readonly number[], firm: boolean, last: boolean): void {
    this.#query.product = true;
    const name = words.join(' ');
    if (firm) {
      // Titles name versions too: `Publisher 2016 backup only`.
      const phrase: Phrase = { words: words.map((word) => this.#words.known(word)), factor: 1, whole: true };
      const phrases = words.length > 1 && isFindable(phrase) ? [phrase] : [];
      this.#add(name, { terms: new Map(), range: [0, 0], phrases }, FIRM_PRODUCT, members);
      return;
    }
    for (const word of words) {
      const found = this.#words.find(word, last, false);
      if (found) this.#add(word, { ...found, phrases: [] }, this.#words.weightOf(word, found), members);
    }
  }

  #push(word: string, stand: Meant & { phrases: Phrase[]; action?: boolean }, factor: number): void {
    this.#add(word, stand, this.#words.weightOf(word, stand) * factor * (stand.action ? ACTION : 1));
    if (stand.terms.size === 0 && stand.range[0] === stand.range[1] && stand.phrases.length === 0)
      this.#query.unknown.push(word);
  }

  #add(
    word: string,
    { terms, range, phrases }: Meant & { phrases: Phrase[] },
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
}

function isFindable({ words }: Phrase): boolean {
  return words.every((terms) => terms.size > 0);
}
