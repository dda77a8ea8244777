/**
 * Reads .reg files: `Windows Registry Editor Version 5.00` and `REGEDIT4`. Stricter than regedit, which skips
 * lines that it cannot read: here the first such line ends the reading, so that no value is left out unnoticed.
 */
import { parseKey } from '../format/keys.ts';
import { boundedKey, type Collector, type TypedData, tooLarge } from './collect.ts';
import { typedBytes, typeName } from './data.ts';
import { fromWindows1252 } from './encoding.ts';
import { quote } from './fault.ts';
import { Scanner } from './scanner.ts';
import type { Pieces } from './types.ts';

const HEADERS = new Map([
  ['WINDOWS REGISTRY EDITOR VERSION 5.00', 5],
  ['REGEDIT4', 4],
]);

/** Whether this is the first line of a .reg file. */
export function isRegHeader(line: string): boolean {
  return HEADERS.has(line.trim().toUpperCase());
}

export function readReg(text: string, collector: Collector): Pieces {
  return new RegReader(text, collector).read();
}

const LINE = /[^\n]*\n?/y;
const WORD = /\w*/y;
const KIND = /[\w()]*/y;
const IN_QUOTES = /(?:[^"\\]|\\["\\]){1,4096}/y;
/** At most 256 line breaks: the pattern for 1,024 bytes stores each of them on its backtracking stack, which is limited. */
const GAP = String.raw`[ \t]*(?:\\[ \t]*\r?\n[ \t]*){0,256}`;
const BYTE = String.raw`${GAP}[\da-f]{1,2}(?!\w)`;
/** A backslash at the end of a line continues the data on the next. */
const GOES_ON = new RegExp(GAP, 'y');
const FIRST_BYTE = new RegExp(BYTE, 'iy');
const MORE_BYTES = new RegExp(`(?:${GAP},${BYTE}){1,1024}`, 'iy');

class RegReader extends Scanner {
  /** Strings in hexadecimal are UTF-16 in version 5 and ANSI in version 4. */
  #version = 5;
  /** The key that is open. Undefined before the first one. */
  #key: string | undefined;
  #deleted = false;

  *read(): Pieces {
    this.#readHeader();
    for (;;) {
      yield;
      this.#skipBlanks();
      const char = this.peek();
      if (char === '') return;
      if (char === ';' || char === '\n') this.#restOfLine();
      else if (char === '\r') this.at++;
      else if (char === '[') this.#readKey();
      else yield* this.#readValue();
    }
  }

