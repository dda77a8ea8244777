/** The characters of a .reg file, read once from the beginning to the end. */
import { unescaped } from './encoding.ts';
import { quote } from './fault.ts';
import { Scanner } from './scanner.ts';
import type { Pieces } from './types.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_BREAK = 0x0a;
const BLANK = 0x20;
const TAB = 0x09;
const COMMA = 0x2c;
const WORD = /\w*/y;
const KIND = /[\w()]*/y;

/** Bytes of data between two yields. */
const PIECE = 1024;

export class RegScanner extends Scanner {
  /** One buffer for the bytes of each value, of the largest size: an array of numbers takes eight times the memory. */
  #bytes = new Uint8Array();

  ended(): boolean {
    return this.at >= this.text.length;
  }

  expect(char: string, where: string): void {
    if (!this.take(char)) throw this.fault(`${char} is missing ${where}`);
  }

  skipBlanks(): void {
    while (this.#code() === BLANK || this.#code() === TAB) this.at++;
  }

  /** Skips the rest of the line; each line counts towards the limit. */
  skipLine(): void {
    this.collector.count({ line: this.line });
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end + 1;
    if (end !== -1) this.line++;
  }

  /** The rest of the line, trimmed. Registry Editor may read a carriage return alone as its end. */
  restOfLine(): string {
    const { line, at } = this;
    this.skipLine();
    const text = this.text.slice(at, this.at).trim();
    if (text.includes('\r'))
      throw this.fault('a carriage return stands in the line; save the file with CRLF', line);
    return text;
  }

  /** After an entry nothing but blanks and a comment may follow. */
  endOfEntry(): void {
    this.skipBlanks();
    const { line } = this;
    const rest = this.restOfLine();
    if (rest !== '' && !rest.startsWith(';')) {
      throw this.fault(`${quote(rest)} follows the data; is a quotation mark missing?`, line);
    }
  }

  /**
   * A text in quotation marks, which may hold line breaks: regedit exports them as they are. `\\` and `\"` are the
   * only escapes.
   */
  quoted(): string {
    const { line } = this;
    const start = ++this.at;
    for (let code = this.#code(); code !== QUOTE; code = this.#code()) {
      if (Number.isNaN(code))
        throw this.fault('the text that begins here lacks its closing quotation mark', line);
      if (code === BACKSLASH) {
        this.at++;
        if (this.#code() !== QUOTE && this.#code() !== BACKSLASH) {
          const pair = quote(`\\${this.peek()}`);
          throw this.fault(`${pair} is not an escape: write two backslashes for one`);
        }
      } else if (code === LINE_BREAK) this.line++;
      this.at++;
    }
    const text = this.text.slice(start, this.at++);
    return unescaped(text, '\\');
  }

  #code(): number {
    return this.text.charCodeAt(this.at);
  }

  /** The kind of data before a colon, in lower case: `dword`, `hex(2)`. */
  kind(): string {
    const name = this.match(KIND).toLowerCase();
    this.expect(':', `after the kind of data ${quote(name)}`);
    this.skipBlanks();
    return name;
  }

  word(): string {
    return this.match(WORD);
  }

  /**
   * Bytes in hexadecimal with commas between them; a backslash at the end of a line goes on in the next. Valid until the
   * next call; undefined where there are more than the limit.
   */
  *bytes(): Pieces<Uint8Array | undefined> {
    const limit = this.collector.limits.maxValueBytes;
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(Math.min(limit, this.text.length));
    let length = 0;
    this.#continueLine();
    if (this.#digit(this.at) === -1) return this.#bytes.subarray(0, 0);
    for (;;) {
      // What is written past the end of such an array is dropped.
      this.#bytes[length++] = this.#byte();
      if (this.#code() !== COMMA) this.#continueLine();
      if (this.#code() !== COMMA) return length > limit ? undefined : this.#bytes.subarray(0, length);
      if (length % PIECE === 0) yield;
      this.at++;
      if (this.#digit(this.at) === -1) this.#continueLine();
    }
  }

  #byte(): number {
    const start = this.at;
    const first = this.#digit(start);
    const second = this.#digit(start + 1);
    this.at += second === -1 ? 1 : 2;
    if (first === -1 || (this.#code() !== COMMA && /\w/.test(this.peek()))) {
      this.at = start;
      throw this.fault(`${quote(this.word())} is not a byte: write two hexadecimal digits`);
    }
    return second === -1 ? first : 16 * first + second;
  }

  /** Value of the hexadecimal digit there; -1 for another character. */
  #digit(at: number): number {
    const code = at < this.text.length ? this.text.charCodeAt(at) : 0;
    if (code >= 0x30 && code <= 0x39) return code - 0x30;
    const letter = (code | 0x20) - 0x61;
    return letter >= 0 && letter < 6 ? letter + 10 : -1;
  }

  #continueLine(): void {
    this.skipBlanks();
    while (this.#code() === BACKSLASH) {
      this.at++;
      this.skipBlanks();
      this.take('\r');
      if (!this.take('\n'))
        throw this.fault('a backslash goes on in the next line, so nothing may follow it');
      this.line++;
      this.skipBlanks();
    }
  }
}
