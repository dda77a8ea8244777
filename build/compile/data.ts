/**
 * The documented contents of a pair: every content with its state or option, bounds, lengths. A pair that several parts
 * of the setting write (its own value and an element, two elements) has the contents of all of them.
 */
import type { RegistryType } from '../../runtime/contract/data.ts';
import { once, optional } from '../collections.ts';
import { pairId } from '../facts/pair-id.ts';
import type { RegistryData, SettingFact } from '../facts/types.ts';
import {
  type Contribution,
  contributionsOf,
  type DocumentedData,
  type DocumentedValue,
  listOf,
} from './contributions.ts';

/** A pair of `pairsOf`: without `valueName` it is a list's key, and `element` identifies the list. */
export interface DataPair {
  key: string;
  valueName?: string;
  element?: { id: string };
}

/** The result is shared: never change it. */
export function documentedData(setting: SettingFact, pair: DataPair): DocumentedData {
  const all = contributionsTo(setting, pair);
  return all ? combined(all) : {};
}

export function contributionsTo(setting: SettingFact, { key, valueName, element }: DataPair) {
  const id = valueName === undefined ? listOf(element?.id ?? '') : pairId(key, valueName);
  return contributionsOf(setting).get(id);
}

/** Memoized: matches and the records of every language use the same result. */
const combined = once((all: Contribution[]): DocumentedData => {
  const fixed = all.filter((each) => 'fixed' in each);
  const open = all.filter((each) => 'type' in each);
  const types = typesOf(all);
  const [only] = types.size === 1 ? types : [];
  return {
    ...optional('registryType', only),
    ...optional('values', valuesOf(fixed, types.size > 1)),
    ...optional('bounds', agreed(open.map(({ bounds }) => bounds))),
    ...optional('maxLength', agreed(open.map(({ maxLength }) => maxLength))),
    ...optional('maxStrings', agreed(open.map(({ maxStrings }) => maxStrings))),
    ...optional('entries', agreed(open.map(({ entries }) => entries))),
    ...optional('patterns', agreed(open.map(({ patterns }) => patterns))),
    ...(open.some((each) => each.flags) && { flags: true as const }),
    ...(open.some((each) => each.open) && { open: true as const }),
    ...(types.size > 1 && open.length > 0 && { openTypes: [...new Set(open.map(({ type }) => type))] }),
  };
});

/** The registry types that the parts document; a deletion has none. */
export function typesOf(contributions: Contribution[]): Set<RegistryType> {
  return new Set(
    contributions.flatMap((each) => ('fixed' in each ? (TYPES[each.fixed.kind] ?? []) : each.type)),
  );
}

function valuesOf(
  fixed: Extract<Contribution, { fixed: RegistryData }>[],
  mixed: boolean,
): DocumentedValue[] | undefined {
  const seen = new Map<string, DocumentedValue>();
  for (const { fixed: content, ...rest } of fixed) {
    const type = mixed ? TYPES[content.kind] : undefined;
    const value = {
      data: content.kind === 'delete' ? null : (content.value ?? ''),
      ...rest,
      ...optional('type', type),
    };
    const id = JSON.stringify(value);
    if (!seen.has(id)) seen.set(id, value);
  }
  return seen.size > 0 ? [...seen.values()] : undefined;
}

/** The value that all parts that write the pair agree on; undefined if one of them lacks it or differs. */
function agreed<T>(all: (T | undefined)[]): T | undefined {
  const [first, ...others] = all;
  return others.every((each) => JSON.stringify(each) === JSON.stringify(first)) ? first : undefined;
}

/** Kind of a written content → its type; `delete` has none. */
export const TYPES: Readonly<Record<string, RegistryType | undefined>> = {
  decimal: 'REG_DWORD',
  longDecimal: 'REG_QWORD',
  string: 'REG_SZ',
  binary: 'REG_BINARY',
};
