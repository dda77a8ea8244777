/** What a setting writes: every registry pair of its own value, elements and lists, once, in the order of answers. */
import { normalizeKeyForBuild, normalizeValue } from '../../runtime/format/keys.ts';
import { listedItems } from '../facts/pair-id.ts';
import type { ElementFact, ListItem, SettingFact } from '../facts/types.ts';

/** The policy's own value, an element's, an item of a list's, or names that the administrator makes. */
export const RANK = { own: 0, element: 1, item: 2, list: 3 } as const;

export interface RegistryPair {
  /** Vendor's case. */
  key: string;
  /** Absent for a `list` element: the administrator makes the names. */
  valueName?: string;
  rank: (typeof RANK)[keyof typeof RANK];
  element?: ElementFact;
  /** Writes the pair beside the policy's own value: the vendor may map the node to it (Root_PUAProtection). */
  besides?: ElementFact;
}

/** The value that stands for a setting where none was asked for: its own, or its only one. */
export function mainPair(
  { valueName }: SettingFact,
  pairs: readonly RegistryPair[],
): RegistryPair | undefined {
  return valueName !== undefined || pairs.length === 1 ? pairs[0] : undefined;
}

/** A pair that several parts of the setting write (an element and its own list items) is that of the first. */
export function pairsOf(setting: SettingFact): RegistryPair[] {
  const pairs = new Map<string, RegistryPair>();
  for (const pair of allPairs(setting)) {
    // Two lists under one key may make different names, so that each stands for itself.
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
