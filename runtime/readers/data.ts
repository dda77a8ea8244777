/** Registry types by number and name, and data in the form that `POST /v1/verify` takes. */
import { hex } from '../format/keys.ts';
import type { TypedData } from './collect.ts';
import { fromUtf16 } from './encoding.ts';
import { quote } from './fault.ts';
import TYPES from './registry-types.json' with { type: 'json' };
import { MAX_ENTRIES, type ValueData } from './types.ts';

/** By their numbers in winnt.h. */
export const TYPE_NAMES = TYPES.names;

/** `0x…` for a number without a name: exports of device properties have `ffff0005`. */
export function typeName(type: number): string {
  return TYPE_NAMES[type] ?? `0x${type.toString(16)}`;
}

/** The spellings of lists: regedit's, PowerShell's, those of LGPO text. Keys without `REG`, `_` and blanks. */
const SPELLINGS: Record<string, string> = {
  ...Object.fromEntries(TYPE_NAMES.map((name) => [name.slice(4).replaceAll('_', ''), name])),
  ...TYPES.spellings,
};

/** The registry's name of a type as lists and requests write it, `0x…` included; undefined for what is not a type. */
export function readTypeName(text: string): string | undefined {
  const name = text.trim().toUpperCase();
  if (/^0X[\dA-F]{1,8}$/.test(name)) return typeName(Number(name));
  return SPELLINGS[name.replaceAll(/[_\s-]/g, '').replace(/^REG/, '')];
}

/** Data as the registry stores it. `decode`: what strings are encoded in; UTF-16 LE but in REGEDIT4. */
export function typedBytes(number: number, bytes: Uint8Array, decode = decodeUtf16): TypedData {
  const type = typeName(number);
  if (isNumeric(type)) return integerBytes(type, bytes);
  if (type !== 'REG_SZ' && type !== 'REG_EXPAND_SZ' && type !== 'REG_MULTI_SZ')
    return { type, data: hex(bytes) };
  const text = decode(bytes);
  if (text === undefined)
    return { type, unread: `a ${type} of ${bytes.length} bytes is not UTF-16 text: the number is odd` };
  if (type !== 'REG_MULTI_SZ') return { type, data: withoutEnd(text) };
  return entriesIn(withoutEnd(text), '\0');
}

export function decodeUtf16(bytes: Uint8Array): string | undefined {
  return bytes.length % 2 === 0 ? fromUtf16(bytes, 0, bytes.length) : undefined;
}

function integerBytes(type: 'REG_DWORD' | 'REG_QWORD', bytes: Uint8Array): TypedData {
  const size = HEX_DIGITS[type] / 2;
  if (bytes.length !== size) return { type, unread: `a ${type} has ${size} bytes, not ${bytes.length}` };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { type, data: size === 4 ? view.getUint32(0, true) : exact(view.getBigUint64(0, true)) };
}

/** A number where JavaScript holds it exactly, else decimal text. */
function exact(value: bigint): number | string {
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value.toString();
}

/** Strings end in NUL, often in none or in several. A NUL inside stays: the data is not what it looks like. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  return text.slice(0, end);
}

/** What separators divide, not further than to see that it is too much. */
export function divided(text: string, separator: string | RegExp): string[] {
  return text.split(separator, MAX_ENTRIES + 1);
}

/** The entries of a REG_MULTI_SZ that are one text. */
export function entriesIn(text: string, separator: string): TypedData {
  return entriesContent(text === '' ? [] : divided(text, separator));
}

export function entriesContent(entries: string[]): TypedData {
  const type = 'REG_MULTI_SZ';
  return entries.length > MAX_ENTRIES
    ? { type, unread: `the ${type} has more than ${MAX_ENTRIES} entries` }
    : { type, data: entries };
}

/** For a list whose REG_MULTI_SZ of several entries cannot be one text: only the one without entries is read. */
export function withoutEntries(text: string, none: string, unread: string): TypedData {
  return { type: 'REG_MULTI_SZ', ...(text === none ? { data: [] } : { unread }) };
}

export function isNumeric(type: string): type is 'REG_DWORD' | 'REG_QWORD' {
  return type === 'REG_DWORD' || type === 'REG_QWORD';
}

