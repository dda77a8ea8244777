/**
 * Settings (`removedIn`, `lastSeenIn`) and pairs of settings (`former`) that a newer version of a product line no
 * longer has. The earlier documentation stays, and is never served as current.
 */
import { isDeepStrictEqual } from 'node:util';
import { optional, picked } from '../collections.ts';
import { elementPair, itemPair, pairId, writtenPairs } from '../facts/pair-id.ts';
import type {
  AddedClass,
  EarlierPart,
  ElementFact,
  FormerPart,
  ListItem,
  SettingFact,
  SettingText,
} from '../facts/types.ts';
import type { VersionModel } from './version.ts';

/** Marks a setting that a newer version lacks: removed if that has its file or namespace; else only last seen. */
export function missingFrom(
  fact: SettingFact,
  version: string,
  { namespaces, files }: VersionModel,
): SettingFact {
  const { lastSeenIn: _, ...rest } = fact;
  const { admx, formerAdmx = [], policyId } = rest;
  // A file in the folder by accident has no later version to be missing from; what is removed stays removed.
  if (fact.line !== undefined || fact.removedIn !== undefined) return fact;
  const names = [...(admx === undefined ? [] : [admx.toLowerCase()]), ...formerAdmx];
  const namespace = policyId.slice(0, policyId.indexOf('::')).toLowerCase();
  const removed = namespaces.has(namespace) || names.some((name) => files.has(name));
  return { ...rest, ...(removed ? { removedIn: version } : { lastSeenIn: fact.version }) };
}

/**
 * The history of a setting that several versions have, oldest first: pairs that the newest no longer writes, or writes
 * with other contents, and those that it newly writes; what the text says is older than these.
 * @param older The setting by all versions before. @param newest The same with the newest version's facts, of `source`.
 */
export function historyOf(
  { source: last, fact }: { source: string; fact: SettingFact },
  newest: SettingFact,
  source: string,
): Pick<SettingFact, 'former' | 'earlier' | 'added' | 'addedClass'> {
  const [known, written] = [writtenPairs(fact), writtenPairs(newest)];
  const changed = [...known].filter((id) => written.has(id) && !sameContents(fact, newest, id));
  const was = { source: last, version: fact.version };
  const is = { source, version: newest.version };
  const former = [
    // A pair that is written again is no longer lost.
    ...narrowed(fact.former, (id) => !written.has(id)),
    ...partsWith(
      [...known].filter((id) => !written.has(id)),
      fact,
      { ...was, removedIn: newest.version },
    ),
  ];
  const earlier = [...narrowed(fact.earlier, (id) => written.has(id)), ...partsWith(changed, fact, was)];
  const added = [
    ...narrowed(fact.added, (id) => written.has(id)),
    ...partsWith(
      [...written].filter((id) => !known.has(id)),
      newest,
      is,
    ).map(({ text: _, ...part }) => part),
  ];
  return {
    ...(former.length > 0 && { former }),
    ...(earlier.length > 0 && { earlier }),
    ...(added.length > 0 && { added }),
    ...optional('addedClass', addedClass(fact, newest, source)),
  };
}

/** The class of the newest that the versions before did not have: what the text says is older than it. */
function addedClass(fact: SettingFact, newest: SettingFact, source: string): AddedClass | undefined {
  const { version } = newest;
  const only = newest.class === 'Both' ? undefined : newest.class;
  if (fact.class !== 'Both' && fact.class !== newest.class)
    return { source, version, class: only ?? (fact.class === 'User' ? 'Machine' : 'User') };
  return only === undefined || only === fact.addedClass?.class ? fact.addedClass : undefined;
}

/** The parts reduced to some of their pairs. */
function narrowed<P extends EarlierPart>(parts: readonly P[] = [], keeps: (id: string) => boolean): P[] {
  return parts.flatMap((part) => {
    const of = picked(part as EarlierPart & Partial<FormerPart>, 'source', 'version', 'removedIn');
    return partsWith([...writtenPairs(part)].filter(keeps), part, of) as P[];
  });
}

/** The part of a setting that writes the pairs; none without a pair. */
function partsWith<T>(ids: readonly string[], fact: Part, of: T): (T & Part)[] {
  return ids.length > 0 ? [{ ...of, ...partOf(fact, new Set(ids)) }] : [];
}

/** Whether both versions write the same contents to the pair, in any order and under any labels. */
function sameContents(a: SettingFact, b: SettingFact, id: string): boolean {
  const [one, other] = [a, b].map((fact) => {
    const { elements, key: _, text: __, ...own } = partOf({ ...fact, text: {} }, new Set([id]));
    return { ...own, elements: new Set(elements?.map(contentsOf)) };
  });
  return isDeepStrictEqual(one, other);
}

/** The members of an element that decide its contents. */
function contentsOf(element: ElementFact): unknown {
  const { items, id: _, required: __, defaultItem: ___, defaultValue: ____, ...rest } = element;
  return { ...rest, items: new Set(items) };
}

type Part = Omit<FormerPart, 'source' | 'version' | 'removedIn'>;

function partOf(fact: Part, lost: Set<string>): Part {
  const { key, valueName } = fact;
  const own = valueName !== undefined && lost.has(pairId(key, valueName));
  const elements = (fact.elements ?? []).flatMap((each) => elementPart(each, fact, lost) ?? []);
  const text = elements.length > 0 ? textsOf(fact, elements) : {};
  return {
    key,
    ...(own && picked(fact, 'valueName', 'enabledValue', 'disabledValue', 'content')),
    ...optional('enabledList', lostItems(fact.enabledList, fact, lost)),
    ...optional('disabledList', lostItems(fact.disabledList, fact, lost)),
    ...(elements.length > 0 ? { elements } : {}),
    ...(Object.keys(text).length > 0 ? { text } : {}),
  };
}

/** If an element's own value is still written, but not all items of its lists, its part has no value name. */
function elementPart(element: ElementFact, fact: Part, lost: Set<string>): ElementFact | undefined {
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

function lostItems(list: ListItem[] | undefined, fact: Part, lost: Set<string>): ListItem[] | undefined {
  const items = list?.filter((item) => lost.has(itemPair(item, fact)));
  return items && items.length > 0 ? items : undefined;
}

/** Labels of the remaining elements; the setting's title is in its own texts. */
function textsOf(fact: Part, elements: ElementFact[]): Record<string, SettingText> {
  const ids = new Set(elements.map(({ id }) => id));
  const pick = <T>(texts: Record<string, T> | undefined) => {
    const kept = Object.entries(texts ?? {}).filter(([id]) => ids.has(id));
    return kept.length > 0 ? Object.fromEntries(kept) : undefined;
  };
  return Object.fromEntries(
    Object.entries(fact.text ?? {}).flatMap(([lang, { labels, items }]) => {
      const text = { ...optional('labels', pick(labels)), ...optional('items', pick(items)) };
      return Object.keys(text).length > 0 ? [[lang, text]] : [];
    }),
  );
}
