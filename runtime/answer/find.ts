/** What writes a registry pair: the settings that name it, and those that keep a list under its key. */
import type { Dataset, Index } from '../dataset/dataset.ts';
import { type ListFacts, type MatchEntry, takesName } from '../format.ts';
import { type ParsedKey, pairKey } from '../normalize.ts';
import { type KeptMatch, keepMatch } from './match.ts';

const PAIRS: Index<MatchEntry, KeptMatch[]> = {
  name: 'resolve',
  keep: ({ matches }, shared) => matches.map((match) => keepMatch(match, shared)),
};

interface KeptList {
  match: KeptMatch;
  list: ListFacts;
}

const LISTS: Index<MatchEntry, KeptList[]> = {
  name: 'list',
  keep: ({ matches }, shared) =>
    matches.flatMap((match) =>
      match.served.list ? [{ match: keepMatch(match, shared), list: match.served.list }] : [],
    ),
};

/** The lists whose key is this one. */
export async function findLists(dataset: Dataset, key: string): Promise<KeptList[]> {
  return (await dataset.lookup(LISTS, key)) ?? [];
}

export interface FoundPair {
  /** The normalized key that was evaluated. */
  key: string;
  matches: readonly KeptMatch[];
  /** Lists under the key that take no value of this name. */
  otherLists: { slug: string; valuePrefix: string }[];
}

/** The key as it came wins before its slashes are read as separators: real key names hold slashes. */
export async function findPair(
  dataset: Dataset,
  { key: asked, keys }: ParsedKey,
  value: string,
): Promise<FoundPair> {
  const otherLists: FoundPair['otherLists'] = [];
  for (const key of keys) {
    const matches = await dataset.lookup(PAIRS, pairKey(key, value));
    if (matches !== undefined) return { key, matches, otherLists: [] };
    const lists = await findLists(dataset, key);
    const taking = lists.filter(({ list }) => takesName(list, value));
    if (taking.length > 0) return { key, matches: taking.map(({ match }) => match), otherLists: [] };
    otherLists.push(
      ...lists.map(({ match: { slug }, list }) => ({ slug, valuePrefix: list.valuePrefix ?? '' })),
    );
  }
  // A key whose parts are all divided by slashes is told with backslashes; real names that hold one stay as they are.
  return { key: asked.includes('\\') ? asked : (keys.at(-1) ?? asked), matches: [], otherLists };
}
