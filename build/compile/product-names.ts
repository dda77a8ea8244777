/** The products that answers name, and those whose templates have the version number of their product. */
import table from '../../facts/product-names.json' with { type: 'json' };
import type { ProductName } from '../../runtime/format/verdict-facts.ts';
import { createProducts, findProduct } from '../../runtime/verdict/product-target.ts';

export const PRODUCT_NAMES: readonly ProductName[] = table.products.map(
  ({ templatesOfVersion: _, host: __, ...product }) => product as ProductName,
);
export const PRODUCTS = createProducts(PRODUCT_NAMES);

/** Product → the first version that left older releases of Windows, and the first client of that version. */
export const HOSTS = new Map(table.products.map(({ name, host }) => [name as string | undefined, host]));

const TEMPLATES_OF_VERSION = new Set(
  table.products.flatMap(({ name, templatesOfVersion }) => (templatesOfVersion ? name : [])),
);

export function hasTemplatesOfVersion(product: string | undefined): boolean {
  return product !== undefined && TEMPLATES_OF_VERSION.has(product);
}

export function productOf(words: readonly string[]) {
  return findProduct(words, PRODUCTS);
}
