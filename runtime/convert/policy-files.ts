/** The forms that Windows and its policy tools read: .reg, Registry.pol, LGPO text and PolicyRules. */
import { hex } from '../format/keys.ts';
import { base64 } from '../format/text.ts';
import { bytePairs, littleEndian, storedBytes, typeNumber, utf16 } from './bytes.ts';
import {
  HALF_PAIR,
  hasText,
  NO_DEFAULT,
  type RegistryForm,
  type RegistryValue,
  type Unwritable,
  type WrittenValue,
} from './registry.ts';

/** Registration files, version 5.00, as Registry Editor writes and reads them: UTF-16 with a byte order mark. */
export const reg: RegistryForm = {
  mediaType: 'text/x-registry; charset=utf-16le',
  rules: [HALF_PAIR],
  write(values) {
    const keys = new Map<string, string[]>();
    for (const value of values) {
      const key = `${{ HKLM: 'HKEY_LOCAL_MACHINE', HKCU: 'HKEY_CURRENT_USER' }[value.hive]}\\${value.key}`;
      const lines = keys.get(key.toLowerCase()) ?? [`[${key}]`];
      lines.push(regLine(value));
      keys.set(key.toLowerCase(), lines);
    }
    const sections = [...keys.values()].flatMap((lines) => [...lines, '']);
    return ['Windows Registry Editor Version 5.00', '', ...sections, ''].join('\r\n');
  },
};

function regLine(value: RegistryValue): string {
  const name = value.name === '' ? '@' : regQuoted(value.name);
  if (value.delete) return `${name}=-`;
  const { type, data } = value;
  // Quoted text ends at its line; what it cannot hold is written as bytes.
  if (type === 'REG_SZ' && !/[\0\r\n]/.test(String(data))) return `${name}=${regQuoted(String(data))}`;
  if (type === 'REG_DWORD') return `${name}=dword:${Number(data).toString(16).padStart(8, '0')}`;
  const kind = type === 'REG_BINARY' ? 'hex' : `hex(${typeNumber(type).toString(16)})`;
  return `${name}=${kind}:${bytePairs(hex(storedBytes(value))).join(',')}`;
}

function regQuoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** A deletion as policy has it: an instruction, with data that is not used. */
function policyEntry(value: RegistryValue, data: string): WrittenValue {
  return value.delete
    ? { ...value, name: `**del.${value.name}`, type: 'REG_SZ', data, delete: undefined }
    : value;
}

/** A value name that begins so is an instruction ([MS-GPREG] 2.2.1). */
const INSTRUCTION: Unwritable = [(t) => t.instruction, ({ name }) => name.startsWith('**')];

/** Registry.pol ([MS-GPREG] 2.2.1): one hive a file, which its folder (Machine or User) tells. In base64. */
export const pol: RegistryForm = {
  mediaType: 'application/octet-stream',
  rules: [
    INSTRUCTION,
    // The Group Policy editor writes such an entry to create a key.
    [(t) => t.emptyNone, ({ name, type, data }) => name === '' && type === 'REG_NONE' && data === ''],
  ],
  // `PReg` and version 1, then the entries.
  write: (values) => base64([0x50, 0x52, 0x65, 0x67, 1, 0, 0, 0, ...values.flatMap(polEntry)]),
};

/** `[key;value;type;size;data]`, texts with a NUL at their end, numbers of 32 bits. */
function polEntry(value: RegistryValue): number[] {
  // The Group Policy editor writes one blank as the data of a deletion.
  const entry = policyEntry(value, ' ');
  const data = storedBytes(entry);
  const texts = [entry.key, entry.name].map((text) => utf16(`${text}\0;`));
  const numbers = [typeNumber(entry.type), data.length].flatMap((number) => [
    littleEndian(number, 4),
    utf16(';'),
  ]);
  return [utf16('['), ...texts, ...numbers, data, utf16(']')].flatMap((bytes) => [...bytes]);
}

const ACTIONS: Record<string, string> = { REG_DWORD: 'DWORD', REG_SZ: 'SZ', REG_EXPAND_SZ: 'EXSZ' };

/** The text that LGPO.exe reads: blocks of four lines. What no published file shows is refused (docs/convert.md). */
export const lgpo: RegistryForm = {
  mediaType: 'text/plain; charset=utf-16le',
  rules: [
    // Readers drop empty lines before they count to four.
    NO_DEFAULT,
    INSTRUCTION,
    [(t) => t.instruction, ({ name }) => name === '*'],
    [(t) => t.comment, ({ key }) => key.startsWith(';')],
    [(t, type) => t.typeNotDocumented(type), (value) => !value.delete && !ACTIONS[value.type]],
    [(t) => t.blanks, ({ key, name }) => key.trim() !== key || name.trim() !== name],
    [(t) => t.blanks, (value) => hasText(value, (text) => /[\0\r\n]/.test(text))],
    HALF_PAIR,
  ],
  write: (values) => values.map((value) => `${lgpoBlock(value)}\r\n`).join('\r\n'),
  warning: (t) => t.localPolicy,
};

function lgpoBlock(value: RegistryValue): string {
  const action = value.delete ? 'DELETE' : `${ACTIONS[value.type]}:${value.data}`;
  return [value.hive === 'HKLM' ? 'Computer' : 'User', value.key, value.name, action].join('\r\n');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_XML = /[\u0000-\u001f\ufffe\uffff]/g;

/** PolicyRules of Policy Analyzer, as the published files have them: DWORD and SZ, and deletions. */
export const policyrules: RegistryForm = {
  mediaType: 'application/xml',
  rules: [
    NO_DEFAULT,
    INSTRUCTION,
    [
      (t, type) => t.typeNotDocumented(type),
      (value) => !value.delete && !/^REG_(?:DWORD|SZ)$/.test(value.type),
    ],
    [(t) => t.blanks, (value) => hasText(value, (text) => text.trim() !== text || text.search(NOT_XML) >= 0)],
    HALF_PAIR,
  ],
  write: (values) => ['<PolicyRules>', ...values.map(policyRule), '</PolicyRules>', ''].join('\r\n'),
};

function policyRule(value: RegistryValue): string {
  const config = value.hive === 'HKLM' ? 'ComputerConfig' : 'UserConfig';
  const { key, name, type, data, title } = policyEntry(value, '');
  const members = { Key: key, Value: name, RegType: type, RegData: data, SourceFile: '', PolicyName: title };
  const lines = Object.entries(members).map(([tag, text]) => `    <${tag}>${escaped(String(text))}</${tag}>`);
  return [`  <${config}>`, ...lines, `  </${config}>`].join('\r\n');
}

/** A title is not ours: it may hold what XML cannot. */
function escaped(text: string): string {
  const plain = text.replace(NOT_XML, ' ').toWellFormed();
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
