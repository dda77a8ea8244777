/** A query → groups: each is one thing that it asks for, with all that may stand for it. */
import type { SearchIndex, TitleMeasure } from './load.ts';
import type { Mention } from './products.ts';
import type { Sentence } from './sentence.ts';
import type { SynonymMatch } from './synonyms.ts';
import type { Word } from './tokens.ts';
import { isStopWord } from './weights.ts';
import { raise, type TermMatch, type Terms, type WordMeaning, WordTerms } from './word-terms.ts';

/** Several words that stand for one thing. */
export interface Phrase extends TermMatch {
  words: Terms[];
  /** Only together; else each counts for its part. */
  whole: boolean;
}

/** What a query asks for: a word, a phrase or a product. */
export interface Group extends WordMeaning {
  /** The words as asked, folded. */
  text: string;
  /** How much it tells. */
  weight: number;
  phrases: Phrase[];
  /** Settings of the product that it names. */
  members?: readonly number[];
}

export interface Query {
  groups: Group[];
  /** How it is measured how much of a title the query names. */
  measure: TitleMeasure;
  /** The term that writes all words as one (`auto update cfg` → `autoupdatecfg`). */
  joined: number | undefined;
  /** Words that neither stand in the index nor are near one that does. */
  unknown: string[];
  /** Whether it holds words, but only such as nearly every setting has. */
  onlyStopWords: boolean;
  /** It names a product. */
  product: boolean;
}

/** Words of the query that are read together: a product's name, a form of synonyms, or a single word. */
interface Span {
  words: Word[];
  /** It is the last word, which may be cut short. */
  last: boolean;
  product?: Mention | undefined;
  synonyms?: SynonymMatch | undefined;
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

export function planQuery(sentence: Sentence, index: SearchIndex): Query {
  const words = sentence.words.slice(0, MAX_WORDS);
  const onlyStopWords = words.length > 0 && words.every(({ whole }) => isStopWord(whole));
  const spans = onlyStopWords ? [] : spansOf(words, sentence.heading, index);
  const planner = new Planner(index, sentence.prose);
  const groups = spans.flatMap((span) => planner.groupsOf(span));
  // Whoever says first what is to be done means the feature as a whole: the title that says little else.
  const action = spans[0]?.synonyms?.action ?? false;
  return {
    groups: telling(groups),
    measure: action ? index.titles.telling : index.titles.plain,
    joined: onlyStopWords ? undefined : joinedTerm(words, index),
    unknown: groups.filter(isUnknown).map(({ text }) => text),
    onlyStopWords,
    product: spans.some(({ product }) => product),
  };
}

function spansOf(all: readonly Word[], heading: number, { products, synonyms }: SearchIndex): Span[] {
  const wholes = all.map(({ whole }) => whole);
  const spans: Span[] = [];
  for (let at = 0; at < all.length; ) {
    const product = products.at(wholes, at, heading);
    const matched = product ? undefined : synonyms.at(wholes, at);
    const length = product?.length ?? matched?.length ?? 1;
    const words = all.slice(at, at + length);
    spans.push({ words, last: at === all.length - 1, product, synonyms: matched });
    at += length;
  }
  return spans;
}

/** Each thing once, those that tell the most first. */
function telling(groups: readonly Group[]): Group[] {
  const seen = new Set<string>();
  const distinct = groups.filter(({ text }) => !seen.has(text) && seen.add(text));
  const total = distinct.reduce((sum, { weight }) => sum + weight, 0);
  return distinct
    .filter(({ weight }) => weight >= total * LEAST_SHARE)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_GROUPS);
}

function isUnknown(group: Group): boolean {
  return !isFound(group) && group.phrases.length === 0 && group.members === undefined;
}

function isFound({ terms, range }: WordMeaning): boolean {
  return terms.size > 0 || range[0] < range[1];
}

