/** Data as the registry stores it: what .reg files and Registry.pol hold. */
import { base64Bytes } from '../format/text.ts';
import type { RegistryForm, WrittenValue } from './form.ts';

/** By their numbers in winnt.h. */
const NUMBERS: Record<string, number> = {
  REG_NONE: 0,
  REG_SZ: 1,
  REG_EXPAND_SZ: 2,
  REG_BINARY: 3,
  REG_DWORD: 4,
  REG_DWORD_BIG_ENDIAN: 5,
  REG_LINK: 6,
  REG_MULTI_SZ: 7,
  REG_RESOURCE_LIST: 8,
  REG_FULL_RESOURCE_DESCRIPTOR: 9,
  REG_RESOURCE_REQUIREMENTS_LIST: 10,
  REG_QWORD: 11,
};

/** `REG_…` or `0x…`. */
export function typeNumber(type: string): number {
  return NUMBERS[type] ?? Number(type);
}

export function storedBytes({ type, data }: WrittenValue): Uint8Array {
  if (Array.isArray(data)) return utf16(data.length === 0 ? '\0' : `${data.join('\0')}\0\0`);
  if (type === 'REG_DWORD') return littleEndian(BigInt(data), 4);
  if (type === 'REG_QWORD') return littleEndian(BigInt(data), 8);
  if (type === 'REG_SZ' || type === 'REG_EXPAND_SZ') return utf16(`${data}\0`);
  return hexBytes(data);
}

/** The bytes of data that is hexadecimal text. */
export function hexBytes(data: number | string): Uint8Array {
  return Uint8Array.from(String(data).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

function littleEndian(value: bigint, size: 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 4) view.setUint32(0, Number(value), true);
  else view.setBigUint64(0, value, true);
  return new Uint8Array(view.buffer);
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

/** DWORD and QWORD as the signed decimal number that has the same bits. */
export function signed(type: string, data: number | string): string {
  return BigInt.asIntN(type === 'REG_DWORD' ? 32 : 64, BigInt(data)).toString();
}

const MARKS = { 'utf-8': '', 'utf-8-bom': '\ufeff', 'utf-16le-bom': '\ufeff' };

/** The file that the content of an answer stands for. */
export function fileBytes(content: string, encoding: RegistryForm['encoding']): Uint8Array {
  if (encoding === 'binary') return base64Bytes(content);
  const text = MARKS[encoding] + content;
  return encoding === 'utf-16le-bom' ? utf16(text) : new TextEncoder().encode(text);
}
