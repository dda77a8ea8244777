/** Items → contents of the look-up indexes: the settings that write a pair, and those behind an OMA-URI. */

import { type NearEntry, takesName } from '../../runtime/format/format.ts';
import { normalizeKeyForBuild, normalizeValue, pairKey, splitPairKey } from '../../runtime/format/keys.ts';
import { append, compare } from '../collections.ts';
import type { CompileContext } from './context.ts';
import { buildCsp, type NodeEntry } from './csp-entries.ts';
import { formerItems } from './dropped.ts';
import { pairMatch } from './match.ts';
import { isDropped, nearEntries } from './near.ts';
import type { StoredMatch } from './stored.ts';

export interface LookupIndexes {
  resolve: Map<string, StoredMatch[]>;
  list: Map<string, StoredMatch[]>;
  near: Map<string, NearEntry>;
  csp: Map<string, NodeEntry>;
  /** Normalized OMA-URIs that contain `{}`. */
  dynamic: string[];
}

type Ranked = { rank: number; date: string; match: StoredMatch };

export function buildLookups(context: CompileContext): LookupIndexes {
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
