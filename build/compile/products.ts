/** What matches, records and figures tell of products other than Windows: versions, and what the vendor calls deprecated. */
import type { MatchFacts, VerdictFacts } from '../../runtime/format/format.ts';
import { optional } from '../collections.ts';
import type { Item } from './context.ts';

export function documentedProducts({
  products,
  lifecycle,
}: Item): Pick<MatchFacts, 'products' | 'lifecycle'> {
  return { ...optional('products', products?.products), ...optional('lifecycle', lifecycle) };
}

/** Of a setting of another product, or whose text names one; the Windows part only where ranges are tied to it. */
export function productFacts({ products, productName }: Item): VerdictFacts['product'] {
  if (products === undefined && productName === undefined) return undefined;
  const tied = products?.products?.some(({ onHost }) => onHost === true) === true;
  return {
    ...optional('name', products?.products === undefined ? productName : undefined),
    ...optional('host', tied ? products.host : undefined),
  };
}

export interface ProductCoverage {
  /** Settings whose supported-on text names a product other than Windows. */
  named: number;
  /** Those with a range of versions that can be read, by product. */
  ranges: Record<string, number>;
  /** Why the others have none. */
  noRange: Record<string, number>;
  /** Settings that the vendor's labels call deprecated, obsolete or removed. */
  lifecycle: Record<string, number>;
}

export function productCoverage(items: readonly Item[]): ProductCoverage {
  return {
    named: items.filter(({ products }) => products !== undefined).length,
    ranges: tally(items.flatMap(({ products }) => products?.products?.[0]?.product ?? [])),
    noRange: tally(items.flatMap(({ products }) => products?.noRange ?? [])),
    lifecycle: tally(items.flatMap(({ lifecycle }) => lifecycle?.state ?? [])),
  };
}

/** Names with how often each is there, sorted. */
export function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
