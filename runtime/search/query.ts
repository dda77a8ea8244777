/** A query → groups: each is one word of it, with all terms of the index that may stand for it. */
import {
  ACTION_SHARE,
  BEFORE_PRODUCT,
  CORRECTED,
  completed,
  IN_PHRASE,
  INFLECTED,
  isStopWord,
  LEAST_SHARE,
  LIKELIER,
  MAX_COMPLETIONS,
  MAX_CORRECTIONS,
  MAX_GROUPS,
  MAX_JOINED_WORDS,
  MAX_WORDS,
  NAME_BEGINS,
  PART_SHARE,
  PLACE_WEIGHT,
  PRODUCT_VERSION,
  RARE,
  SYNONYM,
  termWeight,
  UNKNOWN_FREQUENCY,
} from './constants.ts';
import { TOKEN } from './files.ts';
import type { SearchIndex } from './load.ts';
import { isSynonym, isVerb, type Phrase } from './phrases.ts';
import type { Sentence } from './sentence.ts';
import type { Word } from './tokens.ts';

/** How a term stands for a word of the query that it is not. */
export const LIKENESSES = ['inflection', 'synonym', 'completion', 'spelling'] as const;
export type Likeness = (typeof LIKENESSES)[number];

export interface TermMatch {
  /** How well it stands for the word, up to 1. */
  factor: number;
  by?: Likeness;
}

type TermMatches = Map<string, TermMatch>;

export interface Group {
  /** The word, folded. */
  text: string;
  weight: number;
  terms: TermMatches;
}

export interface Query {
  groups: Group[];
  /** It begins or ends with what is to be done: then the feature as a whole is meant. */
  action: boolean;
  /** It names a product. */
  product: boolean;
  /**
   * The words written as one (`auto update cfg` → `autoupdatecfg`), and what a value may be named that does to a feature
   * what the query says (`disable telemetry` → `allowtelemetry`); empty where there are too few words or many.
   */
  joined: string[];
  /** Words that neither stand in the index nor are near one that does. */
  unknown: string[];
  /** It holds words, but only such as nearly every setting has. */
  onlyStopWords: boolean;
}

export function planQuery({ words, heading, prose, target }: Sentence, index: SearchIndex): Query {
  const used = words.slice(0, MAX_WORDS);
  const wholes = used.map(({ whole }) => whole);
  const onlyStopWords = used.length > 0 && wholes.every(isStopWord);
  const planner = new Planner(index, prose);
  if (!onlyStopWords) planner.addAll(used, heading);
  if (target) planner.addTarget();
  const { groups, action, product } = planner;
  return {
    groups: topGroups(groups),
    action,
    product,
    joined:
      used.length > 1 && used.length <= MAX_JOINED_WORDS ? [wholes.join(''), ...planner.featureNames()] : [],
    unknown: groups.filter(({ terms }) => terms.size === 0).map(({ text }) => text),
    onlyStopWords,
  };
}

function topGroups(groups: readonly Group[]): Group[] {
  const total = groups.reduce((sum, { weight }) => sum + weight, 0);
  return groups
    .filter(({ weight }) => weight >= total * LEAST_SHARE)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_GROUPS);
}

/** What is read besides a word itself. */
interface Reading {
  synonyms: readonly string[];
  /** Of its weight. */
  share: number;
  /** How well the word stands for itself, and its synonyms for it. */
  factors: { literal: number; synonym: number };
}

const ALONE = { literal: 1, synonym: SYNONYM };

class Planner {
  readonly groups: Group[] = [];
  action = false;
  product = false;
  readonly #index: SearchIndex;
  readonly #prose: boolean;
  /** What is neither a verb nor a product. */
  readonly #feature: { text: string; synonyms: readonly string[] }[] = [];
  #corrections = 0;

  constructor(index: SearchIndex, prose: boolean) {
    this.#index = index;
    this.#prose = prose;
  }

  addAll(words: readonly Word[], heading: number): void {
    const wholes = words.map(({ whole }) => whole);
    for (let at = 0; at < words.length; ) {
      const phrases = this.#index.phrases.at(wholes, at);
      const product = phrases.find(({ tokens }) => tokens.some(isProduct));
      const afterProduct = product ? this.#addProduct(wholes, at, product, heading) : at;
      if (afterProduct > at) {
        at = afterProduct;
        continue;
      }
      at += this.#addPhrase(words, at, phrases);
    }
  }

