/** The data of an item in the form of a registry type, so that two contents of a type can be compared. Pure. */
import { typedHex, typedNumber } from '../readers/data.ts';
import type { ValueData } from '../readers/types.ts';

/** Separates the entries of a REG_MULTI_SZ, which hold no NUL. */
const END = '\0';

/** A comparable text: decimal digits, the text, the entries with NUL after each, hexadecimal; undefined: no such content. */
export function contentAs(type: string, data: ValueData): string | undefined {
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

function digits(type: 'REG_DWORD' | 'REG_QWORD', data: ValueData): string | undefined {
  if (Array.isArray(data)) return undefined;
  if (typeof data === 'string' && !/^\s*[\dx]/i.test(data)) return undefined;
  const number = typedNumber(type, data).data;
  return number === undefined ? undefined : String(number);
}
