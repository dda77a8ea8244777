/** What the commands of scripts write: values whose key and name are literal, and a note for each other command. */
import type { Collector, Spot } from './collect.ts';
import { divided, entriesContent, listedContent } from './data.ts';
import { quote } from './fault.ts';
import { addRow, type Columns, type Role } from './rows.ts';

/** One argument. `computed`: what it is, is known only when the script runs. */
export interface CommandWord {
  text: string;
  computed?: boolean;
}

/** A command that may write a value, and cannot be read. */
export function unreadCommand(collector: Collector, spot: Spot, why: string): void {
  collector.note('unread-command', `a command was not read: ${why}`, spot);
}

const COLUMNS: Columns = new Map(
  (['key', 'value', 'type', 'data', 'action'] as const).map((role) => [role, role]),
);

/** A value that a command or a task names. `data` of undefined: it names none. */
export function addNamed(fields: Partial<Record<Role, unknown>>, collector: Collector, spot: Spot): void {
  addRow(COLUMNS, (role) => fields[role as Role], collector, spot);
}

/** Verbs of reg.exe that write values or take them away; the others read. */
const WRITES_OTHERWISE = new Set(['import', 'copy', 'restore', 'load']);

/** The words behind `reg`. */
export function readRegCommand(words: readonly CommandWord[], collector: Collector, spot: Spot): void {
  const [verb = { text: '' }, ...rest] = words;
  const name = verb.text.toLowerCase();
  if (WRITES_OTHERWISE.has(name)) {
    const [what] = rest;
    unreadCommand(collector, spot, `reg ${name} ${quote(what?.text ?? '')} writes what is not in this file`);
  } else if (name === 'add' || name === 'delete') {
    const parsed = parseOptions(rest);
    if (typeof parsed === 'string') unreadCommand(collector, spot, parsed);
    else if (name === 'add') regAdd(parsed, collector, spot);
    else regDelete(parsed, collector, spot);
  }
}

export const isRegVerb = (text: string): boolean => /^(?:add|delete|import|copy|restore|load)$/i.test(text);

interface Options {
  key: string;
  /** Empty: the default value. Undefined: none is named. */
  value?: string;
  all?: true;
  type?: string;
  separator?: string;
  data?: CommandWord;
}

const WITHOUT_WORD = new Set(['ve', 'va', 'f', 'reg:64']);

/** The options, or why they cannot be read. */
function parseOptions(words: readonly CommandWord[]): Options | string {
  const found = new Map<string, CommandWord>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? { text: '' };
    // A bracket that ends a block may stand right behind an option.
    const option = /^[/-]([a-z][a-z:\d]{0,9})\)*$/i.exec(word.text)?.[1]?.toLowerCase();
    const next = words[at + 1];
    if (option === 'reg:32') return 'it writes the 32-bit view of the registry (/reg:32)';
    if (option !== undefined && /^[vtsd]$/.test(option) && next !== undefined) {
      found.set(option, next);
      at++;
    } else if (option !== undefined && WITHOUT_WORD.has(option)) found.set(option, word);
    else if (option === undefined && !found.has('key')) found.set('key', word);
    else return `${quote(word.text)} is no option of reg`;
  }
  return optionsOf(found);
}

function optionsOf(found: ReadonlyMap<string, CommandWord>): Options | string {
  for (const option of ['key', 'v', 't', 's']) {
    const word = found.get(option);
    if (word?.computed) return `${quote(word.text)} is computed`;
  }
  const key = found.get('key')?.text ?? '';
  if (key === '') return 'it names no key';
  if (key.includes('"')) return 'a backslash stands before the quotation mark that should end its key';
  return {
    key,
    ...whereGiven('value', found.has('ve') ? '' : found.get('v')?.text),
    ...(found.has('va') && { all: true as const }),
    ...whereGiven('type', found.get('t')?.text),
    ...whereGiven('separator', found.get('s')?.text),
    ...whereGiven('data', found.get('d')),
  };
}

function whereGiven<K extends string, V>(name: K, content: V | undefined): Partial<Record<K, V>> {
  return content === undefined ? {} : ({ [name]: content } as Record<K, V>);
}

function regAdd(options: Options, collector: Collector, spot: Spot): void {
  const { key, value, type = 'REG_SZ', separator = '\\0', data } = options;
  if (value === undefined) {
    if (data !== undefined || options.type !== undefined) unreadCommand(collector, spot, 'it names no value');
    else collector.createsKey(key, spot);
  } else if (data?.computed) {
    collector.add({ key, value, unread: computedData(data.text) }, spot);
  } else if (data !== undefined && /^0\d/.test(data.text) && /DWORD|QWORD/i.test(type)) {
    collector.add(
      { key, value, unread: `${quote(data.text)} is decimal or octal: write it without leading zeros` },
      spot,
    );
  } else {
    const entries = (text: string) => entriesContent(text === '' ? [] : divided(text, separator));
    collector.add({ key, value, ...listedContent(type, data?.text, entries) }, spot);
  }
}

export function computedData(text: string): string {
  return `the data is computed when the script runs: ${quote(text)}`;
}

function regDelete({ key, value, all }: Options, collector: Collector, spot: Spot): void {
  if (all) collector.deletesValues(key, spot);
  else if (value !== undefined) collector.add({ key, value, delete: true }, spot);
  else collector.deletesKey(key, spot);
}
