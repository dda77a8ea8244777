/**
 * Values that newer templates write to another place: another key, or another name. The setting's nodes are those of
 * both places; they date the old one as before, and say nothing of when the new one came to be.
 */
import type { SupportedOnFloor } from '../../runtime/format/format.ts';
import { compareBuilds, orderOf, parseBuild } from '../../runtime/verdict/builds.ts';
import { BACKFILL } from '../../runtime/verdict/judge.ts';
import { isOld } from '../../runtime/verdict/registry.ts';
import { pairId, writtenPairs } from '../facts/pair-id.ts';
import { WINDOWS_LINE } from '../facts/sources.ts';
import type { ElementFact, FormerPart } from '../facts/types.ts';
import type { Item } from './context.ts';
import { editionList } from './edition-names.ts';
import type { MappedNode } from './mapping.ts';
import type { StoredNode } from './stored.ts';

/** The floor of what older templates write: without it the text alone would allow releases that the node excludes. */
export function floorOfFormer({ floor = {}, isDated, mapping }: Item, part: FormerPart): Pick<Item, 'floor'> {
  const { client, server } = floor;
  if (typeof client !== 'string' || isDated || isOld(floor)) return {};
  const all = (mapping?.nodes ?? []).flatMap((each) => (isOf(each, part) ? [buildsOf(each)] : []));
  const [builds = []] = all.sort(([a], [b]) => (a && b ? compareBuilds(a, b) : 0));
  const [lowest] = builds;
  const stated = Math.min(...client.split(' | ').map(orderOf));
  const names = builds.map(({ text }) => text).join(' | ');
  if (lowest === undefined || lowest.order <= stated || names === BACKFILL) return {};
  // The node is one of clients: of older servers nothing is known.
  const servers = server && { server: { named: [{ from: lowest.text }] } };
  return { floor: { ...floor, client: names, ...servers, why: 'explained' } satisfies SupportedOnFloor };
}

/** A node that decides on the value: settable, for a PC, of the part or of its whole policy. */
function isOf({ node, element }: MappedNode, { valueName, elements = [] }: FormerPart): boolean {
  const { access, editions } = node;
  if (access || (editions && !editionList(editions).isForPc)) return false;
  if (element !== undefined) return elements.some(({ id }) => id === element);
  return valueName !== undefined || node.admx !== undefined;
}

const buildsOf = ({ node: { builds = [] } }: MappedNode) =>
  builds.flatMap((each) => parseBuild(each) ?? []).sort(compareBuilds);

/** Whether the version that added the value dropped another of the same part. A node with the new name documents it. */
export function isMoved(
  { source, setting }: Item,
  { key, valueName = '', element }: { key: string; valueName?: string; element?: ElementFact },
  nodes: readonly StoredNode[],
): boolean {
  if ((setting.line ?? source.line) !== WINDOWS_LINE || setting.removedIn !== undefined) return false;
  const id = pairId(key, valueName);
  const since = setting.added?.find((part) => writtenPairs(part).has(id))?.version;
  const before = (setting.former ?? []).flatMap((part) => {
    const own = element ? part.elements?.find((each) => each.id === element.id)?.valueName : part.valueName;
    return part.removedIn === since && own !== undefined ? own.toLowerCase() : [];
  });
  const name = valueName.toLowerCase();
  const hasName = ({ served }: StoredNode) => served.omaUri.toLowerCase().endsWith(`/${name}`);
  return before.length > 0 && (before.includes(name) || !nodes.some(hasName));
}
