/** The words of a supported-on text, read from left to right. */

const LATER = new Set(['later', 'higher', 'above', 'newer']);

/** A text is not understood, and why. */
export class NotRead<W extends string> extends Error {
  readonly why: W;
  constructor(why: W) {
    super(why);
    this.why = why;
  }
}

/** Each `take…` advances only if it finds what it names. */
export class TextWords {
  protected readonly words: readonly string[];
  protected at = 0;

  /** @param spaced A text with blanks between words and signs. */
  constructor(spaced: string) {
    this.words = spaced.split(' ').filter((word) => word !== '');
  }

  get done(): boolean {
    return this.at === this.words.length;
  }

  /** The next word, without advancing. */
  protected get word(): string {
    return this.words[this.at] ?? '';
  }

  take(...words: readonly string[]): boolean {
    if (!words.every((word, index) => this.words[this.at + index] === word)) return false;
    this.at += words.length;
    return true;
  }

  /** Reads "or later", "and above" and the like. */
  takeLater(): boolean {
    const [join, word = ''] = this.words.slice(this.at, this.at + 2);
    if ((join !== 'or' && join !== 'and') || !this.isLater(word)) return false;
    this.at += 2;
    return true;
  }

  isLater(word: string): boolean {
    return LATER.has(word);
  }
}
