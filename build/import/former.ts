/**
 * What a newer version of a product line no longer has: settings (`removedIn`, `lastSeenIn`) and pairs of settings
 * (`former`). A vendor's earlier word is kept, and never passed off as current.
 */
import { optional } from '../collections.ts';
import { elementPair, itemPair, pairId, writtenPairs } from '../facts/pair-id.ts';
import type { ElementFact, FormerPart, ListItem, SettingFact, SettingText } from '../facts/types.ts';
import type { LineVersion } from './merge.ts';

/** A setting as one version has it. */
export interface Sighting {
  /** Index of the version, oldest first. */
  at: number;
  fact: SettingFact;
}

/** `sightings`: of one setting, oldest first; `merged`: its facts by the newest of them. */
export function markFormer(merged: SettingFact, sightings: Sighting[], versions: LineVersion[]): SettingFact {
  const last = sightings.at(-1);
  // What is in the folder by accident has no later version to be missing from.
  if (!last || merged.line !== undefined) return merged;
  const former = formerParts(sightings, versions);
  return { ...merged, ...gone(merged, last.at, versions), ...optional('former', former) };
}

/** Removed where a later version has the setting's file or namespace; with the file gone, nobody has said so. */
function gone(
  { admx, formerAdmx = [], policyId }: SettingFact,
  last: number,
  versions: LineVersion[],
): Pick<SettingFact, 'removedIn' | 'lastSeenIn'> {
  const later = versions.slice(last + 1);
  if (later.length === 0) return {};
  const names = [...(admx === undefined ? [] : [admx.toLowerCase()]), ...formerAdmx];
  const namespace = policyId.slice(0, policyId.indexOf('::')).toLowerCase();
  const without = later.find(
    ({ model }) => model.namespaces.has(namespace) || names.some((name) => model.files.has(name)),
  );
  if (without) return { removedIn: without.version };
  return optional('lastSeenIn', versions[last]?.version);
}

function formerParts(sightings: Sighting[], versions: LineVersion[]): FormerPart[] | undefined {
  const newest = sightings.at(-1);
  if (!newest) return undefined;
  const later = writtenPairs(newest.fact);
  const parts: FormerPart[] = [];
  for (let index = sightings.length - 2; index >= 0; index--) {
    const [sighting, next] = [sightings[index], sightings[index + 1]];
    const version = sighting && versions[sighting.at];
    const removedIn = next && versions[next.at]?.version;
    if (!version || removedIn === undefined) continue;
    const written = writtenPairs(sighting.fact);
    const lost = new Set([...written].filter((id) => !later.has(id)));
    for (const id of written) later.add(id);
    if (lost.size === 0) continue;
    const { source, version: label } = version;
    parts.push({ source, version: label, removedIn, ...partOf(sighting.fact, lost) });
  }
  return parts.length > 0 ? parts.reverse() : undefined;
}

type Part = Omit<FormerPart, 'source' | 'version' | 'removedIn'>;

function partOf(fact: SettingFact, lost: Set<string>): Part {
  const { key, valueName, enabledValue, disabledValue, content } = fact;
  const own = valueName !== undefined && lost.has(pairId(key, valueName));
  const elements = (fact.elements ?? []).flatMap((each) => elementPart(each, fact, lost) ?? []);
  const text = elements.length > 0 ? textsOf(fact, elements) : {};
  return {
    key,
    ...(own && {
      ...optional('valueName', valueName),
      ...optional('enabledValue', enabledValue),
      ...optional('disabledValue', disabledValue),
      ...optional('content', content),
    }),
    ...optional('enabledList', lostItems(fact.enabledList, fact, lost)),
    ...optional('disabledList', lostItems(fact.disabledList, fact, lost)),
    ...(elements.length > 0 ? { elements } : {}),
    ...(Object.keys(text).length > 0 ? { text } : {}),
  };
}

/** An element whose own value is still written, but not all items of its lists, stands there without a value name. */
function elementPart(element: ElementFact, fact: SettingFact, lost: Set<string>): ElementFact | undefined {
  const { trueList, falseList, items, valueName, ...rest } = element;
  const id = elementPair(element, fact);
  const own = id !== undefined && lost.has(id);
  const lists = {
    ...optional('trueList', lostItems(trueList, fact, lost)),
    ...optional('falseList', lostItems(falseList, fact, lost)),
  };
  const kept = items?.map(({ value, valueList }) => ({
    value,
    ...optional('valueList', lostItems(valueList, fact, lost)),
  }));
  const some = Object.keys(lists).length > 0 || kept?.some((each) => each.valueList !== undefined);
  if (!own && !some) return undefined;
  return { ...rest, ...(own && optional('valueName', valueName)), ...lists, ...optional('items', kept) };
}

function lostItems(
  list: ListItem[] | undefined,
  fact: SettingFact,
  lost: Set<string>,
): ListItem[] | undefined {
  const items = list?.filter((item) => lost.has(itemPair(item, fact)));
  return items && items.length > 0 ? items : undefined;
}

/** Labels of the elements that are left; the setting's title is in its own texts. */
function textsOf(fact: SettingFact, elements: ElementFact[]): Record<string, SettingText> {
  const ids = new Set(elements.map(({ id }) => id));
  const pick = <T>(texts: Record<string, T> | undefined) => {
    const kept = Object.entries(texts ?? {}).filter(([id]) => ids.has(id));
    return kept.length > 0 ? Object.fromEntries(kept) : undefined;
  };
  return Object.fromEntries(
    Object.entries(fact.text).flatMap(([lang, { labels, items }]) => {
      const text = { ...optional('labels', pick(labels)), ...optional('items', pick(items)) };
      return Object.keys(text).length > 0 ? [[lang, text]] : [];
    }),
  );
}
