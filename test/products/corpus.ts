/** The committed settings and what their texts say, for the tests of product versions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '../../build/compile/context.ts';
import { openContext } from '../../build/compile.ts';
import { FACTS } from '../../build/paths.ts';
import type { ProductReading } from '../../build/supported-on/products.ts';
import { parseFloors, productsOf } from '../../build/supported-on/table.ts';
import { releases } from '../verdict/releases.ts';

export const table = parseFloors(readFileSync(join(FACTS, 'supported-on-floors.jsonl'), 'utf8'));

export async function readItems(): Promise<Item[]> {
  return (await openContext(FACTS, FACTS)).items;
}

const readings = new Map<string, ProductReading | undefined>();

export function readingOf(item: Item): ProductReading | undefined {
  const text = item.supportedOn['en-US'];
  if (text !== undefined && !readings.has(text)) readings.set(text, productsOf(text, table, releases));
  return text === undefined ? undefined : readings.get(text);
}

/** `Firefox 68+ | Firefox [ESR] 68.2+`; `6.0..7`; a `*` where Windows must hold too; else why there is none. */
export function show(reading: ProductReading | undefined): string {
  if (reading === undefined) return 'no product';
  if (reading.products === undefined) return reading.noRange ?? '';
  return reading.products
    .map(({ product, channel, from = '', to, onHost }) => {
      const name = channel === undefined ? product : `${product} [${channel}]`;
      return `${name} ${from}${to === undefined ? '+' : `..${to}`}${onHost === true ? '*' : ''}`;
    })
    .join(' | ');
}