  #readHeader(): void {
    let line = '';
    while (line === '' && this.peek() !== '') line = this.#restOfLine();
    const version = HEADERS.get(line.toUpperCase());
    const message = 'a .reg file begins with “Windows Registry Editor Version 5.00” or “REGEDIT4”';
    if (version === undefined) throw this.fault(message, 1);
    this.#version = version;
  }

  #readKey(): void {
    const { collector } = this;
    collector.spot = { line: this.line };
    // Keys may hold `]` and `;`: the last bracket of the line ends the key, and nothing but a comment may follow.
    const text = this.#restOfLine().replace(/\][ \t]*;[^\]]*$/, ']');
    if (!text.endsWith(']'))
      throw collector.fault(
        `the key ${quote(text)} lacks its closing bracket, or has more than a comment behind it`,
      );
    this.#deleted = text.startsWith('[-');
    const key = boundedKey(text.slice(this.#deleted ? 2 : 1, -1));
    if (key.trim() === '') throw collector.fault('the brackets name no key');
    if (!/^HK/i.test(key) || parseKey(key, true).hive === null)
      throw collector.fault(`${quote(text)} does not begin with a hive, such as HKEY_LOCAL_MACHINE`);
    this.#key = key;
    if (this.#deleted) collector.deletesKey(key);
  }

  *#readValue(): Pieces {
    const { collector } = this;
    collector.spot = { line: this.line };
    const value = this.#readName();
    this.#skipBlanks();
    this.#expect('=', 'after the name of the value');
    this.#skipBlanks();
    const typed = yield* this.#readData();
    this.#endOfEntry();
    const key = this.#key;
    if (key === undefined) throw collector.fault('a value stands before the first key');
    if (this.#deleted) {
      collector.note('skipped', 'the value stands below a key that is deleted', { key, value });
    } else collector.add({ key, value, ...typed });
  }

  /** `@` is the default value. */
  #readName(): string {
    if (this.take('@')) return '';
    if (this.peek() === '"') return this.#quoted();
    throw this.fault('a line is a [key], a "name"=… or a ; comment, but this one is not');
  }

  *#readData(): Pieces<TypedData | { delete: true }> {
    const { collector, line } = this;
    if (this.take('-')) return { delete: true };
    if (this.peek() === '"') return { type: 'REG_SZ', data: this.#quoted() };
    const kind = this.match(KIND).toLowerCase();
    this.#expect(':', `after the kind of data ${quote(kind)}`);
    this.#skipBlanks();
    if (kind === 'dword') return { type: 'REG_DWORD', data: this.#readDword() };
    const type = /^hex(?:\(([\da-f]{1,8})\))?$/.exec(kind);
    if (type === null) {
      throw this.fault(`${quote(kind)} is not a kind of data: write "text", dword:, hex:, hex(2): or -`);
    }
    const number = Number.parseInt(type[1] ?? '3', 16);
    const bytes = yield* this.#bytes();
    if (bytes === undefined) return { type: typeName(number), unread: tooLarge(collector.limits) };
    if (this.#version !== 4) return typedBytes(number, bytes);
    return typedBytes(number, bytes, (text) => {
      const message = 'text of a REGEDIT4 file was read as windows-1252, which it may not be';
      if (text.some((byte) => byte > 0x7f)) collector.note('encoding', message, {}, { line });
      return fromWindows1252(text);
    });
  }

  #readDword(): number {
    const digits = this.match(WORD);
    if (!/^[\da-f]{1,8}$/i.test(digits)) {
      throw this.fault(`${quote(digits)} is not a dword: write 1 to 8 hexadecimal digits`);
    }
    return Number.parseInt(digits, 16);
  }

  #expect(char: string, where: string): void {
    if (!this.take(char)) throw this.fault(`${char} is missing ${where}`);
  }

  #skipBlanks(): void {
    while (/[ \t]/.test(this.peek())) this.at++;
  }

  /** The rest of the line, trimmed; each line counts. Registry Editor may read a carriage return alone as a line break. */
  #restOfLine(): string {
    const { line } = this;
    this.collector.count({ line });
    const text = this.match(LINE).trim();
    if (text.includes('\r'))
      throw this.fault('a carriage return stands in the line; save the file with CRLF', line);
    return text;
  }

  /** After an entry nothing but blanks and a comment may follow. */
  #endOfEntry(): void {
    const { line } = this;
    const rest = this.#restOfLine();
    if (rest !== '' && !rest.startsWith(';')) {
      throw this.fault(`${quote(rest)} follows the data; is a quotation mark missing?`, line);
    }
  }

  /**
   * A text in quotation marks, which may hold line breaks: regedit exports them as they are. `\\` and `\"` are the
   * only escapes.
   */
  #quoted(): string {
    const { line } = this;
    this.at++;
    const text = this.matchAll(IN_QUOTES);
    if (this.take('"')) return text.replace(/\\(.)/g, '$1');
    if (this.peek() === '')
      throw this.fault('the text that begins here lacks its closing quotation mark', line);
    const pair = quote(this.text.slice(this.at, this.at + 2));
    throw this.fault(`${pair} is not an escape: write two backslashes for one`);
  }

  /** Bytes in hexadecimal with commas between them; undefined where there are more than the limit. */
  *#bytes(): Pieces<Uint8Array | undefined> {
    const limit = this.collector.limits.maxValueBytes;
    const bytes: number[] = [];
    for (let part = this.match(FIRST_BYTE); part !== ''; part = this.match(MORE_BYTES)) {
      for (const digits of part.match(/\w+/g) ?? [])
        if (bytes.length <= limit) bytes.push(Number.parseInt(digits, 16));
      yield;
    }
    this.match(GOES_ON);
    const lacksByte = bytes.length === 0 ? /[\da-f]/i.test(this.peek()) : this.take(',');
    this.match(GOES_ON);
    if (this.peek() === '\\')
      throw this.fault('a backslash goes on in the next line, so nothing may follow it');
    if (lacksByte) throw this.fault(`${quote(this.match(WORD))} is not a byte: write two hexadecimal digits`);
    return bytes.length > limit ? undefined : Uint8Array.from(bytes);
  }
}
