/** Synonyms and product names: phrases → the tokens that stand for them, the same in what is indexed and in a query. */
import { type PhraseRow, TOKEN } from './files.ts';
import { stemsOf } from './stems.ts';
import type { Word } from './tokens.ts';

/** Words that are read together. */
export interface Phrase {
  length: number;
  tokens: string[];
  /** A product's name that is a word like others without a version after it (`word 2016`). */
  versioned: boolean;
}

interface Form {
  words: string[];
  token: string;
  only: 'versioned' | 'query' | undefined;
}

export class Phrases {
  readonly #lang: string;
  /** A form's first word and its stems → the forms, longest first. */
  readonly #byFirst = new Map<string, Form[]>();
  readonly #forms: readonly Form[];
  readonly #stems = new Map<string, readonly string[]>();

  constructor(rows: readonly PhraseRow[], lang: string) {
    this.#lang = lang;
    const forms = rows.map(([form, token, only]) => ({ words: form.split(' '), token, only }));
    this.#forms = forms;
    for (const form of forms.sort((a, b) => b.words.length - a.words.length)) {
      for (const key of this.#keysOf(form.words[0] ?? ''))
        this.#byFirst.set(key, [...(this.#byFirst.get(key) ?? []), form]);
    }
  }

  /** The phrases that begin at `words[at]`, longest first. */
  at(words: readonly string[], at: number): Phrase[] {
    const found = new Map<number, Phrase>();
    for (const key of this.#keysOf(words[at] ?? '')) {
      for (const { words: form, token, only } of this.#byFirst.get(key) ?? []) {
        const { length } = form;
        const phrase = found.get(length) ?? { length, tokens: [], versioned: only === 'versioned' };
        if (phrase.tokens.includes(token) || !this.#fits(form, words, at)) continue;
        phrase.tokens.push(token);
        found.set(length, phrase);
      }
    }
    return [...found.values()].sort((a, b) => b.length - a.length);
  }

  /** What is written for any of the tokens, as one word: `usbstorage`, `removablestorage`. */
  formsOf(tokens: readonly string[]): string[] {
    return [
      ...new Set(this.#forms.flatMap(({ token, words }) => (tokens.includes(token) ? [words.join('')] : []))),
    ];
  }

  /** The tokens of the synonyms in a text, of which it has each word as a whole and by its parts. */
  synonymsIn(words: readonly Word[]): string[] {
    const wholes = words.map(({ whole }) => whole);
    const parts = words.flatMap((word) => (word.parts.length > 0 ? word.parts : [word.whole]));
    const texts = parts.length === wholes.length ? [wholes] : [wholes, parts];
    const tokens = texts.flatMap((all) =>
      all.flatMap((_, at) => this.at(all, at).flatMap((each) => each.tokens)),
    );
    return tokens.filter(isSynonym);
  }

  #fits(form: readonly string[], words: readonly string[], at: number): boolean {
    return form.every((word, offset) => {
      const other = words[at + offset];
      if (other === undefined || other === word) return other === word;
      return this.#keysOf(other).some((key) => this.#keysOf(word).includes(key));
    });
  }

  /** Stemming takes the most time of an index's build. */
  #keysOf(word: string): readonly string[] {
    const known = this.#stems.get(word) ?? [word, ...stemsOf(word, this.#lang)];
    this.#stems.set(word, known);
    return known;
  }
}

export function isSynonym(token: string): boolean {
  return token.startsWith(TOKEN.synonym) || isVerb(token);
}

export function isVerb(token: string): boolean {
  return token.startsWith(TOKEN.verb);
}
