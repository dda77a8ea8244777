/** The facts that only the search reads, and the schemas of those that are written by hand. */
import * as v from 'valibot';

/** A line of `facts/keywords.jsonl`: slug, and per language the keywords, lower case, accents folded, sorted. */
export type KeywordFact = { slug: string } & Record<string, string | string[]>;

/** An entry whose unknown fields are faults: nothing reads them, and nobody would notice. */
export const entryOf = <E extends v.ObjectEntries>(entries: E) =>
  v.strictObject(entries, ({ expected, received }) =>
    expected === 'never'
      ? `no such field; the fields are ${Object.keys(entries).join(', ')}`
      : `${received} instead of ${expected}`,
  );

const some = v.exactOptional(v.array(v.string()));

/** Of `facts/synonyms.json`. */
export const SynonymGroup = entryOf({
  /** Why they mean the same in a search for a setting. */
  reason: v.string(),
  action: v.exactOptional(v.literal(true)),
  en: some,
  fr: some,
  de: some,
  /** Forms in any language that mean the others in a query, but not in a title: `usb` for removable storage. */
  query: some,
});

export interface SynonymsFile {
  groups: v.InferOutput<typeof SynonymGroup>[];
}

/** Of `facts/products.json`. */
export const SearchProduct = entryOf({
  names: v.array(v.string()),
  sources: v.array(v.string()),
  slugs: some,
  versioned: v.exactOptional(v.literal(true)),
  /** `suite`: its settings are of the suite that the named products belong to. */
  kind: v.exactOptional(v.picklist(['product', 'suite'])),
});

export interface ProductsFile {
  products: v.InferOutput<typeof SearchProduct>[];
  /** Source id → 0 (first if no product is named) to 2; a source that is not listed: 1. */
  ranks: Record<string, number>;
}
