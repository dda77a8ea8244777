/** Identity of a registry pair among facts: keys and value names folded as in look-ups. */
import { normalizeKeyForBuild, normalizeValue, pairKey } from '../../runtime/format/keys.ts';
import type { ElementFact, ListItem, SettingFact } from './types.ts';

export function pairId(key: string, valueName: string): string {
  return pairKey(normalizeKeyForBuild(key), normalizeValue(valueName));
}

/** Id of all names that the administrator chooses under a list's key. */
export function listId(key: string): string {
  return `${normalizeKeyForBuild(key)}\0\0list`;
}

/** The pair that an element itself writes, without the lists of its items. */
export function elementPair(element: ElementFact, { key }: Pick<SettingFact, 'key'>): string | undefined {
  const own = element.key ?? key;
  if (element.type === 'list') return listId(own);
  return element.valueName === undefined ? undefined : pairId(own, element.valueName);
}

export function itemPair(item: ListItem, { key }: Pick<SettingFact, 'key'>): string {
  return pairId(item.key ?? key, item.valueName);
}

/** All items that the lists of an element write. */
export function listedItems({ trueList = [], falseList = [], items = [] }: ElementFact): ListItem[] {
  return [...trueList, ...falseList, ...items.flatMap(({ valueList = [] }) => valueList)];
}

/** Every pair, and every list's key, that a setting writes. */
export function writtenPairs(
  fact: Pick<SettingFact, 'key' | 'valueName' | 'elements' | 'enabledList' | 'disabledList'>,
): Set<string> {
  const { elements = [], enabledList = [], disabledList = [] } = fact;
  return new Set([
    ...(fact.valueName === undefined ? [] : [pairId(fact.key, fact.valueName)]),
    ...elements.flatMap((each) => elementPair(each, fact) ?? []),
    ...[...enabledList, ...disabledList, ...elements.flatMap(listedItems)].map((item) =>
      itemPair(item, fact),
    ),
  ]);
}
