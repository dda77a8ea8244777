/**
 * Reads .reg files: `Windows Registry Editor Version 5.00` and `REGEDIT4`. Stricter than regedit, which skips
 * lines that it cannot read: here the first such line ends the reading, so that no value is left out unnoticed.
 */
import { parseKey } from '../format/keys.ts';
import { boundedKey, type Collector, type TypedData, tooLarge } from './collect.ts';
import { typedBytes, typeName } from './data.ts';
import { fromWindows1252 } from './encoding.ts';
import { quote, ReadFault } from './fault.ts';
import { RegScanner } from './reg-scanner.ts';
import type { Pieces } from './types.ts';

const HEADERS = new Map([
  ['WINDOWS REGISTRY EDITOR VERSION 5.00', 5],
  ['REGEDIT4', 4],
]);

/** Whether this is the first line of a .reg file. */
export function isRegHeader(line: string): boolean {
  return HEADERS.has(line.trim().toUpperCase());
}

interface State {
  scanner: RegScanner;
  collector: Collector;
  /** Strings in hexadecimal are UTF-16 in version 5 and ANSI in version 4. */
  version: number;
  /** The key that is open. Undefined before the first one. */
  key: string | undefined;
  deleted: boolean;
}

export function* readReg(text: string, collector: Collector): Pieces {
  const scanner = new RegScanner(text, collector);
  const version = readHeader(scanner);
  const state: State = { scanner, collector, version, key: undefined, deleted: false };
  for (;;) {
    yield;
    scanner.skipBlanks();
    const char = scanner.peek();
    if (char === '') return;
    if (char === ';' || char === '\n') scanner.restOfLine();
    else if (char === '\r') scanner.at++;
    else if (char === '[') readKey(state);
    else yield* readValue(state);
  }
}

function readHeader(scanner: RegScanner): number {
  let line = '';
  while (line === '' && scanner.peek() !== '') line = scanner.restOfLine();
  const version = HEADERS.get(line.toUpperCase());
  if (version !== undefined) return version;
  const message = 'a .reg file begins with “Windows Registry Editor Version 5.00” or “REGEDIT4”';
  throw new ReadFault(message, { line: 1 });
}

function readKey(state: State): void {
  const { scanner, collector } = state;
  collector.spot = { line: scanner.line };
  const text = withoutComment(scanner.restOfLine());
  if (!text.endsWith(']')) throw collector.fault(`the key ${quote(text)} lacks its closing bracket`);
  const name = text.slice(1, -1);
  state.deleted = name.startsWith('-');
  state.key = boundedKey(state.deleted ? name.slice(1) : name);
  if (state.key.trim() === '') throw collector.fault('the brackets name no key');
  if (!/^HK/i.test(state.key) || parseKey(state.key, true).hive === null)
    throw collector.fault(`${quote(text)} does not begin with a hive, such as HKEY_LOCAL_MACHINE`);
  if (state.deleted) collector.deletesKey(state.key);
}

/** Keys may hold `]` and `;`: the last bracket of the line ends the key, but for one that a comment follows. */
function withoutComment(text: string): string {
  if (text.endsWith(']')) return text;
  const end = text.search(/\][ \t]*;/);
  return end === -1 ? text : text.slice(0, end + 1);
}

function* readValue(state: State): Pieces {
  const { scanner, collector, key } = state;
  collector.spot = { line: scanner.line };
  const value = readName(scanner);
  scanner.skipBlanks();
  scanner.expect('=', 'after the name of the value');
  scanner.skipBlanks();
  const typed = yield* readData(state);
  scanner.endOfEntry();
  if (key === undefined) throw collector.fault('a value stands before the first key');
  if (state.deleted) {
    collector.note('skipped', 'the value stands below a key that is deleted', { key, value });
  } else collector.add({ key, value, ...typed });
}

/** `@` is the default value. */
function readName(scanner: RegScanner): string {
  if (scanner.take('@')) return '';
  if (scanner.peek() === '"') return scanner.quoted();
  throw scanner.fault('a line is a [key], a "name"=… or a ; comment, but this one is not');
}

function* readData(state: State): Pieces<TypedData | { delete: true }> {
  const { scanner, collector } = state;
  const { line } = scanner;
  if (scanner.take('-')) return { delete: true };
  if (scanner.peek() === '"') return { type: 'REG_SZ', data: scanner.quoted() };
  const kind = scanner.kind();
  if (kind === 'dword') return { type: 'REG_DWORD', data: readDword(scanner) };
  const type = /^hex(?:\(([\da-f]{1,8})\))?$/.exec(kind);
  if (type === null) {
    throw scanner.fault(`${quote(kind)} is not a kind of data: write "text", dword:, hex:, hex(2): or -`);
  }
  const number = Number.parseInt(type[1] ?? '3', 16);
  const bytes = yield* scanner.bytes();
  if (bytes === undefined) return { type: typeName(number), unread: tooLarge(collector.limits) };
  if (state.version !== 4) return typedBytes(number, bytes);
  return typedBytes(number, bytes, (text) => {
    const message = 'text of a REGEDIT4 file was read as windows-1252, which it may not be';
    if (text.some((byte) => byte > 0x7f)) collector.note('encoding', message, {}, { line });
    return fromWindows1252(text);
  });
}

function readDword(scanner: RegScanner): number {
  const digits = scanner.word();
  if (!/^[\da-f]{1,8}$/i.test(digits)) {
    throw scanner.fault(`${quote(digits)} is not a dword: write 1 to 8 hexadecimal digits`);
  }
  return Number.parseInt(digits, 16);
}
