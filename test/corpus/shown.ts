/** What search shows of each setting, without a query: records and look-ups must say the same. */
import { foundMatch } from '../../runtime/answer/search.ts';
import type { FoundMatch, Match } from '../../runtime/contract/match.ts';
import type { RecordNode } from '../../runtime/contract/record.ts';
import type { Csp } from '../../runtime/format/format.ts';
import { type SearchIndex, searchIndex } from '../../runtime/search/load.ts';
import { expectEqual, pick } from '../same.ts';
import { pairNamed } from './contents.ts';
import { corpus } from './dist.ts';

/** What every answer says of a setting, whatever was asked for. */
export const SETTING = [
  ...(['slug', 'lang', 'name', 'displayName', 'class', 'source', 'sourceVersion'] as const),
  ...(['removedIn', 'lastSeenIn', 'products', 'lifecycle'] as const),
] as const;
/** And of what is written. */
const SHOWN = [...SETTING, 'registryKey', 'valueName', 'elementId', 'learnUrl'] as const;

const { dataset, ask } = await corpus();
const indexes = new Map<string, SearchIndex>();
for (const lang of ask.languages) indexes.set(lang, await searchIndex(dataset, lang));
const { settings = [], keys = [] } = indexes.get('en-US')?.shared ?? {};
/** Slug → its number, and the value that each of its pairs writes; undefined for a list, and for none. */
const known = new Map(
  settings.map(({ slug, pairs }, setting) => {
    const places = pairs.map(({ key, value }) =>
      value === undefined ? undefined : pairNamed(keys[key] ?? '', value),
    );
    return [slug, { setting, places }];
  }),
);

/** A hit for each pair of the setting, or for that of one value. */
export async function hitsOf(slug: string, lang: string, place?: string): Promise<FoundMatch[]> {
  const [index, own] = [indexes.get(lang), known.get(slug)];
  if (index === undefined || own === undefined) throw new Error(`no ${slug} in ${lang}`);
  const { setting, places } = own;
  const wanted = [...places.keys()].filter((pair) => place === undefined || places[pair] === place);
  return Promise.all(
    wanted.map((pair) => foundMatch(dataset, { setting, pair, matchedBy: ['slug'] }, index)),
  );
}

/** A node without what only a record has. */
export function plainNode(node: Partial<RecordNode> | undefined): Csp | undefined {
  if (node?.omaUri === undefined) return undefined;
  const { editionNames, allowedValues, defaultValue, store, payloads, ...rest } = node;
  const { conflictResolution, reboot, dependencies, ...told } = rest;
  delete (told as { elements?: unknown }).elements;
  return told as Csp;
}

/** A match without what it says of one value and its node: a record is about the whole policy. */
export function ofPolicy<T extends Pick<Match, 'csp'>>({ csp, ...match }: T): Omit<T, 'csp'> & { csp?: Csp } {
  const { sets, policyValues, ...node } = plainNode(csp) ?? {};
  return { ...match, ...(csp && { csp: node as Csp }) };
}

type Own = Pick<Match, 'confidence'> &
  Partial<Pick<Match, (typeof SHOWN)[number]>> & { csp?: Partial<RecordNode> };

/** @param own the record, or the match of a look-up of the value. */
export function expectShown(hit: FoundMatch | undefined, own: Own): void {
  const node = plainNode(own.csp);
  expectEqual(pick<Partial<FoundMatch>>(hit ?? {}, SHOWN), pick<Own>(own, SHOWN), own.slug);
  expectEqual([hit?.csp, hit?.confidence], [node, node && own.confidence], own.slug);
}
