/** Items → contents of the look-up indexes: the settings that write a pair, and those behind an OMA-URI. */

import { type NearEntry, takesName } from '../../runtime/format/format.ts';
import { normalizeKeyForBuild, normalizeValue, pairKey, splitPairKey } from '../../runtime/format/keys.ts';
import { append, compare } from '../collections.ts';
import { isDropped } from '../facts/former.ts';
import type { CompileContext } from './context.ts';
import { buildCsp, type NodeEntry } from './csp-entries.ts';
import { formerItems } from './dropped.ts';
import { pairMatch } from './match.ts';
import type { StoredMatch } from './stored.ts';

export type LookupIndexes = ReturnType<typeof buildLookups>;

type Ranked = { rank: number; date: string; match: StoredMatch };

export function buildLookups(context: CompileContext) {
  const resolve = new Map<string, Ranked[]>();
  const list = new Map<string, Ranked[]>();
  for (const item of context.items.flatMap((each) => [each, ...formerItems(each, context)])) {
    for (const pair of item.pairs) {
      const key = normalizeKeyForBuild(pair.key);
      const ranked = { rank: pair.rank, date: item.date, match: pairMatch(item, pair, context) };
      if (pair.valueName === undefined) append(list, key, ranked);
      else append(resolve, pairKey(key, normalizeValue(pair.valueName)), ranked);
    }
  }
  addTakingLists(resolve, list);
  const pairs = sorted(resolve);
  const { csp, dynamic } = buildCsp(context);
  return { resolve: pairs, list: sorted(list), near: nearEntries(pairs, csp), csp, dynamic };
}

/** A pair that a setting names may also be an entry of a list under the same key: one look-up finds both. */
function addTakingLists(resolve: Map<string, Ranked[]>, list: Map<string, Ranked[]>): void {
  for (const [id, matches] of resolve) {
    const [key, value] = splitPairKey(id);
    const lists = list.get(key) ?? [];
    matches.push(...lists.filter(({ match: { served } }) => served.list && takesName(served.list, value)));
  }
}

/** Current before dropped, vendor before community; own value, element, list item, list; newest source; slug. */
function sorted(entries: Map<string, Ranked[]>): Map<string, StoredMatch[]> {
  return new Map(
    [...entries].map(([id, ranked]) => [
      id,
      ranked
        .sort(
          (a, b) =>
            standing(a.match) - standing(b.match) ||
            a.rank - b.rank ||
            compare(b.date, a.date) ||
            compare(a.match.slug, b.match.slug),
        )
        .map(({ match }) => match),
    ]),
  );
}

function standing({ served, community }: StoredMatch): number {
  return (isDropped(served) ? 2 : 0) + (community ? 1 : 0);
}

/** The index `near`: suggestions for a look-up that finds nothing. */
function nearEntries(pairs: Map<string, StoredMatch[]>, csp: Map<string, NodeEntry>): Map<string, NearEntry> {
  const near = new Map<string, NearEntry['near']>();
  const add = (id: string, neighbour: NearEntry['near'][number]) => append(near, id, neighbour);
  for (const [id, [first]] of pairs) {
    // The first match stands for the pair: a policy's own value comes before a list item.
    if (first?.served.valueName === undefined || isDropped(first.served)) continue;
    const [key, value] = splitPairKey(id);
    const neighbour: NearEntry['near'][number] = [
      first.served.registryKey,
      first.served.valueName,
      first.slug,
    ];
    add(`k\0${key}`, neighbour);
    add(`v\0${value}`, neighbour);
    const parent = key.lastIndexOf('\\');
    if (parent > 0) add(`p\0${key.slice(0, parent)}`, [key.slice(parent + 1), '', '']);
  }
  addNodes(csp, add);
  return new Map([...near].map(([id, all]) => [id, { near: shortened(all) }]));
}

/**
 * Adds the nodes that a mistyped OMA-URI may mean: those of the same name or area. For ingested templates only those of
 * the same name: identifiers of Intune's catalog have categories of templates that no source has.
 */
function addNodes(
  csp: Map<string, NodeEntry>,
  add: (id: string, neighbour: NearEntry['near'][number]) => void,
): void {
  for (const [uri, { node, matches }] of csp) {
    const shown = node ?? matches[0]?.nodes?.[0]?.served;
    if (shown === undefined || uri.includes('{}')) continue;
    const [area = '', name = ''] = uri.split('/').slice(-2);
    const ids = shown.via === 'admx-ingestion' ? [`n\0${name}`] : [`n\0${name}`, `a\0${area}`];
    for (const id of ids) add(id, [shown.omaUri, '', matches[0]?.slug ?? '']);
  }
}

/** A common value name (`Enabled`) occurs under hundreds of keys; the nearest are chosen among this many. */
const MAX_NEAR = 1000;

function shortened(near: NearEntry['near']): NearEntry['near'] {
  const seen = new Set<string>();
  return near
    .sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]) || compare(a[2], b[2]))
    .filter(([key, value]) => {
      const id = `${key}\0${value}`.toLowerCase();
      return !seen.has(id) && seen.add(id);
    })
    .slice(0, MAX_NEAR);
}
