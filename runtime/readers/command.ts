/** Reads the commands of scripts: values whose key and name are literal, and a note for each other command. */
import { hex, parseKey } from '../format/keys.ts';
import { utf16 } from '../format/text.ts';
import { differsInView32 } from '../format/view-32.ts';
import type { Collector, TypedData } from './collect.ts';
import { entriesIn, listedContent } from './data.ts';
import { quote, type ReadFault } from './fault.ts';

/** One argument. `computed`: its text is known only when the script runs. `varies`: why a program may receive another text. */
export interface CommandWord {
  text: string;
  computed?: boolean;
  varies?: string;
}

/** Adds a note on a command that may write a value and cannot be read. */
export function unreadCommand(collector: Collector, why: string, line?: number): void {
  if (line !== undefined) collector.spot = { line };
  collector.note('unread-command', `a command was not read: ${why}`);
}

/** Notes a fault that ends the reading of a script. Returns false where it is a limit, which is one for the whole file. */
export function noteEnd({ message, place }: ReadFault, collector: Collector): boolean {
  const isLimit = message.endsWith('split it') || collector.notes.length >= collector.limits.maxItems;
  if (isLimit || place.line === undefined) return false;
  collector.note('unread-command', `from here on no command was read: ${message}`, {}, { line: place.line });
  return true;
}

/** Verbs of reg.exe that write values from elsewhere. */
const WRITES_OTHERWISE = ['import', 'copy', 'restore', 'load'];
/** Verbs that write or delete values; the others read. */
const VERBS = ['add', 'delete', ...WRITES_OTHERWISE].join('|');

const VIEW_32 = 'it writes the 32-bit view of the registry (/reg:32, SysWOW64)';

/** `reg`, as it is called, and the words behind it. */
export function readRegCommand(reg: string, words: readonly CommandWord[], collector: Collector): void {
  const [verb = { text: '' }, ...rest] = words;
  const name = verb.text.toLowerCase();
  if (WRITES_OTHERWISE.includes(name)) {
    const [{ text: what } = { text: '' }] = rest;
    if (!collector.carries(what))
      unreadCommand(collector, `reg ${name} ${quote(what)} writes what is not in this file`);
    return;
  }
  if (name !== 'add' && name !== 'delete') return;
  const options = parseOptions(rest, /\bsyswow64\b/i.test(reg));
  if (typeof options === 'string') {
    unreadCommand(collector, options);
    return;
  }
  const key = options.key?.text ?? '';
  const value = options.ve ? '' : options.v?.text;
  if (name === 'add') regAdd(options, key, value, collector);
  else if (options.va) collector.deletesValues(key);
  else if (value !== undefined) collector.add({ key, value, delete: true });
  else collector.deletesKey(key);
}

const VERB = new RegExp(`^(?:${VERBS})$`, 'i');
const HIVE = /^HK(?:LM|CU|CR|CC|U|EY_\w+)\b/i;

