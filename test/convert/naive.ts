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

const HIVES: Record<string, string> = { HKEY_LOCAL_MACHINE: 'HKLM', HKEY_CURRENT_USER: 'HKCU' };

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
