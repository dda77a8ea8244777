/** Settings → the texts they are found by, by field. */

import { pickText } from '../../runtime/answer/language.ts';
import { FIELD, FIELDS } from '../../runtime/search/files.ts';
import { once } from '../collections.ts';
import type { Item } from '../compile/context.ts';
import { displayNames } from '../compile/match.ts';
import type { SettingText } from '../facts/types.ts';
import type { KeywordFact } from '../facts/words.ts';
import { policyName } from '../join/index-settings.ts';

export interface SearchDocument {
  title?: { text: string; lang: string };
  /** By field. */
  texts: readonly string[][];
}

export function documentOf(item: Item, keywords: KeywordFact | undefined, lang: string): SearchDocument {
  const { setting, categories } = item;
  const title = pickText(displayNames(setting.text), lang);
  // Where the title is another language's, so are the words that explain it.
  const written = title?.lang ?? lang;
  const texts = [...identifiersOf(item)];
  texts[FIELD.title] = title ? [title.text] : [];
  texts[FIELD.category] = categories.flatMap((each) => pickText(each, lang)?.text ?? []);
  texts[FIELD.label] = labelsOf(setting.text[written]);
  texts[FIELD.keyword] = [keywords?.[written] ?? []].flat();
  return title ? { title, texts } : { texts };
}

/** The fields that are the same in every language. */
const identifiersOf = once((item: Item): string[][] => {
  const { setting, pairs } = item;
  const texts: string[][] = new Array(FIELDS).fill([]);
  texts[FIELD.name] = [policyName(setting)];
  texts[FIELD.value] = pairs.flatMap(({ valueName }) => valueName ?? []);
  texts[FIELD.uri] = nodesOf(item).map(({ omaUri }) => omaUri);
  texts[FIELD.key] = [setting.key, ...pairs.map(({ key }) => key)];
  texts[FIELD.slug] = [setting.slug, setting.policyId];
  return texts;
});

/** What stands beside the elements, options included. */
function labelsOf({ labels = {}, items = {} }: SettingText = {}): string[] {
  return [...Object.values(labels), ...Object.values(items).flat()].flatMap((each) => each ?? []);
}

/** Every node of the setting's mapping: the policy's, its elements', its further ones. */
export function nodesOf({ mapping }: Item): { omaUri: string }[] {
  const places = [mapping?.policy, ...(mapping?.elements.values() ?? []), ...(mapping?.alternatives ?? [])];
  return places.flatMap((place) => Object.values(place?.nodes ?? {}));
}