/** Whether a word calls reg.exe, with its path, and with what a block or a prompt puts before it. */
export function isReg(text: string): boolean {
  return /^(?:[@(]*|.*[\\/>])reg(?:\.exe)?$/i.test(text.slice(-300));
}

/** Places of verbs after `reg`, or after a program whose name may be in a variable if a key follows. */
export function regVerbsIn(words: readonly CommandWord[]): number[] {
  return [...words.keys()].filter(
    (at) =>
      VERB.test(words[at]?.text ?? '') &&
      (isReg(words[at - 1]?.text ?? '') || HIVE.test(words[at + 1]?.text ?? '')),
  );
}

/** `reg add` in a text that another program runs. */
export const NESTED_REG = new RegExp(String.raw`(?:^|[\s\\/"'(=])reg(?:\.exe)?"? +(?:${VERBS})\b`, 'i');

/** Cmdlets for items, and aliases. Of several before a key the last one counts: each would be tried with the same text. */
const BY_ITEM = String.raw`\b(?:(?:set|new|remove|clear|copy|move|rename)-item|[nrs]i|[rs]p|rm|del)\s`;
const BY_KEY = String.raw`${BY_ITEM}(?:(?!${BY_ITEM}).){0,99}\bHK\w{2,3}:`;

/** A command that writes, in a text that PowerShell runs. */
export const NESTED = new RegExp(
  [
    NESTED_REG.source,
    String.raw`\b(?:(?:set|new|remove|clear|copy|move|rename)-itemproperty|(?:set|remove)-gpregistryvalue)\s`,
    BY_KEY,
  ].join('|'),
  'i',
);

/** Other ways to write values, in a text that reg does not begin: programs, a command in a variable, the key of a .reg file. */
export const OTHER_WRITERS = new RegExp(
  [
    String.raw`\b(?!Get)[a-z]{1,20}-(?:ItemProperty|GPRegistryValue|PolicyFileEntry)\b`,
    BY_KEY,
    String.raw`\bregedi?t(?:32)?(?:\.exe)?(?="? +(?!/e\b)\S)`,
    String.raw`\breg(?:\.exe)?(?="? +[%!]\S)|(?<![a-z])regini\b`,
    String.raw`(?<![a-z])lgpo(?:\.exe)?(?="? +/(?!parse\b|b\b|\?))`,
    String.raw`\bsecedit(?:\.exe)?"? +/(?:configure|import)\b`,
    String.raw`\b(?:StdRegProv|RegWrite|SetValue|InstallHinfSection|InfDefaultInstall)\b`,
    String.raw`=reg(?:\.exe)?"? +(?:/f +)?(?:add|delete)\b`,
    String.raw`^[ \t]*\[-?HK(?:LM|CU|CR|U|EY_)`,
  ].join('|'),
  'im',
);

/** A text that is a command of reg, or its arguments alone (what follows the verb is no prose), or holds a .reg file or MDM settings. */
export const REG_TEXT = new RegExp(
  String.raw`^\s*(?:(?:cmd\S* +)?/[ck] +)?["']?(?:(?:[^\s"']*\\)?reg(?:\.exe)?["']? +(?:${VERBS}) +(?:$|HK|\S*[\\$%"'\x60]|\S+\.\w)|(?:add|delete) +\S?HK(?:LM|CU|CR|U|EY_)|Windows Registry Editor Version|REGEDIT4\n|\[-?HKEY_\w+\\)|(?:^|["'\s])\./(?:Device/|User/)?Vendor/MSFT/\w|"settingDefinitionId"\s*:`,
  'i',
);

/** A file of another script, or of values that regedit imports, as a word or within a text. */
export const SCRIPT =
  /\.(?:ps[dm]?1|cmd|bat|vbs|wsf|reg(?<!(?:(?:^|[\s"'])export|[-/]e) [^&|;]{1,99}))(?![\w.-])/i;

/** Whether a word names such a file, and `reg export` or `regedit /e` before it does not write it. */
export function namesScript(words: readonly { text: string }[], at: number): boolean {
  if (!SCRIPT.test(words[at]?.text ?? '')) return false;
  const last = words.slice(Math.max(at - 4, 0), at + 1);
  return SCRIPT.test(last.map(({ text }) => text).join(' '));
}

const SHELL = /(?:^|[\\/@("'])(?:powershell|pwsh)(?:\.exe)?["']?$/i;
/** `-EncodedCommand`, which may be abbreviated. */
const ENCODED = /^["']?[-/]e(?:c|n[a-z]*)?$/i;

/** Whether PowerShell is started with a command in Base64. */
export function startsEncoded(words: readonly CommandWord[]): boolean {
  // Most statements name no shell: splitting the words of all took a fifth of the time of a script.
  const named = words.findIndex(({ text }) => /powershell|pwsh/i.test(text));
  if (named === -1) return false;
  const parts = words.slice(named).flatMap(({ text }) => text.split(/\s+/));
  const shell = parts.findIndex((part) => SHELL.test(part.slice(-300)));
  return shell !== -1 && parts.slice(shell).some((part) => ENCODED.test(part));
}

/** Options by their names, and `key`. */
type Options = Partial<Record<string, CommandWord>>;

/** The options, or why they cannot be read. @param is32 A 32-bit program reads them. */
function parseOptions(words: readonly CommandWord[], is32: boolean): Options | string {
  const found: Options = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? { text: '' };
    // A bracket that ends a block may follow an option without a blank.
    const option = /^[/-](?:([vtsd])|(ve|va|f|reg:(?:32|64)))\)*$/i.exec(word.text.toLowerCase());
    const next = words[at + 1];
    if (option?.[1] !== undefined && next !== undefined) {
      found[option[1]] = next;
      at++;
    } else if (option?.[2] !== undefined) found[option[2]] = word;
    else if (found.key === undefined && !/^[/-][a-z][a-z:\d]{0,9}\)*$/i.test(word.text))
      found.key = withoutMachine(word);
    else return `${quote(word.text)} is no option of reg`;
  }
  return unclearOption(found, is32) ?? found;
}

/**
 * Of `\\%PC%\HKLM\…` only the machine is computed, and the answer is the same for each. A word that may be computed
 * further on, that ends a block, or that holds a quotation mark stays as it is.
 */
function withoutMachine(word: CommandWord): CommandWord {
  const path = /^\\\\[^\\]+\\(HK(?:LM|U|EY_LOCAL_MACHINE|EY_USERS)\\[^%!$")]+)$/i.exec(word.text)?.[1];
  return word.computed && path !== undefined ? { text: path } : word;
}

/** Why the options cannot be read. */
function unclearOption(found: Options, is32: boolean): string | undefined {
  const computed = [found.key, found.v, found.t, found.s].find((word) => word?.computed);
  if (computed !== undefined) return `${quote(computed.text)} is computed`;
  const varies = (found.ve ? [found.key] : [found.key, found.v]).find((word) => word?.varies);
  if (varies !== undefined) return varies.varies;
  const key = found.key?.text ?? '';
  if (key === '') return 'it names no key';
  if (is32 || found['reg:32']) {
    const read = parseKey(key);
    if (differsInView32(read.hive, read.key)) return VIEW_32;
  }
  return key.includes('"')
    ? 'a backslash stands before the quotation mark that should end its key'
    : undefined;
}

/** @param value Its name; empty for the default value, undefined if none is named. */
function regAdd({ t, d, s }: Options, key: string, value: string | undefined, collector: Collector): void {
  const type = t?.text ?? 'REG_SZ';
  if (value === undefined) {
    if (d !== undefined || t !== undefined) unreadCommand(collector, 'it names no value');
    else collector.createsKey(key);
  } else if (d?.computed || d?.varies) {
    collector.add({ key, value, unread: d.varies ?? computedData(d.text) });
  } else if (d !== undefined && /^0+(?:[89]|[1-9]\d)/.test(d.text) && /DWORD|QWORD/i.test(type)) {
    const unread = `${quote(d.text)} is decimal or octal: write it without leading zeros`;
    collector.add({ key, value, unread });
  } else {
    // Of REG_NONE the data is the text, not its digits.
    const data = d && /^REG_NONE$/i.test(type) ? hex(utf16(`${d.text}\0`)) : d?.text;
    const content = listedContent(type, data, (text) => regEntries(text, s?.text ?? '\\0'));
    collector.add({ key, value, ...content });
  }
}

/** A separator at the end belongs to the last entry; two in a row reg refuses. */
function regEntries(text: string, separator: string): TypedData {
  const content = entriesIn(text.endsWith(separator) ? text.slice(0, -separator.length) : text, separator);
  if (![content.data].flat().includes('')) return content;
  return { type: 'REG_MULTI_SZ', unread: `reg refuses an empty entry: ${quote(text)}` };
}

export function computedData(text: string): string {
  return `the data is computed when the script runs: ${quote(text)}`;
}
