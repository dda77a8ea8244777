/** Words and phrases that mean the same: finds them in a query and gives what else stands for them. */
import type { SynonymRow } from './files.ts';
import { stemsOf } from './stems.ts';

interface Form {
  row: SynonymRow;
  words: string[];
}

export interface SynonymMatch {
  /** Words of the query that it takes. */
  length: number;
  /** They say what is done to a feature. */
  action: boolean;
  /** The other forms of every row that has these words, each as its words. */
  others: string[][];
}

export class Synonyms {
  readonly #lang: string;
  /** Stem of a form's first word → the forms, longest first. */
  readonly #byFirst = new Map<string, Form[]>();

  constructor(rows: readonly SynonymRow[], lang: string) {
    this.#lang = lang;
    const all = rows.flatMap((row) => row.forms.map((form) => ({ row, words: form.split(' ') })));
    for (const form of all) {
      for (const key of keysOf(form.words[0] ?? '', lang)) {
        this.#byFirst.set(key, [...(this.#byFirst.get(key) ?? []), form]);
      }
    }
    for (const forms of this.#byFirst.values()) forms.sort((a, b) => b.words.length - a.words.length);
  }

  /** The longest forms that begin at `words[at]`, of every row that has one of that length. */
  at(words: readonly string[], at: number): SynonymMatch | undefined {
    const found = new Map<SynonymRow, Form>();
    let length = 1;
    for (const key of keysOf(words[at] ?? '', this.#lang)) {
      for (const form of this.#byFirst.get(key) ?? []) {
        if (form.words.length < length) break;
        if (found.has(form.row) || !this.#fits(form.words, words, at)) continue;
        length = form.words.length;
        found.set(form.row, form);
      }
    }
    const longest = [...found.values()].filter((form) => form.words.length === length);
    if (longest.length === 0) return undefined;
    return { length, action: longest.some(({ row }) => row.action), others: longest.flatMap(othersOf) };
  }

  #fits(form: readonly string[], words: readonly string[], at: number): boolean {
    return form.every((word, offset) => {
      const asked = words[at + offset];
      if (asked === undefined) return false;
      return (
        asked === word || keysOf(asked, this.#lang).some((key) => keysOf(word, this.#lang).includes(key))
      );
    });
  }
}

function keysOf(word: string, lang: string): string[] {
  return [word, ...stemsOf(word, lang)];
}

function othersOf({ row, words }: Form): string[][] {
  const own = words.join(' ');
  return row.forms.filter((each) => each !== own).map((each) => each.split(' '));
}
