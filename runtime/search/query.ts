/** A query → groups: each is one word of it, with all terms of the index that may stand for it. */
import {
  ACTION_SHARE,
  BEFORE_PRODUCT,
  COMPLETED,
  IN_PHRASE,
  isStopWord,
  MAX_COMPLETIONS,
  MAX_CORRECTIONS,
  MAX_GROUPS,
  NAME_BEGINS,
  PLACE_WEIGHT,
  PRODUCT_VERSION,
  SYNONYM,
  termWeight,
  VARIANT,
} from './constants.ts';
import { TOKEN } from './files.ts';
import type { SearchIndex } from './load.ts';
import { isSynonym, isVerb, type Phrase } from './phrases.ts';
import type { Sentence } from './sentence.ts';
import { stemsOf } from './stems.ts';
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
   * what the query says (`disable telemetry` → `allowtelemetry`); empty of one word.
   */
  joined: string[];
  /** Words that neither stand in the index nor are near one that does. */
  unknown: string[];
  /** It holds words, but only such as nearly every setting has. */
  onlyStopWords: boolean;
}

export function planQuery({ words, prose, target }: Sentence, index: SearchIndex): Query {
  const wholes = words.map(({ whole }) => whole);
  const onlyStopWords = words.length > 0 && wholes.every(isStopWord);
  const planner = new Planner(index, prose);
  if (!onlyStopWords)
    for (let at = 0; at < words.length; )
      at = planner.addProduct(wholes, at) ?? planner.addPhrase(words, wholes, at);
  // A target OS: settings of Windows.
  if (target) planner.addProduct(['windows'], 0, true);
  const groups = [...planner.groups.values()];
  return {
    groups: groups.sort((a, b) => b.weight - a.weight).slice(0, MAX_GROUPS),
    action: planner.action,
    product: planner.product,
    joined: words.length > 1 ? [wholes.join(''), ...planner.featureNames()] : [],
    unknown: groups.filter(({ terms }) => terms.size === 0).map(({ text }) => text),
    onlyStopWords,
  };
}

class Planner {
  /** By their words. */
  readonly groups = new Map<string, Group>();
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

  /** Returns where the product ends that is named at a word. It is where to look, or words like others. */
  addProduct(wholes: readonly string[], at: number, isTarget = false): number | undefined {
    const phrase = this.#phraseAt(wholes, at, isProduct);
    if (!phrase) return undefined;
    const begin = at + phrase.length;
    let end = begin;
    while (PRODUCT_VERSION.test(wholes[end] ?? '')) end++;
    if (phrase.versioned && end === begin && !isTarget) return undefined;
    this.product = true;
    const product = phrase.tokens.map((token): [string, TermMatch] => [token, { factor: 1 }]);
    const isPlace = isTarget || end > begin || BEFORE_PRODUCT.has(wholes[at - 1] ?? '');
    const weight = isPlace ? PLACE_WEIGHT / (end - at) : undefined;
    for (const text of wholes.slice(at, end)) {
      const terms = isTarget ? new Map() : this.#termsOf(text, false);
      this.#add(text, weight ?? this.#weightOf(text, terms), new Map([...terms, ...product]));
    }
    return end;
  }

  /** A phrase that has synonyms, or a word. Returns where it ends. */
  addPhrase(words: readonly Word[], wholes: readonly string[], at: number): number {
    const { tokens = [], length = 1 } = this.#phraseAt(wholes, at, isSynonym) ?? {};
    const verb = tokens.some(isVerb);
    const end = at + length;
    // German has it last; of three words of an English title the last may be one.
    if (verb && (at === 0 || (end === words.length && this.#index.lang.startsWith('de')))) this.action = true;
    if (!verb) this.#feature.push({ text: wholes.slice(at, end).join(''), synonyms: tokens });
    // `turn off` weighs no more than `disable`.
    const share = verb ? ACTION_SHARE / length : 1;
    const { literal, synonym } = verb || length === 1 ? { literal: 1, synonym: SYNONYM } : IN_PHRASE;
    const synonyms = tokens.map((token): [string, TermMatch] => [token, { factor: synonym, by: 'synonym' }]);
    for (const word of words.slice(at, end)) {
      const terms = this.#termsOf(word.whole, word === words.at(-1));
      for (const match of terms.values()) match.factor *= literal;
      const weight = this.#weightOf(word.whole, terms) * share;
      // A compound that is not known as a whole is its parts alone.
      if (terms.size > 0 || word.parts.length === 0)
        this.#add(word.whole, weight, new Map([...terms, ...synonyms]));
      this.#addParts(word, word === words.at(-1));
    }
    return end;
  }

  #addParts({ parts }: Word, isLast: boolean): void {
    for (const part of parts) {
      const terms = this.#termsOf(part, isLast && part === parts.at(-1));
      this.#add(part, this.#weightOf(part, terms), terms);
    }
  }

  /** The longest phrase at a word that has tokens of a kind, and those. */
  #phraseAt(wholes: readonly string[], at: number, isKind: (token: string) => boolean): Phrase | undefined {
    const phrases = this.#index.phrases.at(wholes, at);
    return phrases
      .map((phrase) => ({ ...phrase, tokens: phrase.tokens.filter(isKind) }))
      .find(({ tokens }) => tokens.length > 0);
  }

  /** A word weighs as much as the commonest term that stands for it: a typo must not outweigh its neighbours. */
  #weightOf(word: string, matches: TermMatches): number {
    const { terms, shared } = this.#index;
    const most = Math.max(1, ...[...matches.keys()].map((term) => terms.frequency(term)));
    return termWeight(word, most, shared.settings.length, this.#prose);
  }

  #add(text: string, weight: number, terms: TermMatches): void {
    if (!this.groups.has(text)) this.groups.set(text, { text, weight, terms });
  }

  /** What a value may be named that turns the feature on or off. */
  featureNames(): string[] {
    const [only, ...others] = this.#feature.filter(({ text }) => !isStopWord(text));
    if (!this.action || !only) return [];
    const forms = others.length === 0 ? this.#index.phrases.formsOf(only.synonyms) : [];
    const names = new Set([[only, ...others].map(({ text }) => text).join(''), ...forms]);
    return [...names].flatMap((name) => NAME_BEGINS.map((begin) => begin + name));
  }

  /** `last`: the word may be cut short. */
  #termsOf(word: string, last: boolean): TermMatches {
    const { terms, stems, lang } = this.#index;
    const found: TermMatches = new Map();
    const isKnown = terms.frequency(word) > 0;
    if (isKnown) found.set(word, { factor: 1 });
    const raise = (term: string, factor: number, by: Likeness) => {
      if ((found.get(term)?.factor ?? 0) < factor) found.set(term, { factor, by });
    };
    const longer = last && word.length > 1 ? terms.begunWith(word, MAX_COMPLETIONS) : [];
    for (const term of longer) raise(term, COMPLETED, 'completion');
    // `shaing` is no form of `sha`: what stems alike may still be a typo.
    if (!isKnown && this.#corrections++ < MAX_CORRECTIONS)
      for (const term of terms.oneEditAway(word)) raise(term, VARIANT, 'spelling');
    for (const term of stemsOf(word, lang).flatMap((stem) => stems.get(stem) ?? stem.slice(1)))
      if (terms.frequency(term) > 0) raise(term, VARIANT, 'inflection');
    return found;
  }
}

function isProduct(token: string): boolean {
  return token.startsWith(TOKEN.product);
}
