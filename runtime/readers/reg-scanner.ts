/** The characters of a .reg file, read once from the beginning to the end. */
import { quote, ReadFault } from './fault.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export class RegScanner {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The number of the line of the next character. */
  get line(): number {
    return this.#line;
  }

  ended(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The next character; empty at the end. */
  peek(): string {
    return this.#text.charAt(this.#at);
  }

  take(char: string): boolean {
    if (this.peek() !== char) return false;
    this.#at++;
    return true;
  }

  expect(char: string, where: string): void {
    if (!this.take(char)) throw this.fault(`${char} is missing ${where}`);
  }

  fault(message: string): ReadFault {
    return new ReadFault(message, { line: this.#line });
  }

  skipBlanks(): void {
    while (this.peek() === ' ' || this.peek() === '\t') this.#at++;
  }

  skipLine(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end === -1 ? this.#text.length : end + 1;
    if (end !== -1) this.#line++;
  }

  /** What is left of the line, trimmed. */
  restOfLine(): string {
    const start = this.#at;
    this.skipLine();
    return this.#text.slice(start, this.#at).trim();
  }

  /** After an entry nothing but blanks and a comment may follow. */
  endOfEntry(): void {
    this.skipBlanks();
    const { line } = this;
    const rest = this.restOfLine();
    if (rest !== '' && !rest.startsWith(';')) {
      throw new ReadFault(`${quote(rest)} follows the data; is a quotation mark missing?`, { line });
    }
  }

  /**
   * A text in quotation marks, which may hold line breaks: regedit exports them as they are. `\\` and `\"` are the
   * only escapes.
   */
  quoted(): string {
    const { line } = this;
    let text = '';
    let start = ++this.#at;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(code))
        throw new ReadFault('the text that begins here lacks its closing quotation mark', { line });
      if (code === QUOTE) return text + this.#text.slice(start, this.#at++);
      if (code === BACKSLASH) {
        text += this.#text.slice(start, this.#at);
        start = this.#escaped();
      } else if (code === 0x0a) this.#line++;
      this.#at++;
    }
  }

  /** Stands on the backslash; moves to the character that it escapes, and returns its position. */
  #escaped(): number {
    const next = this.#text.charCodeAt(++this.#at);
    if (next === QUOTE || next === BACKSLASH) return this.#at;
    const pair = quote(`\\${this.#text.charAt(this.#at)}`);
    throw this.fault(`${pair} is not an escape: write two backslashes for one`);
  }

  /** The kind of data before a colon, in lower case: `dword`, `hex(2)`. */
  kind(): string {
    const start = this.#at;
    while (/[\w()]/.test(this.peek())) this.#at++;
    const name = this.#text.slice(start, this.#at).toLowerCase();
    this.expect(':', `after the kind of data ${quote(name)}`);
    this.skipBlanks();
    return name;
  }

  word(): string {
    const start = this.#at;
    while (/\w/.test(this.peek())) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  /**
   * Bytes in hexadecimal with commas between them; a backslash at the end of a line goes on in the next.
   * Undefined where there are more than `limit`.
   */
  bytes(limit: number): Uint8Array | undefined {
    const bytes: number[] = [];
    this.#continueLine();
    if (!/[\da-f]/i.test(this.peek())) return Uint8Array.from(bytes);
    for (;;) {
      const digits = this.word();
      if (!/^[\da-f]{1,2}$/i.test(digits))
        throw this.fault(`${quote(digits)} is not a byte: write two hexadecimal digits`);
      if (bytes.length <= limit) bytes.push(Number.parseInt(digits, 16));
      this.#continueLine();
      if (!this.take(',')) return bytes.length > limit ? undefined : Uint8Array.from(bytes);
      this.#continueLine();
    }
  }

  #continueLine(): void {
    this.skipBlanks();
    while (this.take('\\')) {
      this.skipBlanks();
      this.take('\r');
      if (!this.take('\n'))
        throw this.fault('a backslash goes on in the next line, so nothing may follow it');
      this.#line++;
      this.skipBlanks();
    }
  }
}
