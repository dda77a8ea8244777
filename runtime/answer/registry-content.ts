/** The data of an item in the form of a registry type, so that two contents of a type can be compared. Pure. */
import { readTypeName, typedHex, typedNumber } from '../readers/data.ts';
import type { ItemData } from '../readers/types.ts';

/** Separates the entries of a REG_MULTI_SZ, which hold no NUL. */
const END = '\0';

export function isNumeric(type: string): type is 'REG_DWORD' | 'REG_QWORD' {
  return type === 'REG_DWORD' || type === 'REG_QWORD';
}

/** A comparable text: decimal digits, the text, the entries with NUL after each, hexadecimal; undefined: no such content. */
export function contentAs(type: string, data: ItemData): string | undefined {
  switch (type) {
    case 'REG_DWORD':
    case 'REG_QWORD':
      return digits(type, data);
    case 'REG_SZ':
    case 'REG_EXPAND_SZ':
      return Array.isArray(data) ? undefined : String(data);
    case 'REG_MULTI_SZ':
      return (Array.isArray(data) ? data : [String(data)]).map((entry) => entry + END).join('');
    default: {
      const hex = typeof data === 'string' ? typedHex(type, data).data : undefined;
      return typeof hex === 'string' ? hex : undefined;
    }
  }
}

function digits(type: 'REG_DWORD' | 'REG_QWORD', data: ItemData): string | undefined {
  if (Array.isArray(data)) return undefined;
  if (typeof data === 'string' && !/^\s*[\dx]/i.test(data)) return undefined;
  const number = typedNumber(type, data).data;
  return number === undefined ? undefined : String(number);
}

/** The registry's name of a type in any usual spelling, `0x…` included; undefined for what is not a type. */
export function registryType(text: string): string | undefined {
  return readTypeName(text) ?? (/^0x[\da-f]{1,8}$/i.test(text) ? text.toLowerCase() : undefined);
}

/** Data in the form of its type, or why it cannot be. */
export function readContent(type: string, data: ItemData): { data: ItemData } | { fault: string } {
  if (isNumeric(type)) {
    if (Array.isArray(data)) return { fault: `a ${type} is a number` };
    const read = typedNumber(type, data);
    return read.data === undefined ? { fault: read.fault ?? '' } : { data: read.data };
  }
  if (type === 'REG_MULTI_SZ') {
    return Array.isArray(data) ? { data } : { fault: 'a REG_MULTI_SZ is an array of its entries' };
  }
  if (Array.isArray(data)) return { fault: `a ${type} is a text` };
  if (type === 'REG_SZ' || type === 'REG_EXPAND_SZ') return { data: String(data) };
  if (typeof data !== 'string') return { fault: `a ${type} is hexadecimal text` };
  const read = typedHex(type, data);
  return read.data === undefined ? { fault: read.fault ?? '' } : { data: read.data };
}
