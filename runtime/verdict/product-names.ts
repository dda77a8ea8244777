/** The products that a target may name: `products` of `rules.json`, and its index. */

export interface ProductName {
  /** As the answers write it. */
  name: string;
  /** Other names, lower case, words separated by one space. */
  aliases: string[];
  /** A version in the form that the vendor's texts use. */
  example: string;
  /** Word → channel. */
  channels?: Record<string, string>;
  /** Pattern of its versions; a file version of another scheme must not be compared with them. */
  form?: string;
  /** Major version → year in the product's name, where the year tells the release line. */
  years?: Record<string, string>;
  /** Words that say nothing of the version. */
  ignored?: string[];
  /** A version may end in a build after a dash; of other products `86-88` is a range, which is no version. */
  dashBuilds?: boolean;
}

export interface Products {
  readonly all: readonly ProductName[];
  /** Alias (words of a name, lower case; also written as one word) → product. */
  readonly byAlias: ReadonlyMap<string, ProductName>;
}

export function createProducts(all: readonly ProductName[]): Products {
  const names = all.flatMap((product) =>
    [product.name.toLowerCase().replaceAll('-', ' '), ...product.aliases].map(
      (alias) => [alias, product] as const,
    ),
  );
  const joined = names.map(([alias, product]) => [alias.replaceAll(' ', ''), product] as const);
  return { all, byAlias: new Map([...joined, ...names]) };
}

/** The product whose name is the longest start of the words, and the words behind it. */
export function findProduct(words: readonly string[], { byAlias }: Products) {
  for (let count = words.length; count > 0; count--) {
    const product = byAlias.get(words.slice(0, count).join(' '));
    if (product !== undefined) return { product, rest: words.slice(count) };
  }
  return undefined;
}
