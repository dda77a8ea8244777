/** The characters of a .reg file, read once from the beginning to the end. */
import { quote } from './fault.ts';
import { Scanner } from './scanner.ts';
import type { Pieces } from './types.ts';

const LINE = /[^\n]*\n?/y;
const WORD = /\w*/y;
const KIND = /[\w()]*/y;
const IN_QUOTES = /(?:[^"\\]+|\\["\\]){1,4096}/y;
const GAP = String.raw`(?:[ \t]|\\[ \t]*\r?\n){0,4096}`;
const BYTE = String.raw`${GAP}[\da-f]{1,2}(?!\w)`;
/** A backslash at the end of a line goes on in the next. */
const GOES_ON = new RegExp(GAP, 'y');
const FIRST_BYTE = new RegExp(BYTE, 'iy');
const MORE_BYTES = new RegExp(`(?:${GAP},${BYTE}){1,1024}`, 'iy');

export class RegScanner extends Scanner {
  expect(char: string, where: string): void {
    if (!this.take(char)) throw this.fault(`${char} is missing ${where}`);
  }

  skipBlanks(): void {
    while (/[ \t]/.test(this.peek())) this.at++;
  }

  /** The rest of the line, trimmed; each line counts. Registry Editor may read a carriage return alone as its end. */
  restOfLine(): string {
    const { line } = this;
    this.collector.count({ line });
    const text = this.match(LINE).trim();
    if (text.includes('\r'))
      throw this.fault('a carriage return stands in the line; save the file with CRLF', line);
    return text;
  }

  /** After an entry nothing but blanks and a comment may follow. */
  endOfEntry(): void {
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
    this.at++;
    const text = this.matchAll(IN_QUOTES);
    if (this.take('"')) return text.replace(/\\(.)/g, '$1');
    if (this.peek() === '')
      throw this.fault('the text that begins here lacks its closing quotation mark', line);
    const pair = quote(this.text.slice(this.at, this.at + 2));
    throw this.fault(`${pair} is not an escape: write two backslashes for one`);
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

  /** Bytes in hexadecimal with commas between them; undefined where there are more than the limit. */
  *bytes(): Pieces<Uint8Array | undefined> {
    const limit = this.collector.limits.maxValueBytes;
    const bytes: number[] = [];
    for (let part = this.match(FIRST_BYTE); part !== ''; part = this.match(MORE_BYTES)) {
      for (const digits of part.match(/\w+/g) ?? [])
        if (bytes.length <= limit) bytes.push(Number.parseInt(digits, 16));
      yield;
    }
    this.match(GOES_ON);
    const lacksByte = this.take(',') || (bytes.length === 0 && /[\da-f]/i.test(this.peek()));
    this.match(GOES_ON);
    if (this.peek() === '\\')
      throw this.fault('a backslash goes on in the next line, so nothing may follow it');
    if (lacksByte) throw this.fault(`${quote(this.word())} is not a byte: write two hexadecimal digits`);
    return bytes.length > limit ? undefined : Uint8Array.from(bytes);
  }
}
