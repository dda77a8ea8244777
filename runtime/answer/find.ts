/** What writes a registry pair: the settings that name it, and those that keep a list under its key. */
import type { Dataset } from '../dataset/dataset.ts';
import { type ListFacts, type StoredMatch, takesName } from '../format/format.ts';
import { type ParsedKey, type ParsedValue, pairKey } from '../format/keys.ts';
import type { Messages } from '../messages/index.ts';
import type { ProductQuestion } from './product.ts';

/** One pair as it is looked up. */
export interface PairQuestion {
  dataset: Dataset;
  parsed: ParsedKey;
  name: ParsedValue;
  /** Normalized. */
  value: string;
  /** The value name as it was given, or the key where that is empty. */
  given: string;
  lang: string;
  targetOs: string | null;
  products: ProductQuestion | undefined;
  texts: Messages;
}

interface FoundList {
  match: StoredMatch;
  list: ListFacts;
}

/** The lists whose key is this one. */
export async function findLists(dataset: Dataset, key: string): Promise<FoundList[]> {
  const { matches = [] } = (await dataset.lookup('list', key)) ?? {};
  return matches.flatMap((match) => (match.served.list ? [{ match, list: match.served.list }] : []));
}

export interface FoundPair {
  /** The normalized key that was evaluated. */
  key: string;
  matches: readonly StoredMatch[];
  /** Lists under the key that take no value of this name. */
  otherLists: { slug: string; valuePrefix: string }[];
}

/** Policies are documented under HKLM and HKCU alone. */
export function isPolicyHive({ hive }: ParsedKey): boolean {
  return hive === null || hive === 'HKLM' || hive === 'HKCU';
}

/** Whether a policy may write it: a documented hive, and a name that is no instruction of Registry.pol. */
export function isSearched({ parsed, name }: PairQuestion): boolean {
  return isPolicyHive(parsed) && name.instruction === undefined;
}

/** The key as it came wins before its slashes are read as separators: real key names hold slashes. */
export async function findPair(question: PairQuestion): Promise<FoundPair> {
  const { dataset, value } = question;
  const { key: asked, keys } = question.parsed;
  if (!isSearched(question)) return { key: asked, matches: [], otherLists: [] };
  const otherLists: FoundPair['otherLists'] = [];
  for (const key of keys) {
    const entry = await dataset.lookup('resolve', pairKey(key, value));
    if (entry !== undefined) return { key, matches: entry.matches, otherLists: [] };
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
