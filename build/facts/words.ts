/** The facts that only the search reads. */

/** A line of `facts/keywords.jsonl`: slug, and per language the keywords, lower case, accents folded, sorted. */
export type KeywordFact = { slug: string } & Record<string, string | string[]>;

/** `facts/synonyms.json`. */
export interface SynonymsFile {
  groups: {
    /** Why they mean the same in a search for a setting. */
    reason: string;
    action?: true;
    en?: string[];
    fr?: string[];
    de?: string[];
    /** Forms in any language that mean the others in a query, but not in a title: `usb` for removable storage. */
    query?: string[];
  }[];
}

/** `facts/products.json`. */
export interface ProductsFile {
  products: {
    names: string[];
    sources: string[];
    slugs?: string[];
    versioned?: true;
    /** `suite`: its settings are of the suite that the named products belong to. */
    kind?: 'product' | 'suite';
  }[];
  /** Source id → 0 (first if no product is named) to 2; a source that is not listed: 1. */
  ranks: Record<string, number>;
}
