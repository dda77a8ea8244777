/** The documented contents of a pair, as served. */

import type * as answer from '../../runtime/contract/data.ts';
import type { Texts } from '../../runtime/format/format.ts';
import { forJson, optional } from '../collections.ts';
import type { DocumentedData } from './contributions.ts';

/** @param elementId The match's own. @param labelOf Picks one of a label's texts; nothing if there is none. */
export function servedData(
  { registryType, values, ...around }: DocumentedData,
  elementId: string | undefined,
  labelOf: (texts: Texts, at: number) => Pick<answer.DocumentedValue, 'label' | 'labelOmitted'>,
): answer.DocumentedData {
  const served = values?.map(({ data, state, type, elementId: own, documentedIn, label = {} }, at) =>
    forJson<answer.DocumentedValue>({
      data,
      state,
      type,
      elementId: own === elementId ? undefined : own,
      documentedIn,
      ...labelOf(label, at),
    }),
  );
  return { ...optional('registryType', registryType), ...optional('values', served), ...around };
}
