/** Readers written from the formats' documentation alone. */
import { expect } from 'vitest';
import { exact } from './values.ts';

const TYPES = ['REG_NONE', 'REG_SZ', 'REG_EXPAND_SZ', 'REG_BINARY', 'REG_DWORD'];
const OTHER_TYPES: Record<number, string> = { 7: 'REG_MULTI_SZ', 11: 'REG_QWORD' };

/** Bytes as the registry stores them → type and data, by winnt.h. */
export function stored(number: number, bytes: Buffer): { type: string; data: unknown } {
  const type = TYPES[number] ?? OTHER_TYPES[number] ?? `0x${number.toString(16)}`;
  const text = () => {
    const all = bytes.toString('utf16le');
    expect(all.endsWith('\0')).toBe(true);
    return all.slice(0, -1);
  };
  if (number === 1 || number === 2) return { type, data: text() };
  if (number === 4) return { type, data: bytes.readUInt32LE() };
  if (number === 11) return { type, data: exact(bytes.readBigUInt64LE()) };
  if (number === 7) return { type, data: text() === '' ? [] : text().slice(0, -1).split('\0') };
  return { type, data: bytes.toString('hex') };
}

export const HIVES: Record<string, string> = { HKEY_LOCAL_MACHINE: 'HKLM', HKEY_CURRENT_USER: 'HKCU' };

/** As Registry Editor's format is documented: UTF-16 with its mark, a header, keys in brackets, name=content. */
export function readReg(file: Uint8Array): unknown[] {
  const bytes = Buffer.from(file);
  expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]));
  const [header, ...lines] = bytes.subarray(2).toString('utf16le').split('\r\n');
  expect(header).toBe('Windows Registry Editor Version 5.00');
  let place = {};
  return lines.flatMap((line) => {
    if (line === '') return [];
    if (line.startsWith('[') && line.endsWith(']')) {
      const [hive = '', ...rest] = line.slice(1, -1).split('\\');
      place = { hive: HIVES[hive], key: rest.join('\\') };
      return [];
    }
    const match = /^(?:@|"((?:[^"\\]|\\.)*)")=(.*)$/su.exec(line);
    if (match === null) throw new Error(`not a line of a .reg file: ${line}`);
    const [, name = '', content = ''] = match;
    return [{ ...place, name: unescaped(name), ...regContent(content) }];
  });
}

const unescaped = (text: string) => text.replaceAll(/\\(.)/gsu, '$1');

function regContent(content: string): object {
  if (content === '-') return { delete: true };
  if (content.startsWith('"')) return { type: 'REG_SZ', data: unescaped(content.slice(1, -1)) };
  if (content.startsWith('dword:')) return { type: 'REG_DWORD', data: Number.parseInt(content.slice(6), 16) };
  const [, type = '3', digits = ''] =
    /^hex(?:\(([\da-f]+)\))?:((?:[\da-f]{2}(?:,(?!$)|$))*)$/.exec(content) ?? [];
  return stored(Number.parseInt(type, 16), Buffer.from(digits.replaceAll(',', ''), 'hex'));
}

/** As MS-GPREG has it: `PReg`, version 1, then `[key;value;type;size;data]`, texts ended by a NUL. */
export function readPol(file: Uint8Array): unknown[] {
  const bytes = Buffer.from(file);
  expect([bytes.toString('latin1', 0, 4), bytes.readUInt32LE(4)]).toEqual(['PReg', 1]);
  const found: unknown[] = [];
  let at = 8;
  const expectChar = (char: string) => {
    expect(bytes.toString('utf16le', at, at + 2)).toBe(char);
    at += 2;
  };
  const text = () => {
    const start = at;
    while (bytes.readUInt16LE(at) !== 0) at += 2;
    at += 2;
    return bytes.toString('utf16le', start, at - 2);
  };
  const number = () => {
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  while (at < bytes.length) {
    expectChar('[');
    const key = text();
    expectChar(';');
    const name = text();
    expectChar(';');
    const type = number();
    expectChar(';');
    const size = number();
    expectChar(';');
    const data = bytes.subarray(at, at + size);
    at += size;
    expectChar(']');
    found.push(
      name.startsWith('**del.')
        ? { hive: 'HKLM', key, name: name.slice(6), delete: true }
        : { hive: 'HKLM', key, name, ...stored(type, data) },
    );
  }
  return found;
}

/** As win_regedit has them, and the resource of DSC in camel case. */
export const TYPE_WORDS: Record<string, string> = {
  string: 'REG_SZ',
  expandstring: 'REG_EXPAND_SZ',
  multistring: 'REG_MULTI_SZ',
  dword: 'REG_DWORD',
  qword: 'REG_QWORD',
  binary: 'REG_BINARY',
};

/** By the documentation of ansible.windows.win_regedit, and what its script makes of the arguments. */
export function fromTask({ path, name, data, type, state, delete_key: deleteKey }: Record<string, unknown>) {
  const [hive = '', ...key] = String(path).split('\\');
  const place = { hive: hive.replace(/:$/, ''), key: key.join('\\'), name };
  if (state === 'absent') {
    expect(deleteKey).toBe(false);
    return { ...place, delete: true };
  }
  expect(state).toBe('present');
  return { ...place, type: TYPE_WORDS[String(type)], data: taskData(type, data) };
}

function taskData(type: unknown, data: unknown): unknown {
  if (type === 'multistring') {
    // The script writes an empty list where there is no data; a list without entries it takes for nothing to write.
    if (data !== undefined) expect(data).toEqual(expect.arrayContaining([expect.any(String)]));
    return data ?? [];
  }
  if (type !== 'binary' || data === '') return data;
  expect(data).toMatch(/^hex:[\da-f]{2}(?:,[\da-f]{2})*$/);
  return String(data).slice(4).replaceAll(',', '');
}
