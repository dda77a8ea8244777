/** `facts/synonyms.json` and `facts/products.json` → the phrases of the search and their tokens. */
import { type PhraseRow, TOKEN } from '../../runtime/search/files.ts';
import { titleKey } from '../../runtime/search/tokens.ts';
import type { Facts } from '../facts/model.ts';
import type { ProductsFile } from '../facts/words.ts';

/** A product whose name is an ordinary word is recognized only with its version: `word 2016`. */
const VERSIONS = ['10', '11', '2010', '2013', '2016', '2019', '2021', '2024', '365'];

/** A group of one English form and others only translates: useless in an index whose titles are all English. */
export function phraseRows({ synonyms, products }: Facts, lang: string): PhraseRow[] {
  const used = synonyms.groups.filter(({ en = [] }) => en.length !== 1 || !lang.startsWith('en'));
  const groups = used.flatMap(({ action, en = [], fr = [], de = [], query = [] }, at) => {
    const token = `${action ? TOKEN.verb : TOKEN.synonym}${at}`;
    const forms = new Set([...en, ...fr, ...de].map(titleKey));
    const asked = query.map(titleKey).filter((form) => !forms.has(form));
    return [
      ...[...forms].map((form): PhraseRow => [form, token]),
      ...[...new Set(asked)].map((form): PhraseRow => [form, token, 'query']),
    ];
  });
  const named = products.products.flatMap(({ names, versioned, kind = 'product' }, at) => {
    const forms = versioned
      ? names.flatMap((name) => VERSIONS.map((version) => `${name} ${version}`))
      : names;
    return forms.map((form): PhraseRow => [titleKey(form), `${TOKEN[kind]}${at}`]);
  });
  return [...groups, ...named];
}

/** The tokens of the products that a setting belongs to. */
export function productTokens(slug: string, source: string, products: ProductsFile['products']): string[] {
  return products.flatMap(({ sources, slugs = [''], kind = 'product' }, at) =>
    sources.includes(source) && slugs.some((begin) => slug.startsWith(begin)) ? [`${TOKEN[kind]}${at}`] : [],
  );
}
