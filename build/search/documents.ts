/** Settings → the terms they are found by, each in its best field. */

import { pickText } from '../../runtime/answer/language.ts';
import { FIELD, type Field } from '../../runtime/search/files.ts';
import { terms } from '../../runtime/search/tokens.ts';
import type { Item } from '../compile/context.ts';
import { displayNames } from '../compile/match.ts';
import { policyName } from '../join/index-settings.ts';

export interface SearchDocument {
  title?: { text: string; lang: string };
  /** Term → field; in the order of the fields. */
  terms: Map<string, Field>;
}

export function documentOf(item: Item, lang: string): SearchDocument {
  const { setting, pairs, categories } = item;
  const title = pickText(displayNames(setting.text), lang);
  const document: SearchDocument = { ...(title && { title }), terms: new Map() };
  const texts: Record<Field, string[]> = {
    [FIELD.title]: title ? [title.text] : [],
    [FIELD.name]: [policyName(setting)],
    [FIELD.value]: pairs.flatMap(({ valueName }) => valueName ?? []),
    [FIELD.uri]: nodesOf(item).map(({ omaUri }) => omaUri),
    [FIELD.key]: [setting.key, ...pairs.map(({ key }) => key)],
    [FIELD.slug]: [setting.slug, setting.policyId],
    [FIELD.category]: categories.flatMap((each) => pickText(each, lang)?.text ?? []),
  };
  for (const field of Object.values(FIELD)) {
    for (const text of new Set(texts[field])) {
      for (const term of terms(text)) if (!document.terms.has(term)) document.terms.set(term, field);
    }
  }
  return document;
}

/** Every node of the setting's mapping: the policy's, its elements', its further ones. */
export function nodesOf({ mapping }: Item): { omaUri: string }[] {
  const places = [mapping?.policy, ...(mapping?.elements.values() ?? []), ...(mapping?.alternatives ?? [])];
  return places.flatMap((place) => Object.values(place?.nodes ?? {}));
}
