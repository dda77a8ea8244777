/** Synonyms and product names: phrases → the tokens that stand for them, the same in the index and in a query. */
import { LRUCache } from 'lru-cache';
import { LIMIT, shareOf } from './constants.ts';
import { isOf, type PhraseRow } from './files.ts';
import { stemsOf, type Word } from './tokens.ts';

/** Words that are read together; without tokens if only a longer phrase begins with them. */
export interface Phrase {
  length: number;
  tokens: string[];
}

export class Phrases {
  /** The words of all, and their stems. */
  readonly words = new Set<string>();
  readonly #rows: readonly PhraseRow[];
  readonly #byStems = new Map<string, Phrase>();
  /** Stemming takes the most time of an index's build. Bounded: anyone may ask for any words. */
  readonly #stems: LRUCache<string, string>;

  constructor(rows: readonly PhraseRow[], lang: string) {
    this.#rows = rows;
    this.#stems = new LRUCache({ max: LIMIT.stems, memoMethod: (word) => stemsOf(word, lang)[0] ?? word });
    for (const [form, token] of rows) {
      let phrase: Phrase = { length: 0, tokens: [] };
      let key = '';
      for (const word of form.split(' ')) {
        this.words.add(word).add(this.#stems.memo(word));
        key += ` ${this.#stems.memo(word)}`;
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
      key += ` ${this.#stems.memo(word)}`;
      const phrase = this.#byStems.get(key);
      if (!phrase) break;
      found.unshift(phrase);
    }
    return found;
  }

  /** The longest phrase at `words[at]` that stands for something, else the word. */
  longest(words: readonly string[], at: number): Phrase {
    return this.at(words, at).find(({ tokens }) => tokens.length > 0) ?? { tokens: [], length: 1 };
  }

  /** What a query is about, in any language and order: tokens of its phrases, else stems. A target is “Windows 11”. */
  coreOf(wholes: readonly string[]): Set<string> {
    const words = wholes.filter((word) => !/^(?:windows|1[01])$/.test(word));
    const found = new Set<string>();
    for (let at = 0; at < words.length; ) {
      const { tokens, length } = this.longest(words, at);
      const [word = ''] = words.slice(at);
      if (length > 1 || shareOf(word) === 1) found.add(tokens[0] ?? this.#stems.memo(word));
      at += length;
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
}
