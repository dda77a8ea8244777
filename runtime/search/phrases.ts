/** Synonyms and product names: phrases → the tokens that stand for them, the same in the index and in a query. */
import { isOf, type PhraseRow } from './files.ts';
import { stemsOf, type Word } from './tokens.ts';

/** Words that are read together; without tokens if only a longer phrase begins with them. */
export interface Phrase {
  length: number;
  tokens: string[];
}

export class Phrases {
  readonly #rows: readonly PhraseRow[];
  readonly #lang: string;
  /** Phrases by the stems of their words. */
  readonly #byStems = new Map<string, Phrase>();
  readonly #stems = new Map<string, string>();

  constructor(rows: readonly PhraseRow[], lang: string) {
    this.#rows = rows;
    this.#lang = lang;
    for (const [form, token] of rows) {
      let phrase: Phrase = { length: 0, tokens: [] };
      let key = '';
      for (const word of form.split(' ')) {
        key += ` ${this.#stemOf(word)}`;
        phrase = this.#byStems.get(key) ?? { length: phrase.length + 1, tokens: [] };
        this.#byStems.set(key, phrase);
      }
      if (!phrase.tokens.includes(token)) phrase.tokens.push(token);
    }
  }

  /** The phrases that begin at `words[at]`, longest first. */
  at(words: readonly string[], at: number): Phrase[] {
    const found: Phrase[] = [];
    let key = '';
    for (const word of words.slice(at)) {
      key += ` ${this.#stemOf(word)}`;
      const phrase = this.#byStems.get(key);
      if (!phrase) break;
      found.unshift(phrase);
    }
    return found;
  }

  /** All phrases of the tokens, each as one word: `usbstorage`, `removablestorage`. */
  formsOf(tokens: readonly string[]): string[] {
    return this.#rows.flatMap(([form, token]) => (tokens.includes(token) ? form.replaceAll(' ', '') : []));
  }

  /** The tokens of the synonyms in a text. Each word is read as a whole and by its parts. */
  synonymsIn(words: readonly Word[]): string[] {
    const wholes = words.map(({ whole }) => whole);
    const parts = words.flatMap((word) => (word.parts.length > 0 ? word.parts : [word.whole]));
    const texts = parts.length === wholes.length ? [wholes] : [wholes, parts];
    return texts
      .flatMap((all) => all.flatMap((_, at) => this.at(all, at).flatMap(({ tokens }) => tokens)))
      .filter((token) => !isOf(token, 'product'));
  }

  /** Stemming takes the most time of an index's build. */
  #stemOf(word: string): string {
    const known = this.#stems.get(word) ?? stemsOf(word, this.#lang)[0] ?? word;
    this.#stems.set(word, known);
    return known;
  }
}
