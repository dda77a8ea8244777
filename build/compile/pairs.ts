/** The registry pairs that a setting writes: own value, elements and lists, each once, in the order of answers. */
import { normalizeKeyForBuild, normalizeValue } from '../../runtime/format/keys.ts';
import { listedItems } from '../facts/pair-id.ts';
import type { ElementFact, ListItem, SettingFact } from '../facts/types.ts';

/** Kinds of pairs: the policy's own value, an element's, a list item's, names that the administrator chooses. */
export const RANK = { own: 0, element: 1, item: 2, list: 3 } as const;

export interface RegistryPair {
  /** In the vendor's upper and lower case. */
  key: string;
  /** Absent for a `list` element: the administrator chooses the names. */
  valueName?: string;
  rank: (typeof RANK)[keyof typeof RANK];
  element?: ElementFact;
  /** Element that also writes the policy's own value: the vendor may map the node to it (Root_PUAProtection). */
  besides?: ElementFact;
}

/** The value that stands for a setting if none is requested: its own, or its only one. */
export function mainPair(
  { valueName }: SettingFact,
  pairs: readonly RegistryPair[],
): RegistryPair | undefined {
  return valueName !== undefined || pairs.length === 1 ? pairs[0] : undefined;
}

/** A pair that several parts of the setting write (an element and its own list items) belongs to the first of them. */
export function pairsOf(setting: SettingFact): RegistryPair[] {
  const pairs = new Map<string, RegistryPair>();
  for (const pair of allPairs(setting)) {
    // Two lists under one key may make different names, so each has its own entry.
    const name = pair.valueName === undefined ? `\0${pair.element?.id}` : normalizeValue(pair.valueName);
    const id = `${normalizeKeyForBuild(pair.key)}\0${name}`;
    const known = pairs.get(id);
    if (known === undefined) pairs.set(id, pair);
    else if (known.rank === RANK.own && pair.rank === RANK.element && pair.element)
      known.besides ??= pair.element;
  }
  return [...pairs.values()].sort((a, b) => a.rank - b.rank);
}

function* allPairs(setting: SettingFact): Generator<RegistryPair> {
  const { key, valueName, elements = [] } = setting;
  if (valueName !== undefined) yield { key, valueName, rank: RANK.own };
  for (const element of elements) {
    const own = element.key ?? key;
    if (element.type === 'list') yield { key: own, rank: RANK.list, element };
    else if (element.valueName !== undefined)
      yield { key: own, valueName: element.valueName, rank: RANK.element, element };
  }
  const pairOf = (item: ListItem) => ({ key: item.key ?? key, valueName: item.valueName, rank: RANK.item });
  yield* [...(setting.enabledList ?? []), ...(setting.disabledList ?? [])].map(pairOf);
  for (const element of elements) yield* listedItems(element).map((item) => ({ ...pairOf(item), element }));
}
