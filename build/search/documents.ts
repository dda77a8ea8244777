/** Settings → their searchable texts, by field. */
import type { FieldName } from '../../runtime/search/files.ts';
import { once, optional } from '../collections.ts';
import type { Item } from '../compile/context.ts';
import { displayNames } from '../compile/match.ts';
import type { Facts } from '../facts/model.ts';
import type { SettingText } from '../facts/types.ts';
import type { KeywordFact } from '../facts/words.ts';
import { policyName } from '../join/index-settings.ts';
import { pickText } from '../pick-text.ts';
import { productTokens } from './words.ts';

export interface SearchDocument {
  title?: { text: string; lang: string };
  texts: Readonly<Partial<Record<FieldName, readonly string[]>>>;
  /** Queries that find it as its title does. */
  known?: readonly string[];
  /** Tokens of the products that the setting belongs to. */
  products: readonly string[];
}

export function documentOf(
  item: Item,
  keywords: KeywordFact | undefined,
  lang: string,
  { products: { products }, synonyms: { known } }: Pick<Facts, 'products' | 'synonyms'>,
): SearchDocument {
  const { setting, categories, source } = item;
  const title = pickText(displayNames(setting.text), lang);
  // Labels and keywords are in the language of the title.
  const written = title?.lang ?? lang;
  const texts: SearchDocument['texts'] = {
    ...identifiersOf(item),
    title: title ? [title.text] : [],
    category: categories.flatMap((each) => pickText(each, lang)?.text ?? []),
    label: labelsOf(setting.text[written]),
    keyword: [keywords?.[written] ?? []].flat(),
  };
  const tokens = productTokens(setting.slug, source.id, products);
  return { ...(title && { title }), texts, products: tokens, ...optional('known', known?.[setting.slug]) };
}

/** The fields that are the same in every language. */
const identifiersOf = once((item: Item): SearchDocument['texts'] => {
  const { setting, pairs } = item;
  return {
    name: [policyName(setting)],
    value: pairs.flatMap(({ valueName }) => valueName ?? []),
    uri: urisOf(item),
    key: [setting.key, ...pairs.map(({ key }) => key)],
    slug: [setting.slug, setting.policyId],
  };
});

/** The labels of the elements and of their options. */
function labelsOf({ labels = {}, items = {} }: SettingText = {}): string[] {
  return [...Object.values(labels), ...Object.values(items).flat()].flatMap((each) => each || []);
}

/** The OMA-URI of every node of the setting's mapping. */
export function urisOf({ mapping }: Item): string[] {
  return mapping?.nodes.map(({ node }) => node.omaUri) ?? [];
}
