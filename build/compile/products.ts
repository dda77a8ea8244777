/** Facts on products other than Windows for matches, records and figures: versions, lifecycle labels of the vendor. */

import type { Lifecycle, ProductRange } from '../../runtime/contract/product.ts';
import type { MatchFacts, VerdictFacts } from '../../runtime/format/format.ts';
import { optional } from '../collections.ts';
import type { Item } from './context.ts';
import { productOfTemplates } from './dropped.ts';

export function documentedProducts(item: Item): Pick<MatchFacts, 'products' | 'lifecycle'> {
  const { products, lifecycle, worksUntil } = item;
  const ranges = products?.products ?? seenProducts(item);
  const ended = ranges?.map(({ seenIn, ...range }) => ({
    ...range,
    ...optional('worksUntil', worksUntil),
    ...optional('seenIn', seenIn),
  }));
  return {
    ...optional('products', ended),
    ...optional('lifecycle', lifecycle),
  };
}

/** The template versions with the setting, if its text names none and they are its product's versions. */
function seenProducts({ source, products, setting }: Item): ProductRange[] | undefined {
  const product = productOfTemplates(source.id);
  if (product === undefined) return undefined;
  if (products !== undefined && products.noRange !== 'no-version') return undefined;
  return [{ product, seenIn: [...(setting.seenIn ?? []), setting.version] }];
}

/** For a setting of another product, or whose text names one; the Windows part only if ranges depend on it. */
export function productFacts(item: Item): VerdictFacts['product'] {
  const { products, productName, lifecycle } = item;
  if (products === undefined && productName === undefined) return undefined;
  const named = products?.products ?? seenProducts(item);
  const tied = products?.products?.some(({ onHost }) => onHost === true) === true;
  return {
    ...optional('name', named === undefined ? productName : undefined),
    ...optional('withdrawn', named?.[0]?.seenIn && isWithdrawn(lifecycle) ? (true as const) : undefined),
    ...optional('host', tied ? products.host : undefined),
  };
}

/** Whether the vendor's labels call the setting removed or obsolete: what is deprecated is still read. */
export function isWithdrawn(lifecycle: Lifecycle | undefined): boolean {
  return lifecycle !== undefined && lifecycle.state !== 'deprecated';
}

export function productCoverage(items: readonly Item[]) {
  return {
    /** Settings whose supported-on text names a product other than Windows. */
    named: items.filter(({ products }) => products !== undefined).length,
    /** Settings with a readable range of versions, by product. */
    ranges: tally(items.flatMap(({ products }) => products?.products?.[0]?.product ?? [])),
    seen: seenCoverage(items),
    /** Reasons why the others have none. */
    noRange: tally(items.flatMap(({ products }) => products?.noRange ?? [])),
    /** Settings that the vendor's labels call deprecated, obsolete or removed. */
    lifecycle: tally(items.flatMap(({ lifecycle }) => lifecycle?.state ?? [])),
  };
}

/** Settings with the versions whose templates have them, by product; `several`: with more than one version. */
function seenCoverage(items: readonly Item[]) {
  const seen = items.flatMap((item) => seenProducts(item) ?? []);
  const several = tally(seen.flatMap(({ product, seenIn = [] }) => (seenIn.length > 1 ? product : [])));
  return Object.fromEntries(
    Object.entries(tally(seen.map(({ product }) => product))).map(([product, settings]) => [
      product,
      { settings, several: several[product] ?? 0 },
    ]),
  );
}

/** How often each name occurs, sorted by name. */
export function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
