/** What may be written to a pair, as the dataset stores it: labels by language apart from the rest. */

import { forJson, optional } from '../collections.ts';
import type { SettingFact } from '../facts/types.ts';
import type { DocumentedValue } from './contributions.ts';
import { type DataPair, documentedData } from './data.ts';
import type { StoredData } from './stored.ts';

type StoredValue = NonNullable<StoredData['values']>[number];

/** Undefined where nothing is documented. @param elementId that of the match. */
export function storedData(setting: SettingFact, pair: DataPair, elementId?: string): StoredData | undefined {
  const { values, ...around } = documentedData(setting, pair);
  const stored: StoredData = {
    ...optional('registryType', around.registryType),
    ...optional(
      'values',
      values?.map(({ data, state, type, element }) =>
        forJson<StoredValue>({
          data,
          state,
          type,
          elementId: element === elementId ? undefined : element,
        }),
      ),
    ),
    ...optional('labels', values && labelsOf(values)),
    ...around,
  };
  return Object.keys(stored).length > 0 ? stored : undefined;
}

function labelsOf(values: DocumentedValue[]): StoredData['labels'] {
  const languages = [...new Set(values.flatMap(({ label = {} }) => Object.keys(label)))].sort();
  return languages.length === 0
    ? undefined
    : Object.fromEntries(languages.map((lang) => [lang, values.map(({ label }) => label?.[lang] ?? null)]));
}
