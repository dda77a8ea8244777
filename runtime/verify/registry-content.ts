/** The data of an item in the form of a registry type, so that two contents of a type can be compared. Pure. */
import type { PartElement, PartNode, PartsEntry } from '../contract/parts.ts';
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

/** Contents of the right type; several: the lines of a multiText. */
export function fitsElement(element: PartElement, texts: readonly string[]): boolean {
  const { maxStrings } = element;
  const few = maxStrings === undefined || texts.length <= Number(maxStrings);
  return few && texts.every((text) => textFits(element, text));
}

export function isNumber({ type }: PartElement): boolean {
  return type === 'decimal' || type === 'longDecimal';
}

function textFits(element: PartElement, text: string): boolean {
  const { minValue, maxValue, maxLength } = element;
  if (!isNumber(element)) return maxLength === undefined || text.length <= Number(maxLength);
  if (!/^\d{1,20}$/.test(text)) return false;
  const number = BigInt(text);
  return (
    (minValue === undefined || number >= BigInt(minValue)) &&
    (maxValue === undefined || number <= BigInt(maxValue))
  );
}

export function nodeIn(parts: PartsEntry | undefined, omaUri: string): PartNode | undefined {
  return parts?.nodes?.find(({ uris }) => uris.includes(omaUri));
}
