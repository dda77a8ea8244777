/** Whether a content is within the bounds of an element. Pure. */
import type { PartElement } from '../contract/parts.ts';

/** Contents of the right type; several: the lines of a multiText. */
export function fitsElement(element: PartElement, texts: readonly string[]): boolean {
  const { maxStrings } = element;
  const few = maxStrings === undefined || texts.length <= Number(maxStrings);
  return few && texts.every((text) => textFits(element, text));
}

function textFits({ type, minValue, maxValue, maxLength }: PartElement, text: string): boolean {
  if (type !== 'decimal' && type !== 'longDecimal') {
    return maxLength === undefined || text.length <= Number(maxLength);
  }
  if (!/^\d{1,20}$/.test(text)) return false;
  const number = BigInt(text);
  return (
    (minValue === undefined || number >= BigInt(minValue)) &&
    (maxValue === undefined || number <= BigInt(maxValue))
  );
}
