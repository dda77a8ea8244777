/** What the templates of Windows say of one value, beside the supported-on text of its setting. */
import type { Template, VerdictFacts } from '../../runtime/format/format.ts';
import { optional } from '../collections.ts';
import { listId, pairId, writtenPairs } from '../facts/pair-id.ts';
import { WINDOWS_LINE } from '../facts/sources.ts';
import type { CompileContext, Item } from './context.ts';
import { templatesOf } from './dropped.ts';
import type { StoredNode } from './stored.ts';

/** Dotted builds: where the templates added the value, or a hive, to an older setting; whose templates have it or lack it. */
export function templateBuilds(
  { source, setting }: Item,
  { key, valueName }: { key: string; valueName?: string },
  nodes: readonly StoredNode[],
  context: CompileContext,
): Pick<VerdictFacts, 'addedFrom' | 'addedHive' | 'templates'> {
  const { removedIn, lastSeenIn, line = source.line, seenIn = [], version } = setting;
  if (line !== WINDOWS_LINE || (removedIn ?? lastSeenIn) !== undefined) return {};
  const all = templatesOf(context).filter((each) => each.line === line);
  const id = valueName === undefined ? listId(key) : pairId(key, valueName);
  const added = setting.added?.find((part) => writtenPairs(part).has(id));
  const { addedClass } = setting;
  const firstOf = (of?: { source: string; version: string }) =>
    all.findIndex((each) => each.source === of?.source && each.sourceVersion === of.version);
  const first = firstOf(added);
  const from = addedClass && all[Math.max(first, firstOf(addedClass))]?.build;
  const scope = addedClass?.class === 'Machine' ? 'Device' : 'User';
  const labels = [...seenIn, version];
  const count = (among: readonly string[], { sourceVersion }: Template) =>
    among.filter((each) => each === sourceVersion).length;
  const known = all.map(({ sourceVersion }) => sourceVersion);
  const buildsOf = (is: (each: Template) => boolean) =>
    all.flatMap((each, at) => (at >= first && is(each) && each.build !== undefined ? each.build : []));
  // Two sources may have versions of one label, and a setting has the labels alone.
  const has = buildsOf((each) => count(labels, each) === count(known, each));
  const lacks = buildsOf((each) => count(labels, each) === 0);
  const isDated = nodes.some(({ served: { minOs, via } }) => minOs !== undefined && via !== 'admx-ingestion');
  const templates = { ...(isDated && has.length > 0 && { has }), ...(lacks.length > 0 && { lacks }) };
  return {
    ...optional('addedFrom', all[first]?.build),
    ...(from !== undefined && { addedHive: { scope, from } as const }),
    ...(Object.keys(templates).length > 0 && { templates }),
  };
}
