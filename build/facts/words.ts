/** The facts that only the search reads. */
import * as v from 'valibot';
import { entryOf, flag, text, texts } from './entry.ts';

/** A line of `facts/keywords.jsonl`: slug, and per language the keywords, lower case, accents folded, sorted. */
export type KeywordFact = { slug: string } & Record<string, string | string[]>;

const some = v.exactOptional(texts);

const SynonymGroup = entryOf({
  /** Why they mean the same in a search for a setting. */
  reason: text,
  action: flag,
  en: some,
  fr: some,
  de: some,
  /** Forms in any language that mean the others in a query, but not in a title: `usb` for removable storage. */
  query: some,
});

/** `facts/synonyms.json`. */
export const SynonymsFile = entryOf({
  groups: v.array(SynonymGroup),
  /** Slug → queries that administrators type for a setting whose title has other words. */
  known: v.exactOptional(v.record(text, texts)),
});
export type SynonymsFile = v.InferOutput<typeof SynonymsFile>;

const SearchProduct = entryOf({
  names: texts,
  sources: texts,
  slugs: some,
  versioned: flag,
  /** `suite`: its settings are of the suite that the named products belong to. */
  kind: v.exactOptional(v.picklist(['product', 'suite'])),
});

/** `facts/products.json`. */
export const ProductsFile = entryOf({
  products: v.array(SearchProduct),
  /** Source id → 0 (first if no product is named) to 3; a source that is not listed: 1. */
  ranks: v.record(
    text,
    v.picklist([0, 1, 2, 3], ({ received }) => `${received} instead of 0, 1, 2 or 3`),
  ),
});
export type ProductsFile = v.InferOutput<typeof ProductsFile>;
