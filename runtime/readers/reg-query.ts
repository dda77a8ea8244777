/** Reads what `reg query` prints: a key a line, and below it its values behind four blanks. */
import { DEFAULT_NAME } from '../format/keys.ts';
import type { Collector } from './collect.ts';
import { entriesIn, listedContent, TYPE_NAMES } from './data.ts';
import { linesOf } from './encoding.ts';
import { quote } from './fault.ts';
import type { Pieces } from './types.ts';

const KEY = /^HKEY_[A-Z_]+(?:\\.*)?$/;
const INDENT = '    ';
/** Names may hold blanks, and data may hold the name of a type: the first type between four blanks ends the name. */
const VALUE = new RegExp(`^${INDENT}(.*?)${INDENT}(${TYPE_NAMES.join('|')})(?:${INDENT}(.*))?$`, 's');

/** Whether `first` and `lines` begin the output of `reg query`. */
export function isRegQuery(first: string, lines: readonly string[]): boolean {
  return KEY.test(first) && lines.some((line) => line.includes(`${INDENT}REG_`));
}

export function* readRegQuery(text: string, collector: Collector): Pieces {
  let key: string | undefined;
  for (const line of linesOf(text, collector)) {
    yield;
    if (KEY.test(line)) key = line.trimEnd();
    else if (line.startsWith(INDENT)) {
      if (key === undefined) throw collector.fault('a value stands before the first key');
      readQueriedValue(line, key, collector);
    } else if (/^[^:]*: \d+ /.test(line) || line.trim() === '') key = line.trim() === '' ? key : undefined;
    else throw collector.fault(`${quote(line)} is neither a key nor a value`);
  }
}

function readQueriedValue(line: string, key: string, collector: Collector): void {
  const [, name, type = '', data = ''] = VALUE.exec(line) ?? [];
  if (name === undefined) throw collector.fault('the line has no registry type');
  const value = DEFAULT_NAME.test(name) ? '' : name;
  if (value === '' && /^\([^()]*\)$/.test(data)) {
    collector.note('skipped', 'the default value is not set', { key });
    return;
  }
  const content = listedContent(type, data, (all) => entriesIn(all, '\\0'));
  collector.add({ key, value, ...content });
}
