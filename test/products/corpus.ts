import type { Item } from '../../build/compile/context.ts';
import { FACTS } from '../../build/paths.ts';
import type { ProductReading } from '../../build/supported-on/products.ts';
import { readTables } from '../../build/supported-on/tables.ts';

const { floors } = await readTables(FACTS);

/** By text: what a text says of a product does not depend on the definition that has it. */
export const table = new Map([...floors.values()].map((entry) => [entry.text, entry]));

export function readingOf(item: Pick<Item, 'supportedOn'>): ProductReading | undefined {
  const entry = table.get(item.supportedOn['en-US'] ?? '');
  const { products, noRange, host } = entry ?? {};
  if ((products ?? noRange ?? host) === undefined) return undefined;
  return { ...(products && { products }), ...(noRange && { noRange }), ...(host && { host }) };
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
