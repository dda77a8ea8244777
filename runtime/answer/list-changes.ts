/** `POST /v1/changes`: what is different of the settings behind the values of a list. */
import type { ListChangesEnvelope, ListChangesRequest } from '../contract/changes.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { normalizeKeyForBuild, normalizeOmaUri, normalizeValue } from '../format/keys.ts';
import { changesMessages as messages } from '../messages/changes.ts';
import { createPace } from '../pace.ts';
import { answerChanges, type UnknownVersion } from './changes.ts';
import { type Changes, summarize } from './combine-changes.ts';
import { findPair, readPair } from './find.ts';
import { findNode } from './find-node.ts';
import { type Json, parseJson } from './json.ts';
import { FALLBACK_LANGUAGE } from './language.ts';

type Item = ListChangesRequest['items'][number];

export async function answerListChanges(
  dataset: Dataset,
  { since, items, notes = [] }: ListChangesRequest,
  signal?: AbortSignal,
): Promise<Json<ListChangesEnvelope> | UnknownVersion> {
  const all = await answerChanges(dataset, { since });
  if (typeof all !== 'string') return all;
  const { query, result, ...envelope } = parseJson(all);
  const pace = createPace(signal);
  const affected: ListChangesEnvelope['result']['items'] = [];
  const undocumented: number[] = [];
  const listed = new Set([...result.added, ...result.removed, ...result.changed].map(({ slug }) => slug));
  const nodes = new Map([...listed].filter(isNode).map((slug) => [normalizeOmaUri(slug).uri, slug]));
  const formerOf = formerSettings(result);
  for (const [index, item] of items.entries()) {
    const { slugs, isDocumented } = await settingsBehind(item, dataset, nodes, formerOf);
    if (!isDocumented) undocumented.push(index);
    const found = [...new Set(slugs)].filter((slug) => listed.has(slug));
    if (found.length > 0) affected.push({ index, slugs: found });
    if (index % 20 === 0) await pace();
  }
  const chosen = choose(result, new Set(affected.flatMap(({ slugs }) => slugs)));
  // Registry values of a setting that the dataset no longer has are not known here.
  const lost = result.removed.filter(
    ({ slug, removedIn = null, lastSeenIn = null }) => (removedIn ?? lastSeenIn) === null && !isNode(slug),
  );
  const mayBeLost = undocumented.length > 0 && lost.length > 0;
  const answer: ListChangesEnvelope = {
    ...envelope,
    query: { ...query, items: items.length },
    result: {
      ...result,
      summary: summarize(chosen),
      ...chosen,
      items: affected,
      ...(undocumented.length > 0 && { undocumented }),
    },
    warnings: [
      ...notes,
      ...envelope.warnings,
      ...(mayBeLost ? [messages.mayBeLost(lost.length, since)] : []),
    ],
  };
  return JSON.stringify(answer);
}

/** The lists have the OMA-URI of a node that no setting backs in place of a slug. */
const isNode = (slug: string) => slug.startsWith('./');

/**
 * The settings of an item that the version in service documents, and its node as the lists have it; else those it had.
 * @param listed Normalized OMA-URI → as the lists have it.
 */
async function settingsBehind(
  item: Item,
  dataset: Dataset,
  listed: ReadonlyMap<string, string>,
  formerOf: ReturnType<typeof formerSettings>,
) {
  if ('omaUri' in item) {
    const { entry, uri, path = uri } = await findNode(dataset, item.omaUri);
    const slugs = (entry?.matches ?? []).map(({ slug }) => slug);
    // A documented node may have no setting.
    return { slugs: [...slugs, listed.get(path) ?? []].flat(), isDocumented: entry !== undefined };
  }
  const { key, answer } = await findPair({ ...readPair(item), dataset, lang: FALLBACK_LANGUAGE });
  const slugs = answer?.matches.map(({ slug }) => slug);
  return { slugs: slugs ?? formerOf(key, item), isDocumented: slugs !== undefined };
}

function choose({ added, removed, changed }: Changes, slugs: ReadonlySet<string>): Changes {
  const chosen = <T extends { slug: string }>(all: readonly T[]) => all.filter(({ slug }) => slugs.has(slug));
  return { added: chosen(added), removed: chosen(removed), changed: chosen(changed) };
}

/**
 * Item → the settings that had its key before, or its value name. Prepared once: to look through all changes for each of
 * 1,000 items took 1.6 s.
 */
function formerSettings({ changed }: Changes): (key: string, item: Item) => string[] {
  /** Places in `changed`. */
  const former = new Map<string, Set<number>>();
  for (const [at, { facts }] of changed.entries()) {
    for (const { fact, before } of facts) {
      const [, name] = /(?:^|\/)(registryKey|valueName)$/.exec(fact) ?? [];
      if (name === undefined || before === undefined) continue;
      const id =
        name === 'valueName' ? `value ${normalizeValue(before)}` : `key ${normalizeKeyForBuild(before)}`;
      const places = former.get(id) ?? new Set();
      former.set(id, places.add(at));
    }
  }
  return (key, item) => {
    const value = 'value' in item ? former.get(`value ${normalizeValue(item.value)}`) : undefined;
    const places = new Set([...(former.get(`key ${key}`) ?? []), ...(value ?? [])]);
    return [...places].sort((a, b) => a - b).map((at) => changed[at]?.slug ?? '');
  };
}
