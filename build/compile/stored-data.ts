/** What may be written to a pair, as the dataset stores it: labels by language apart from the rest. */

import { forJson, optional } from '../collections.ts';
import type { DocumentedData, DocumentedValue } from './contributions.ts';
import type { StoredData } from './stored.ts';

type StoredValue = NonNullable<StoredData['values']>[number];

/** Undefined where nothing is documented. @param elementId that of the match. */
export function storedData(
  { values, ...around }: DocumentedData,
  elementId?: string,
): StoredData | undefined {
  const stored: StoredData = {
    ...optional('registryType', around.registryType),
    ...optional(
      'values',
      values?.map(({ data, state, type, element, documentedIn }) =>
        forJson<StoredValue>({
          data,
          state,
          type,
          elementId: element === elementId ? undefined : element,
          documentedIn,
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