  /** A phrase that has synonyms, or a word. Returns its length. */
  #addPhrase(words: readonly Word[], at: number, phrases: readonly Phrase[]): number {
    const { tokens: all = [], length = 1 } = phrases.find(({ tokens }) => tokens.some(isSynonym)) ?? {};
    const synonyms = all.filter(isSynonym);
    const verb = synonyms.some(isVerb);
    const own = words.slice(at, at + length);
    const isLast = at + length === words.length;
    // German has it last; of three words of an English title the last may be one.
    if (verb && (at === 0 || (isLast && this.#index.lang.startsWith('de')))) this.action = true;
    if (!verb) this.#feature.push({ text: own.map(({ whole }) => whole).join(''), synonyms });
    // `turn off` weighs no more than `disable`.
    const share = verb ? ACTION_SHARE / length : 1;
    const factors = verb || length === 1 ? ALONE : IN_PHRASE;
    for (const word of own) this.#addWord(word, word === words.at(-1), { synonyms, share, factors });
    return length;
  }

  /** What a value may be named that turns the feature on or off. */
  featureNames(): string[] {
    if (!this.action || this.#feature.length === 0) return [];
    const feature = this.#feature.filter(({ text }) => !isStopWord(text));
    const [only, ...others] = feature;
    const forms = others.length === 0 && only ? this.#index.phrases.formsOf(only.synonyms) : [];
    const names = new Set([feature.map(({ text }) => text).join(''), ...forms]);
    return [...names].flatMap((name) => NAME_BEGINS.map((begin) => begin + name));
  }

  /** A target OS: settings of Windows. */
  addTarget(): void {
    const tokens = this.#index.phrases
      .at(['windows'], 0)
      .flatMap((phrase) => phrase.tokens.filter(isProduct));
    this.product = true;
    this.#add({
      text: 'windows',
      weight: PLACE_WEIGHT,
      terms: new Map(tokens.map((token) => [token, { factor: 1 }])),
    });
  }

  /** Returns where the product ends that is named at a word. It is where to look, or a word like others. */
  #addProduct(
    wholes: readonly string[],
    at: number,
    { length, tokens, versioned }: { length: number; tokens: string[]; versioned: boolean },
    heading: number,
  ): number {
    let end = at + length;
    while (PRODUCT_VERSION.test(wholes[end] ?? '')) end++;
    const isHeading = end <= heading;
    const hasVersion = end > at + length;
    if (versioned && !hasVersion && !isHeading) return at;
    this.product = true;
    const isPlace = hasVersion || isHeading || BEFORE_PRODUCT.has(wholes[at - 1] ?? '');
    for (const text of wholes.slice(at, end)) {
      const terms: TermMatches = isPlace && end === at + 1 ? new Map() : this.#termsOf(text, false, true);
      const weight = isPlace ? PLACE_WEIGHT / (end - at) : this.#weightOf(text, terms);
      for (const token of tokens.filter(isProduct)) terms.set(token, { factor: 1 });
      this.#add({ text, weight, terms });
    }
    return end;
  }

  /** The word, and its parts if it is a compound; one that is not known as a whole is its parts alone. */
  #addWord({ whole, parts }: Word, last: boolean, as: Reading): void {
    const terms = this.#termsOf(whole, last, parts.length > 0);
    const isKnown = parts.length === 0 || terms.size > 0;
    if (isKnown) this.#addTerms(whole, terms, as);
    for (const [at, part] of parts.entries()) {
      const own = this.#index.phrases.at(parts, at).find(({ length }) => length === 1)?.tokens ?? [];
      const partTerms = this.#termsOf(part, last && at === parts.length - 1, false);
      const synonyms = own.filter(isSynonym);
      this.#addTerms(part, partTerms, { synonyms, share: isKnown ? PART_SHARE : 1, factors: ALONE });
    }
  }

  #addTerms(text: string, terms: TermMatches, { synonyms, share, factors }: Reading): void {
    const weight = this.#weightOf(text, terms) * share;
    for (const match of terms.values()) match.factor *= factors.literal;
    for (const token of synonyms) terms.set(token, { factor: factors.synonym, by: 'synonym' });
    this.#add({ text, weight, terms });
  }

  #add(group: Group): void {
    if (!this.groups.some(({ text }) => text === group.text)) this.groups.push(group);
  }

  /** A word weighs as much as the commonest term that is it: a typo must not outweigh its neighbours. */
  #weightOf(word: string, matches: TermMatches): number {
    const { terms, shared } = this.#index;
    let [most, longer] = [0, 0];
    for (const [term, { by }] of matches) {
      if (by !== 'completion') most = Math.max(most, terms.frequency(term));
      else if (most === 0) longer = Math.max(longer, terms.frequency(term));
    }
    return termWeight(word, most || longer || UNKNOWN_FREQUENCY, shared.settings.length, this.#prose);
  }

  /** `last`: the word may be cut short; `compound`: one that has parts, each looked for besides. */
  #termsOf(word: string, last: boolean, compound: boolean): TermMatches {
    const { terms } = this.#index;
    const found: TermMatches = new Map();
    const raise = (term: string, factor: number, by: Likeness) => {
      if ((found.get(term)?.factor ?? 0) < factor) found.set(term, { factor, by });
    };
    const own = terms.frequency(word);
    if (own > 0) found.set(word, { factor: 1 });
    const completes = last ? word.length > 1 : own === 0 && word.length > 2;
    const longer = completes ? terms.begunWith(word, MAX_COMPLETIONS) : [];
    for (const term of longer) raise(term, completed(word.length, term.length), 'completion');
    // `shaing` is no form of `sha`: what stems alike may still be a typo.
    const isUnknown = own === 0 && (!compound || longer.length === 0);
    if (isUnknown || (own > 0 && own <= RARE)) {
      for (const term of this.#corrected(word, own * LIKELIER)) raise(term, CORRECTED, 'spelling');
    }
    for (const term of terms.inflections(word))
      if (terms.frequency(term) > 0) raise(term, INFLECTED, 'inflection');
    return found;
  }

  /** Terms one letter away that so many settings have at least. */
  #corrected(word: string, least: number): string[] {
    if (this.#corrections++ >= MAX_CORRECTIONS) return [];
    const { terms } = this.#index;
    return terms.oneEditAway(word).filter((term) => terms.frequency(term) >= least);
  }
}

function isProduct(token: string): boolean {
  return token.startsWith(TOKEN.product);
}
