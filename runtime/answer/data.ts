/** The documented contents of a match in a language. */
import type { StoredData } from '../format.ts';
import type { DocumentedValue } from '../schema/data.ts';
import { pickLanguage } from './language.ts';

/** The labels of the values, in `lang` where there are any, else in English, else in another language. */
export function labelsIn({ labels = {} }: StoredData, lang: string) {
  return labels[pickLanguage(labels, lang) ?? ''];
}

/** The values with their labels; a label that the language lacks is absent. */
export function valuesIn(data: StoredData, lang: string): DocumentedValue[] | undefined {
  const labels = labelsIn(data, lang);
  return data.values?.map((value, at) => {
    const label = labels?.[at];
    return typeof label === 'string' ? { ...value, label } : value;
  });
}
