/** `facts/synonyms.json` and `facts/products.json` → what the search reads of them. */
import type { ProductRow, SearchSettings, SynonymRow } from '../../runtime/search/files.ts';
import { words } from '../../runtime/search/tokens.ts';
import type { Facts } from '../facts/model.ts';

export function searchWords({
  synonyms,
  products,
}: Facts): Pick<SearchSettings, 'synonyms' | 'products' | 'ranks'> {
  return {
    synonyms: synonyms.groups.map(
      ({ action, en = [], fr = [], de = [] }): SynonymRow => ({
        forms: [...new Set([...en, ...fr, ...de].map(folded))],
        ...(action && { action }),
      }),
    ),
    products: products.products.map((each): ProductRow => ({ ...each, names: each.names.map(folded) })),
    ranks: products.ranks,
  };
}

function folded(text: string): string {
  return words(text)
    .map(({ whole }) => whole)
    .join(' ');
}