function joinedTerm(all: readonly Word[], { vocabulary }: SearchIndex): number | undefined {
  if (all.length < 2 || all.length > 8) return undefined;
  return vocabulary.id(all.map(({ whole }) => whole).join(''));
}

class Planner {
  readonly #words: WordTerms;

  constructor(index: SearchIndex, prose: boolean) {
    this.#words = new WordTerms(index, prose);
  }

  groupsOf({ words, last, product, synonyms }: Span): Group[] {
    const wholes = words.map(({ whole }) => whole);
    if (product) return this.#productGroups(wholes, product, last);
    if (synonyms && words.length > 1) return [this.#phraseGroup(wholes, synonyms)];
    return words.flatMap((word) => this.#wordGroups(word, last, synonyms));
  }

  /** The word, and its parts if it is a compound; one that is not known as a whole is its parts alone. */
  #wordGroups({ whole, parts }: Word, last: boolean, synonyms: SynonymMatch | undefined): Group[] {
    const meant = this.#words.meaningOf(whole, last, parts.length > 0);
    const partsMeant = parts.map((part, at) =>
      this.#words.meaningOf(part, last && at === parts.length - 1, false),
    );
    const known = parts.length === 0 || isFound(meant);
    const partGroups = partsMeant.map((each, at): Group => {
      const text = parts[at] ?? '';
      return { text, weight: this.#words.weightOf(text, each) * (known ? PART : 1), ...each, phrases: [] };
    });
    if (!known) return partGroups;
    const phrases = synonyms ? this.#addSynonyms(meant.terms, synonyms) : [];
    const weight = this.#words.weightOf(whole, meant) * (synonyms?.action ? ACTION : 1);
    return [{ text: whole, weight, ...meant, phrases }, ...partGroups];
  }

  /** A phrase that has synonyms stands for one thing, by its own words too. */
  #phraseGroup(phrase: readonly string[], synonyms: SynonymMatch): Group {
    const words = phrase.map((word) => this.#words.formsOf(word));
    const terms: Terms = new Map();
    const phrases = this.#addSynonyms(terms, synonyms);
    phrases.push({ words, factor: 1, whole: false });
    const weights = words.map((each, at) =>
      this.#words.weightOf(phrase[at] ?? '', { terms: each, range: [0, 0] }),
    );
    // `turn off` tells no more than `disable`.
    const weight = synonyms.action
      ? ACTION * Math.min(...weights)
      : weights.reduce((sum, each) => sum + each, 0);
    return { text: phrase.join(' '), weight, terms, range: [0, 0], phrases };
  }

  /** Adds the forms of one word to the terms, and returns the longer ones. */
  #addSynonyms(terms: Terms, { others }: SynonymMatch): Phrase[] {
    const phrases: Phrase[] = [];
    for (const form of others) {
      const [only, ...more] = form.map((word) => this.#words.formsOf(word));
      if (!only) continue;
      if (more.length > 0)
        phrases.push({ words: [only, ...more], factor: SYNONYM, by: 'synonym', whole: true });
      else for (const [id, { factor }] of only) raise(terms, id, { factor: factor * SYNONYM, by: 'synonym' });
    }
    return phrases.filter(isFindable);
  }

  #productGroups(words: readonly string[], { members, firm }: Mention, last: boolean): Group[] {
    if (!firm) {
      return words.map((text) => {
        const meant = this.#words.meaningOf(text, last, false);
        return { text, weight: this.#words.weightOf(text, meant), ...meant, phrases: [], members };
      });
    }
    // Titles name versions too: `Publisher 2016 backup only`.
    const phrase: Phrase = { words: words.map((word) => this.#words.formsOf(word)), factor: 1, whole: true };
    const phrases = words.length > 1 && isFindable(phrase) ? [phrase] : [];
    const text = words.join(' ');
    return [{ text, weight: FIRM_PRODUCT, terms: new Map(), range: [0, 0], phrases, members }];
  }
}

function isFindable({ words }: Phrase): boolean {
  return words.every((terms) => terms.size > 0);
}
