/** The index `near`: suggestions for a look-up that finds nothing. */
import type { MatchFacts, NearEntry } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import { compare } from '../collections.ts';
import type { NodeEntry } from './csp-entries.ts';
import type { StoredMatch } from './stored.ts';

export function nearEntries(
  pairs: Map<string, StoredMatch[]>,
  csp: Map<string, NodeEntry>,
): Map<string, NearEntry> {
  const near = new Map<string, NearEntry>();
  const add = (id: string, neighbour: NearEntry['near'][number]) => {
    const entry = near.get(id) ?? { near: [] };
    near.set(id, entry);
    entry.near.push(neighbour);
  };
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
  for (const entry of near.values()) entry.near = shortened(entry.near);
  return near;
}

/** Whether the vendor has dropped the setting: it is never served as current. */
export function isDropped({ removedIn, lastSeenIn }: MatchFacts): boolean {
  return removedIn !== undefined || lastSeenIn !== undefined;
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
