/** A query → groups: each is one word of it, with all terms of the index that may stand for it. */
import { FACTOR, isStopWord, LIMIT, NAME_BEGINS, PLACE_WEIGHT, RULE, SHARE, shareOf } from './constants.ts';
import { isOf, TOKEN } from './files.ts';
import type { SearchIndex } from './load.ts';
import type { Phrase } from './phrases.ts';
import { stemsOf, type Word } from './tokens.ts';

export type Likeness = keyof typeof FACTOR;

export interface TermMatch {
  /** How well it stands for the word, up to 1. */
  factor: number;
  by?: Likeness;
}

type TermMatches = Map<string, TermMatch>;

export interface Group {
  text: string;
  weight: number;
  /** Its weight in a title, up to 1. */
  share: number;
  terms: TermMatches;
}

export type Query = ReturnType<typeof planQuery>;

/** No groups: the query has only words of grammar. */
export function planQuery(words: readonly Word[], index: SearchIndex) {
  const planner = new Planner(words, index);
  // Nearly every setting has words of grammar.
  if (!words.every(({ whole }) => isStopWord(whole)))
    for (let at = 0; at < words.length; ) at = planner.addPhrase(at);
  const groups = [...planner.groups.values()].sort((a, b) => b.weight - a.weight).slice(0, LIMIT.groups);
  const { products, action } = planner;
  return { groups, products, action, joined: planner.joined(), categories: planner.categories() };
}

class Planner {
  readonly groups = new Map<string, Group>();
  /** Tokens of the products that the query names. */
  readonly products: string[] = [];
  /** It begins, or in German ends, with a verb. */
  action = false;
  readonly #words: readonly Word[];
  readonly #wholes: readonly string[];
  readonly #index: SearchIndex;
  /** Phrases that are neither a verb, a product nor grammar. */
  readonly #feature: { text: string; tokens: readonly string[] }[] = [];
  #corrections = 0;

  constructor(words: readonly Word[], index: SearchIndex) {
    this.#words = words;
    this.#wholes = words.map(({ whole }) => whole);
    this.#index = index;
  }

  /** A phrase that stands for something, or a word. Returns where it ends. */
  addPhrase(at: number): number {
    const { tokens, length } = this.#index.phrases.longest(this.#wholes, at);
    const end = at + length;
    const text = this.#wholes.slice(at, end).join('');
    const verb = tokens.some((each) => isOf(each, 'verb'));
    const products = tokens.filter((each) => isOf(each, 'product'));
    const isPlace = products.length > 0 && (/\d$/.test(text) || isStopWord(this.#wholes[at - 1] ?? ''));
    // A target OS, which is read as “Windows 11”, is in no title of what it is for.
    const ofTitle = text.startsWith('windows') ? 0 : SHARE.stopWord;
    // German has the verb last; the last word of an English title of three words may be a verb form.
    const isEdge = at === 0 || (end === this.#words.length && this.#index.lang.startsWith('de'));
    this.action ||= verb && isEdge;
    this.products.push(...products);
    if (!verb && products.length === 0 && !isStopWord(text)) this.#feature.push({ text, tokens });
    for (const word of this.#words.slice(at, end)) {
      this.#addWord(word, { tokens, length });
      const group = this.groups.get(word.whole);
      if (group && isPlace) Object.assign(group, { weight: PLACE_WEIGHT / length, share: ofTitle });
    }
    return end;
  }

  /** A word and its parts; a compound that is not known as a whole is its parts alone. */
  #addWord(word: Word, { tokens, length }: Phrase): void {
    const last = word === this.#words.at(-1);
    const terms = this.#termsOf(word.whole, last);
    // `turn off` weighs no more than `disable`.
    const scale = tokens.some((each) => isOf(each, 'verb')) ? SHARE.verb / length : 1;
    if (terms.size > 0 || word.parts.length === 0)
      this.#add(word.whole, terms, termMatches(tokens, (this.action ? FACTOR : RULE).synonym), scale);
    for (const part of word.parts) this.#add(part, this.#termsOf(part, last && part === word.parts.at(-1)));
  }

  /** A word weighs as much as the commonest term that stands for it: a typo must not outweigh its neighbours. */
  #add(text: string, terms: TermMatches, tokens: TermMatches = new Map(), scale = 1): void {
    if (this.groups.has(text)) return;
    const { terms: all, shared } = this.#index;
    const most = Math.max(1, ...[...terms.keys()].map((term) => all.frequency(term)));
    const share = shareOf(text) * scale;
    const weight = rarity(most, shared.settings.length) * share;
    this.groups.set(text, { text, weight, share, terms: new Map([...terms, ...tokens]) });
  }

  /** The words written as one (`autoupdatecfg`), and what a value may be named that turns the feature on or off; empty of one word. */
  joined(): string[] {
    if (this.#words.length < 2) return [];
    const [first, ...others] = this.action ? this.#feature : [];
    const forms = first && others.length === 0 ? this.#index.phrases.formsOf(first.tokens) : [];
    const names = first ? [[first, ...others].map(({ text }) => text).join(''), ...forms] : [];
    return [this.#wholes.join(''), ...names.flatMap((name) => NAME_BEGINS.map((begin) => begin + name))];
  }

  /** Tokens of the categories of several words that it names. */
  categories(): string[] {
    const text = `${this.#wholes.join(' ')} `;
    const begins = this.#wholes.map((_, at) => TOKEN.category + this.#wholes.slice(at, at + 2).join(' '));
    const begun = begins.flatMap((begin) => this.#index.terms.begunWith(begin, LIMIT.begun));
    return begun.filter((token) => text.includes(`${token.slice(1)} `));
  }

  /** `last`: the word may be cut short. */
  #termsOf(word: string, last: boolean): TermMatches {
    const { terms, stems, lang } = this.#index;
    const found: TermMatches = new Map();
    const isKnown = terms.frequency(word) > 0;
    if (isKnown) found.set(word, { factor: 1 });
    const raise = (term: string, by: Likeness) => {
      if ((found.get(term)?.factor ?? 0) < FACTOR[by]) found.set(term, { factor: FACTOR[by], by });
    };
    const isCut = last && word.length > 1 && !isStopWord(word);
    for (const term of isCut ? terms.begunWith(word, LIMIT.completions) : []) raise(term, 'completion');
    // `shaing` is no form of `sha`: what stems alike may still be a typo.
    if (!isKnown && this.#corrections++ < LIMIT.corrections)
      for (const term of terms.oneEditAway(word)) raise(term, 'spelling');
    for (const term of stemsOf(word, lang).flatMap((stem) => stems.get(stem) ?? stem.slice(1)))
      if (terms.frequency(term) > 0) raise(term, 'inflection');
    return found;
  }
}

function termMatches(tokens: readonly string[], factor: number): TermMatches {
  const matchOf = (token: string): TermMatch => {
    if (isOf(token, 'suite')) return { factor: SHARE.suite };
    return isOf(token, 'product') ? { factor: 1 } : { factor, by: 'synonym' };
  };
  return new Map(tokens.map((token) => [token, matchOf(token)]));
}

/** Inverse document frequency: the fewer of the `count` settings have a word, the greater. */
function rarity(frequency: number, count: number): number {
  return Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
}
