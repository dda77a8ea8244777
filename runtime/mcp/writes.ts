/**
 * The registry values that a setting writes, each once, with what resolve documents of them. A record tells them by
 * part, and several parts may write one value.
 */

import type { Match } from '../contract/match.ts';
import type { ElementRecord, SettingRecord } from '../contract/record.ts';
import { normalizeKeyForBuild, normalizeValue, pairKey } from '../format/keys.ts';
import type { Writable } from './brief-match.ts';

export interface WrittenPlace {
  /** Absent: the setting’s. */
  key?: string;
  /** Absent for a list. */
  value?: string;
  element?: string;
  label?: string;
  /** Of a list: which names its values have, and their type. */
  list?: Writable;
}

export interface Write extends Omit<WrittenPlace, 'list'> {
  data: Writable;
}

/** Its own value first, those of its elements, the further ones of states, check boxes and options. */
export function placesOf({
  registryKey,
  valueName,
  elementId,
  elements,
  stateValues,
}: SettingRecord): WrittenPlace[] {
  const places = new Map<string, WrittenPlace>();
  const add = (key: string, place: WrittenPlace): void => {
    // A list stands for itself: two under one key may make different names.
    const id =
      place.list === undefined
        ? pairKey(normalizeKeyForBuild(key), normalizeValue(place.value ?? ''))
        : `list ${place.element}`;
    const elsewhere = key.toLowerCase() !== registryKey.toLowerCase();
    if (!places.has(id)) places.set(id, { ...(elsewhere && { key }), ...place });
  };
  if (valueName !== undefined && elementId === undefined) add(registryKey, { value: valueName });
  for (const element of elements) {
    const { id, type, label } = element;
    const own = { element: id, ...(label !== undefined && { label }) };
    const key = element.registryKey ?? registryKey;
    if (type === 'list') add(key, { ...own, list: listOf(element) });
    else if (element.valueName !== undefined) add(key, { value: element.valueName, ...own });
  }
  for (const item of stateValues) add(item.key, { value: item.valueName });
  for (const { id, stateValues: items = [], options = [] } of elements) {
    const all = [...items, ...options.flatMap(({ valueList = [] }) => valueList)];
    for (const item of all) add(item.key, { value: item.valueName, element: id });
  }
  return [...places.values()];
}

function listOf(element: ElementRecord): Writable {
  const { registryType, valuePrefix, explicitValue = false, additive = false } = element;
  const list = { explicitValue, additive, ...(valuePrefix !== undefined && { valuePrefix }) };
  return { ...(registryType !== undefined && { registryType }), list };
}

/** @param matchesOf What resolve finds for a pair. */
export function writesOf(
  { slug, class: policyClass, registryKey }: SettingRecord,
  places: readonly WrittenPlace[],
  matchesOf: (key: string, value: string) => Promise<readonly Match[]>,
): Promise<Write[]> {
  const hive = policyClass === 'User' ? 'HKCU' : 'HKLM';
  return Promise.all(
    places.map(async ({ list, ...place }) => {
      if (list !== undefined) return { ...place, data: list };
      const { key = registryKey, value = '' } = place;
      const matches = await matchesOf(`${hive}\\${key}`, value);
      const match = matches.find((each) => each.slug === slug && each.list === undefined);
      if (match === undefined) throw new RangeError(`The dataset does not document ${key} + ${value}.`);
      return { ...place, data: match };
    }),
  );
}
