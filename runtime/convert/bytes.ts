/** Data as the registry stores it: what .reg files and Registry.pol hold. */
import { base64Bytes } from '../format/text.ts';
import { TYPE_NAMES } from '../readers/data.ts';
import type { RegistryForm, WrittenValue } from './registry.ts';

/** `REG_…` or `0x…`. */
export function typeNumber(type: string): number {
  const known = TYPE_NAMES.indexOf(type);
  return known < 0 ? Number(type) : known;
}

export function storedBytes({ type, data }: WrittenValue): Uint8Array {
  if (Array.isArray(data)) return utf16(`${[...data, ''].join('\0')}\0`);
  if (type === 'REG_DWORD') return littleEndian(data, 4);
  if (type === 'REG_QWORD') return littleEndian(data, 8);
  return type === 'REG_SZ' || type === 'REG_EXPAND_SZ' ? utf16(`${data}\0`) : hexBytes(data);
}

/** The bytes of data that is hexadecimal text. */
export function hexBytes(data: number | string): Uint8Array {
  return Uint8Array.from(String(data).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
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

/** `01,00,ff`: two lower-case digits a byte. */
export function hexList(bytes: Uint8Array, prefix = ''): string {
  return Array.from(bytes, (byte) => prefix + byte.toString(16).padStart(2, '0')).join(',');
}

const MARKS = { 'utf-8': '', 'utf-8-bom': '\ufeff', 'utf-16le-bom': '\ufeff' };

/** The file that the content of an answer stands for. */
export function fileBytes(content: string, encoding: RegistryForm['encoding']): Uint8Array {
  if (encoding === 'binary') return base64Bytes(content);
  const text = MARKS[encoding] + content;
  return encoding === 'utf-16le-bom' ? utf16(text) : new TextEncoder().encode(text);
}
