/** The forms that Windows and its policy tools read: .reg, Registry.pol, LGPO text and PolicyRules. */
import { joinBytes } from '../answer/json.ts';
import { hex } from '../format/keys.ts';
import { base64, bytePairs, littleEndian, utf16 } from '../format/text.ts';
import { TYPE_NAMES } from '../readers/data.ts';
import { hasText, type RegistryForm, type RegistryValue, TEXT_RULES, type WrittenValue } from './registry.ts';

/** Registration files, version 5.00, as Registry Editor writes and reads them: UTF-16 with a byte order mark. */
export const reg: RegistryForm = {
  mediaType: 'text/x-registry; charset=utf-16le',
  rules: TEXT_RULES,
  write(values) {
    const keys = values.map(({ hive, key }) => `[${REG_HIVES[hive]}\\${key}]`);
    const lines = values.flatMap((value, at) => {
      const section = keys[at] === keys[at - 1] ? [] : ['', keys[at]];
      return [...section, regLine(value)];
    });
    return ['Windows Registry Editor Version 5.00', ...lines, '', ''].join('\r\n');
  },
  userWarning: (t) => t.user.file,
};

const REG_HIVES = { HKLM: 'HKEY_LOCAL_MACHINE', HKCU: 'HKEY_CURRENT_USER' };

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

/** `REG_…` or `0x…`. */
function typeNumber(type: string): number {
  const known = TYPE_NAMES.indexOf(type);
  return known < 0 ? Number(type) : known;
}

function storedBytes({ type, data }: WrittenValue): Uint8Array {
  if (Array.isArray(data)) return utf16(`${[...data, ''].join('\0')}\0`);
  if (type === 'REG_DWORD') return littleEndian(data, 4);
  if (type === 'REG_QWORD') return littleEndian(data, 8);
  if (type === 'REG_SZ' || type === 'REG_EXPAND_SZ') return utf16(`${data}\0`);
  return Uint8Array.from(bytePairs(data), (digits) => Number.parseInt(digits, 16));
}

/** A deletion as policy has it: an instruction, with data that is not used. */
function policyEntry(value: RegistryValue, data: string): WrittenValue {
  return value.delete
    ? { ...value, name: `**del.${value.name}`, type: 'REG_SZ', data, delete: undefined }
    : value;
}

/** A value name that begins so is an instruction ([MS-GPREG] 2.2.1). */
const isInstruction = ({ name }: RegistryValue) => name.startsWith('**');

/** Registry.pol ([MS-GPREG] 2.2.1): one hive a file, named by its folder (Machine or User). In base64. */
export const pol: RegistryForm = {
  mediaType: 'application/octet-stream',
  rules: {
    instruction: isInstruction,
    control: ({ key, name }) => /\p{Cc}/u.test(key + name),
    tooLong(value) {
      const entry = policyEntry(value, ' ');
      return entry.name.length > 259 || storedBytes(entry).length > 0xffff;
    },
    // The Group Policy editor writes such an entry to create a key.
    emptyNone: ({ name, type, data }) => name === '' && type === 'REG_NONE' && data === '',
  },
  // `PReg` and version 1, then the entries.
  write: (values) =>
    base64(joinBytes([Uint8Array.of(0x50, 0x52, 0x65, 0x67, 1, 0, 0, 0), ...values.flatMap(polEntry)])),
};

/** `[key;value;type;size;data]`, texts with a NUL at their end, numbers of 32 bits. */
function polEntry(value: RegistryValue): Uint8Array[] {
  // The Group Policy editor writes one blank as the data of a deletion.
  const entry = policyEntry(value, ' ');
  const data = storedBytes(entry);
  const texts = [entry.key, entry.name].map((text) => utf16(`${text}\0;`));
  const number = (size: number) => [littleEndian(size, 4), utf16(';')];
  const parts = [...texts, ...number(typeNumber(entry.type)), ...number(data.length), data];
  return [utf16('['), ...parts, utf16(']')];
}

const ACTIONS: Record<string, string> = { REG_DWORD: 'DWORD', REG_SZ: 'SZ', REG_EXPAND_SZ: 'EXSZ' };

/** The text that LGPO.exe reads: blocks of four lines. What no published file shows is refused (docs/convert.md). */
export const lgpo: RegistryForm = {
  mediaType: 'text/plain; charset=utf-16le',
  rules: {
    // Readers drop empty lines before they count to four.
    noDefault: ({ name }) => name === '',
    instruction: (value) => isInstruction(value) || value.name === '*',
    comment: ({ key, name }) => [key, name].some((line) => line.startsWith(';')),
    typeNotDocumented: (value) => !value.delete && !ACTIONS[value.type],
    blanks: (value) =>
      [value.key, value.name].some((text) => text.trim() !== text) ||
      hasText(value, (text) => /[\0\r\n]/.test(text)),
    ...TEXT_RULES,
  },
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
  rules: {
    noDefault: ({ name }) => name === '',
    instruction: isInstruction,
    typeNotDocumented: (value) => !value.delete && !/^REG_(?:DWORD|SZ)$/.test(value.type),
    blanks: (value) => hasText(value, (text) => text.trim() !== text || text.search(NOT_XML) >= 0),
    ...TEXT_RULES,
  },
  write: (values) => ['<PolicyRules>', ...values.map(policyRule), '</PolicyRules>', ''].join('\r\n'),
};

function policyRule(value: RegistryValue): string {
  const config = value.hive === 'HKLM' ? 'ComputerConfig' : 'UserConfig';
  const { key, name, type, data, title } = policyEntry(value, '');
  const members = { Key: key, Value: name, RegType: type, RegData: data, SourceFile: '', PolicyName: title };
  const lines = Object.entries(members).map(([tag, text]) => `    <${tag}>${escaped(String(text))}</${tag}>`);
  return [`  <${config}>`, ...lines, `  </${config}>`].join('\r\n');
}

/** A title is the vendor's text: it may have characters that XML cannot hold. */
function escaped(text: string): string {
  const plain = text.replace(NOT_XML, ' ').toWellFormed();
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
