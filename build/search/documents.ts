/** Settings → the texts they are found by, by field. */

import { pickText } from '../../runtime/answer/language.ts';
import { FIELD, FIELDS, type Field } from '../../runtime/search/files.ts';
import type { Item } from '../compile/context.ts';
import { displayNames } from '../compile/match.ts';
import type { SettingText } from '../facts/types.ts';
import type { KeywordFact } from '../import/keywords.ts';
import { policyName } from '../join/index-settings.ts';

export interface SearchDocument {
  title?: { text: string; lang: string };
  /** By field. */
  texts: readonly string[][];
}

export function documentOf(item: Item, keywords: KeywordFact | undefined, lang: string): SearchDocument {
  const { setting, pairs, categories } = item;
  const title = pickText(displayNames(setting.text), lang);
  // Where the title is another language's, so are the words that explain it.
  const written = title?.lang ?? lang;
  const texts: Record<Field, string[]> = {
    [FIELD.title]: title ? [title.text] : [],
    [FIELD.name]: [policyName(setting)],
    [FIELD.value]: pairs.flatMap(({ valueName }) => valueName ?? []),
    [FIELD.uri]: nodesOf(item).map(({ omaUri }) => omaUri),
    [FIELD.key]: [setting.key, ...pairs.map(({ key }) => key)],
    [FIELD.slug]: [setting.slug, setting.policyId],
    [FIELD.category]: categories.flatMap((each) => pickText(each, lang)?.text ?? []),
    [FIELD.label]: labelsOf(setting.text[written]),
    [FIELD.keyword]: [keywords?.[written] ?? []].flat(),
  };
  return {
    ...(title && { title }),
    texts: Array.from({ length: FIELDS }, (_, field) => texts[field as Field]),
  };
}

/** What stands beside the elements, options included. */
function labelsOf({ labels = {}, items = {} }: SettingText = {}): string[] {
  return [...Object.values(labels), ...Object.values(items).flat()].flatMap((each) => each ?? []);
}

/** Every node of the setting's mapping: the policy's, its elements', its further ones. */
export function nodesOf({ mapping }: Item): { omaUri: string }[] {
  const places = [mapping?.policy, ...(mapping?.elements.values() ?? []), ...(mapping?.alternatives ?? [])];
  return places.flatMap((place) => Object.values(place?.nodes ?? {}));
}