/** A DWORD or QWORD as a number, or written as decimal or `0x` text. */
function typedNumber(type: 'REG_DWORD' | 'REG_QWORD', content: number | string): TypedData {
  const text = String(content);
  const trimmed = text.trim();
  // Most data are such numbers, and BigInt is slow.
  if (/^\d{1,9}$/.test(trimmed)) return { type, data: Number(trimmed) };
  const form = 'write a decimal number or 0x and hexadecimal digits';
  if (!/^(?:\d+|0x[\da-f]+)$/i.test(trimmed))
    return { type, unread: `${quote(text)} is not a ${type}: ${form}` };
  const digits = trimmed.replace(/^(0x)?0+(?=[\da-f])/i, '$1');
  // 20 digits hold 2^64; BigInt takes quadratic time on more.
  const value = digits.length > 20 ? undefined : BigInt(digits);
  if (value === undefined || value >= 16n ** BigInt(HEX_DIGITS[type]))
    return { type, unread: `${quote(text)} is larger than a ${type} can be` };
  return { type, data: exact(value) };
}

const TWICE = /^\s*(0x[\da-f]{1,16})\s*\((\d{1,20})\)\s*$/i;

/** The number that guides write as `0x0000000f (15)`, or why it is none. A text without a numeric type may be of a REG_SZ. */
export function guideContent(typeText: string, data: ValueData | undefined): TypedData {
  if (data === undefined) return {};
  if (typeof data !== 'string' || !isNumeric(readTypeName(typeText) ?? '')) return { data };
  const [, hexadecimal, decimal = ''] = TWICE.exec(data) ?? [];
  if (hexadecimal === undefined) return { data };
  const value = BigInt(hexadecimal);
  if (value === BigInt(decimal)) return { data: exact(value) };
  return { unread: `${quote(data)} contradicts itself: ${hexadecimal} is ${value}` };
}

/** Data in the form of its type, or why it cannot be: of an item of a request, and of an entry of a list. */
export function readContent(type: string, data: ValueData): TypedData {
  if (type === 'REG_MULTI_SZ') {
    return Array.isArray(data)
      ? entriesContent(data)
      : { type, unread: `a ${type} is an array of its entries` };
  }
  if (Array.isArray(data)) return { type, unread: `a ${type} is a ${isNumeric(type) ? 'number' : 'text'}` };
  if (isNumeric(type)) {
    if (!isPadded(type, data)) return typedNumber(type, data);
    const unread = `${quote(String(data))} is decimal or hexadecimal: write it without leading zeros, or with 0x`;
    return { type, unread };
  }
  if (type === 'REG_SZ' || type === 'REG_EXPAND_SZ') return { type, data: String(data) };
  return typeof data === 'string' ? typedHex(type, data) : { type, unread: `a ${type} is hexadecimal text` };
}

/** Data of a list. `entries` reads a REG_MULTI_SZ that is one text, which each format divides in its own way. */
export function listedContent(
  typeText: string,
  data: ValueData | undefined,
  entries: (text: string) => TypedData,
): TypedData {
  const type = readTypeName(typeText);
  if (type === undefined) return { unread: `${quote(typeText)} is not a registry type` };
  if (data === undefined) return { type };
  return type === 'REG_MULTI_SZ' && typeof data === 'string' ? entries(data) : readContent(type, data);
}

/** Hexadecimal digits of the largest number. */
export const HEX_DIGITS = { REG_DWORD: 8, REG_QWORD: 16 };

/** Whether a text has the digits of the type and leading zeros, as tools write a number that mean hexadecimal digits. */
export function isPadded(type: 'REG_DWORD' | 'REG_QWORD', data: ValueData): boolean {
  const text = typeof data === 'string' ? data.trim() : '';
  // Up to 9 it is the same number.
  return text.length === HEX_DIGITS[type] && /^0\d*$/.test(text) && Number(text) > 9;
}

/** `1,2` are two bytes, not the digits of one. */
const HALF_BYTE = /(?<![\da-f])[\da-f](?:[\da-f]{2})?(?![\da-f])/;

/** Binary data written as hexadecimal digits, with or without blanks, commas or hyphens between the bytes. */
export function typedHex(type: string, text: string): TypedData {
  const bytes = text.trim().replace(/^0x/i, '').toLowerCase();
  const digits = bytes.replaceAll(/[\s,-]/g, '');
  if (digits.length % 2 === 1 || !/^[\da-f]*$/.test(digits) || HALF_BYTE.test(bytes)) {
    return { type, unread: `${quote(text)} is not binary data: write two hexadecimal digits for each byte` };
  }
  return { type, data: digits };
}
