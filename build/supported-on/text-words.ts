/** The words of a supported-on text, read from the left. */

const LATER = new Set(['later', 'higher', 'above', 'newer']);

/** Every `take…` leaves the words alone where it finds something else. */
export class TextWords {
  protected readonly words: readonly string[];
  protected at = 0;

  /** @param spaced A text whose words and signs blanks divide. */
  constructor(spaced: string) {
    this.words = spaced.split(' ').filter((word) => word !== '');
  }

  get done(): boolean {
    return this.at === this.words.length;
  }

  /** The next word, which stays. */
  protected get word(): string {
    return this.words[this.at] ?? '';
  }

  take(...words: readonly string[]): boolean {
    if (!words.every((word, index) => this.words[this.at + index] === word)) return false;
    this.at += words.length;
    return true;
  }

  /** "or later", "and above". */
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
