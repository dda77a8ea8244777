/** The products that answers name, and those whose templates have the version number of their product. */
import table from '../../facts/product-names.json' with { type: 'json' };
import type { NamedBuilds, ProductName } from '../../runtime/format/verdict-facts.ts';
import { createProducts, findProduct } from '../../runtime/verdict/product-target.ts';

export const PRODUCT_NAMES: readonly ProductName[] = table.products.map(
  ({ templatesOfVersion: _, host: __, servers: ___, ...product }) => product as ProductName,
);
export const PRODUCTS = createProducts(PRODUCT_NAMES);

/** A product's servers by a page of its vendor; `of`: the page is about the policies whose identifiers begin so. */
export type Servers = NamedBuilds & { of?: string; evidence?: string };

/** Product → the first version that left older releases of Windows with its first releases; its servers. */
export const HOSTS = new Map(
  table.products.map(({ name, host, servers }) => [
    name as string | undefined,
    { host, servers: servers as Servers | undefined },
  ]),
);

const TEMPLATES_OF_VERSION = new Set(
  table.products.flatMap(({ name, templatesOfVersion }) => (templatesOfVersion ? name : [])),
);

export function hasTemplatesOfVersion(product: string | undefined): boolean {
  return product !== undefined && TEMPLATES_OF_VERSION.has(product);
}

export function productOf(words: readonly string[]) {
  return findProduct(words, PRODUCTS);
}
