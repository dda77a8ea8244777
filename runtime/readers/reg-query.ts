/** Reads what `reg query` prints: a key a line, and below it its values behind four blanks. */
import { DEFAULT_NAME } from '../format/keys.ts';
import type { Collector } from './collect.ts';
import { entriesIn, listedContent, readTypeName } from './data.ts';
import { linesOf } from './encoding.ts';
import { quote } from './fault.ts';
import type { Pieces } from './types.ts';

const KEY = /^HKEY_[A-Z_]+(?:\\.*)?$/;
const INDENT = '    ';
const TYPE = /^REG_[A-Z_]+/;

/** Whether this is the first line and some of the others of what it prints. */
export function isRegQuery(first: string, lines: readonly string[]): boolean {
  return KEY.test(first) && lines.some((line) => line.includes(`${INDENT}REG_`));
}

export function* readRegQuery(text: string, collector: Collector): Pieces {
  let key: string | undefined;
  for (const { text: line } of linesOf(text, collector)) {
    yield;
    if (KEY.test(line)) key = line.trimEnd();
    else if (line.startsWith(INDENT)) {
      if (key === undefined) throw collector.fault('a value stands before the first key');
      readQueriedValue(line.slice(INDENT.length), key, collector);
    } else if (/^[^:]*: \d+ /.test(line) || line.trim() === '') key = line.trim() === '' ? key : undefined;
    else throw collector.fault(`${quote(line)} is neither a key nor a value`);
  }
}

function readQueriedValue(text: string, key: string, collector: Collector): void {
  // Names may hold blanks, and data what looks like a type: the first type that stands between blanks divides them.
  let end = text.indexOf(`${INDENT}REG_`);
  while (end !== -1 && !isTypeAt(text, end + INDENT.length)) end = text.indexOf(`${INDENT}REG_`, end + 1);
  if (end === -1) throw collector.fault('the line has no registry type');
  const name = text.slice(0, end);
  const [type = ''] = TYPE.exec(text.slice(end + INDENT.length, end + INDENT.length + 40)) ?? [];
  const data = text.slice(end + INDENT.length + type.length).replace(/^ {1,4}/, '');
  const value = DEFAULT_NAME.test(name) ? '' : name;
  if (value === '' && /^\([^()]*\)$/.test(data)) {
    collector.note('skipped', 'the default value is not set', { key });
    return;
  }
  const content = listedContent(type, data, (all) => entriesIn(all, '\\0'));
  collector.add({ key, value, ...content });
}

function isTypeAt(text: string, at: number): boolean {
  const [type = ''] = TYPE.exec(text.slice(at, at + 40)) ?? [];
  return (
    readTypeName(type) !== undefined && /^(?: {4}|$)/.test(text.slice(at + type.length, at + type.length + 4))
  );
}
