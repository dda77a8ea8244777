/** What the vendor documents may be written to a registry pair, as matches carry it. */
import type { MatchFacts, Texts } from '../format.ts';

export type DataState = 'enabled' | 'disabled' | 'true' | 'false';

export interface DocumentedValue {
  /** A number, or its decimal digits; text; binary data as hexadecimal text. Null: that state deletes the value. */
  data: string | number | null;
  state?: DataState;
  /** Of the option that it stands for: in one language, or by language. */
  label?: string | Texts;
  /** Only where the pair's contents have several types. */
  type?: string;
}

export interface DocumentedData {
  /** Absent where the contents have several types, or the value is only ever deleted. */
  registryType?: string;
  values?: readonly DocumentedValue[];
  bounds?: { min?: string | number; max?: string | number };
  maxLength?: string | number;
  /** REG_MULTI_SZ: at most so many entries, and no others than these. */
  maxStrings?: string | number;
  entries?: readonly string[];
  /** Regular expressions that the content must match. They are not evaluated here. */
  patterns?: readonly string[];
  /** Contents beside the listed ones are the administrator's choice. */
  open?: true;
  /** The types of contents that are not listed, where the contents have several types. */
  openTypes?: readonly string[];
}

const FIELDS = [
  'registryType',
  'values',
  'bounds',
  'maxLength',
  'maxStrings',
  'entries',
  'patterns',
  'open',
  'openTypes',
] as const satisfies (keyof DocumentedData)[];

/** The documented data among the facts of a match; undefined where the dataset has none for it. */
export function servedData(served: MatchFacts & DocumentedData): DocumentedData | undefined {
  const entries = FIELDS.flatMap((name) => (served[name] === undefined ? [] : [[name, served[name]]]));
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as DocumentedData);
}
