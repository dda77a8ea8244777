/** The documented contents of a match in a language. */
import type { StoredData } from '../format.ts';
import type { DocumentedValue } from '../schema/data.ts';
import { pickLanguage } from './language.ts';

/** The language of the labels: `lang` where it has any, else English, else another; undefined where there are none. */
export function labelLanguage({ labels }: StoredData, lang: string): string | undefined {
  return labels === undefined ? undefined : pickLanguage(labels, lang);
}

/** `values` with their labels; a label that the language lacks is absent. */
export function valuesIn(
  { values, labels }: StoredData,
  lang: string | undefined,
): DocumentedValue[] | undefined {
  const texts = lang === undefined ? undefined : labels?.[lang];
  return texts === undefined
    ? values
    : values?.map((value, at) => {
        const label = texts[at];
        return typeof label === 'string' ? { ...value, label } : value;
      });
}
