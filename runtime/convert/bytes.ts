/** Data as the registry stores it: what .reg files and Registry.pol hold. */
import { base64Bytes } from '../format/text.ts';
import { TYPE_NAMES } from '../readers/data.ts';
import type { WrittenValue } from './registry.ts';

/** `REG_…` or `0x…`. */
export function typeNumber(type: string): number {
  const known = TYPE_NAMES.indexOf(type);
  return known < 0 ? Number(type) : known;
}

export function storedBytes({ type, data }: WrittenValue): Uint8Array {
  if (Array.isArray(data)) return utf16(`${[...data, ''].join('\0')}\0`);
  if (type === 'REG_DWORD') return littleEndian(data, 4);
  if (type === 'REG_QWORD') return littleEndian(data, 8);
  if (type === 'REG_SZ' || type === 'REG_EXPAND_SZ') return utf16(`${data}\0`);
  return Uint8Array.from(bytePairs(data), (digits) => Number.parseInt(digits, 16));
}

/** The hexadecimal digits of each byte. */
export function bytePairs(data: number | string): string[] {
  return String(data).match(/../g) ?? [];
}

export function littleEndian(value: number | string, size: 4 | 8): Uint8Array {
  const shifted = (at: number) => BigInt(value) >> BigInt(8 * at);
  return Uint8Array.from({ length: size }, (_, at) => Number(BigInt.asUintN(8, shifted(at))));
}

/** Little endian, halves of surrogate pairs included: Windows stores them as they are. */
export function utf16(text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), true);
  return new Uint8Array(view.buffer);
}

/** The file that the content of an answer stands for. */
export function fileBytes(content: string, mediaType: string): Uint8Array {
  if (mediaType === 'application/octet-stream') return base64Bytes(content);
  if (mediaType.endsWith('charset=utf-16le')) return utf16(`\ufeff${content}`);
  // Windows PowerShell 5.1 reads a script without a mark in the code page of the machine; PolicyRules files have one.
  const mark = /charset=utf-8$|xml$/.test(mediaType) ? '\ufeff' : '';
  return new TextEncoder().encode(mark + content);
}
