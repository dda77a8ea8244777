/** The versions of a product line that document a content, if not all versions with the setting do. */

import type { TemplateVersion } from '../../runtime/contract/data.ts';
import { isWithin } from '../../runtime/verify/registry-content.ts';
import { compare, optional } from '../collections.ts';
import { formerSetting } from '../facts/former.ts';
import { pairId, writtenPairs } from '../facts/pair-id.ts';
import type { EarlierPart } from '../facts/types.ts';
import type { CompileContext, Item } from './context.ts';
import type { DocumentedData, DocumentedValue } from './contributions.ts';
import { type DataPair, documentedData } from './data.ts';

/** Consecutive versions that document the same contents of a pair. */
interface Run {
  versions: TemplateVersion[];
  data: DocumentedData;
}

/** The documented data of the pair, with contents of older versions, and the versions that document each. */
export function dataOfVersions(item: Item, pair: DataPair, context: CompileContext): DocumentedData {
  const { setting } = item;
  const newest = documentedData(setting, pair);
  const { earlier = [] } = setting;
  if (earlier.length === 0 || pair.valueName === undefined) return newest;
  const id = pairId(pair.key, pair.valueName);
  const parts = earlier.filter((part) => writtenPairs(part).has(id));
  const runs = runsOf(item, parts, pair, newest, context);
  const values = runs.toReversed().flatMap(({ data }) => data.values ?? []);
  const seen = new Set<string>();
  const all = values.flatMap((value): DocumentedValue[] => {
    const content = JSON.stringify([value.type ?? newest.registryType, value.data]);
    const isNew = newest.values?.includes(value) === true;
    if (seen.has(content) && !isNew) return [];
    seen.add(content);
    const documenting = runs.filter(({ data }) => documents(data, value));
    // A content that the newest version documents in another way (a number within bounds) is not an option.
    if (!isNew && documenting.includes(runs[runs.length - 1] as Run)) return [];
    const documentedIn =
      documenting.length === runs.length ? undefined : documenting.flatMap(({ versions }) => versions);
    return [{ ...value, ...optional('documentedIn', documentedIn) }];
  });
  return all.length > 0 ? { ...newest, values: all } : newest;
}

function runsOf(
  { source, setting }: Item,
  parts: readonly EarlierPart[],
  pair: DataPair,
  newest: DocumentedData,
  { facts }: CompileContext,
): Run[] {
  const versions = facts.sources
    .filter(({ line }) => line === source.line)
    .flatMap(({ id, versions: own }) =>
      own.map(({ version, date = '' }) => ({ source: id, sourceVersion: version, date })),
    )
    .filter(({ date }) => setting.firstSeen === undefined || date >= setting.firstSeen)
    .sort((a, b) => compare(a.date, b.date));
  const ends = [
    ...parts.map((part) => ({ part, source: part.source, version: part.version })),
    { source: source.id, version: setting.version },
  ];
  let from = 0;
  return ends.flatMap((end) => {
    const last = versions.findIndex(
      (each) => each.source === end.source && each.sourceVersion === end.version,
    );
    const own = versions.slice(from, last + 1).map(({ date: _, ...version }) => version);
    from = last + 1;
    const data = 'part' in end ? documentedData(formerSetting(setting, end.part), pair) : newest;
    return own.length > 0 ? [{ versions: own, data }] : [];
  });
}

function documents(data: DocumentedData, value: DocumentedValue): boolean {
  const { values = [], bounds, open } = data;
  if (values.some((each) => each.data === value.data)) return true;
  if (value.data === null) return false;
  const isNumber = bounds !== undefined && /^\d+$/.test(value.data);
  return open === true || (isNumber && isWithin(value.data, bounds.min, bounds.max));
}
