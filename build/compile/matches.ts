/** Items → what the look-up indexes hold: which setting writes a pair, and which stand behind an OMA-URI. */

import type {
  CspEntry,
  ListFacts,
  MatchEntry,
  MatchFacts,
  NearEntry,
  StoredMatch,
  Texts,
} from '../../runtime/format.ts';
import { takesName } from '../../runtime/format.ts';
import {
  normalizeKeyForBuild,
  normalizeOmaUri,
  normalizeValue,
  pairKey,
  splitPairKey,
} from '../../runtime/normalize.ts';
import { append, compare, optional } from '../collections.ts';
import type { DdfFact, ElementFact } from '../facts/types.ts';
import { WINDOWS_LINE } from '../import/references.ts';
import { policyName } from '../join/index-settings.ts';
import type { CompileContext, Item } from './context.ts';
import { cspMapping, cspNode, type NodePair } from './mapping.ts';
import { RANK, type RegistryPair } from './pairs.ts';

export interface LookupIndexes {
  resolve: Map<string, MatchEntry>;
  list: Map<string, MatchEntry>;
  near: Map<string, NearEntry>;
  csp: Map<string, CspEntry>;
  /** Normalized OMA-URIs with `{}` in them. */
  dynamic: string[];
}

type Ranked = { rank: number; date: string; match: StoredMatch };

export function buildLookups(context: CompileContext): LookupIndexes {
  const resolve = new Map<string, Ranked[]>();
  const list = new Map<string, Ranked[]>();
  const near = new Map<string, NearEntry>();
  for (const item of context.items) {
    for (const pair of item.pairs) {
      const key = normalizeKeyForBuild(pair.key);
      const ranked = { rank: pair.rank, date: item.date, match: pairMatch(item, pair, context) };
      if (pair.valueName === undefined) {
        append(list, key, ranked);
        continue;
      }
      const value = normalizeValue(pair.valueName);
      append(resolve, pairKey(key, value), ranked);
      const neighbour: NearEntry['near'][number] = [pair.key, pair.valueName, item.setting.slug];
      for (const id of [`k\0${key}`, `v\0${value}`]) {
        const entry = near.get(id) ?? { near: [] };
        near.set(id, entry);
        entry.near.push(neighbour);
      }
    }
  }
  for (const entry of near.values()) entry.near = shortened(entry.near);
  addTakingLists(resolve, list);
  return { resolve: sorted(resolve), list: sorted(list), near, ...buildCsp(context) };
}

/** A pair that a setting names may also lie under the key of a list that takes such a name: one look-up finds both. */
function addTakingLists(resolve: Map<string, Ranked[]>, list: Map<string, Ranked[]>): void {
  for (const [id, matches] of resolve) {
    const [key, value] = splitPairKey(id);
    const lists = list.get(key) ?? [];
    matches.push(...lists.filter(({ match: { served } }) => served.list && takesName(served.list, value)));
  }
}

/** Under a common value name (`Enabled`) lie hundreds of keys; the nearest are chosen among these. */
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

/** Own value, element, list item, list; newest source first; slug. */
function sorted(entries: Map<string, Ranked[]>): Map<string, { matches: StoredMatch[] }> {
  return new Map(
    [...entries].map(([id, ranked]) => [
      id,
      {
        matches: ranked
          .sort((a, b) => a.rank - b.rank || compare(b.date, a.date) || compare(a.match.slug, b.match.slug))
          .map(({ match }) => match),
      },
    ]),
  );
}

export function pairMatch(item: Item, pair: RegistryPair, context: CompileContext): StoredMatch {
  const { element } = pair;
  // An element's own node speaks for its value; a sibling's never does; the policy's node speaks for all of it.
  const nodes = (element && item.mapping?.elements.get(element.id)) ?? item.mapping?.policy;
  return match(item, { key: pair.key, ...optional('valueName', pair.valueName) }, nodes, context, {
    ...optional('elementId', element?.id),
    ...optional('list', pair.rank === RANK.list ? listFacts(element) : undefined),
  });
}

function listFacts(element: ElementFact | undefined): ListFacts | undefined {
  if (element?.type !== 'list') return undefined;
  return {
    ...optional('valuePrefix', element.valuePrefix),
    explicitValue: element.explicitValue === true,
    additive: element.additive === true,
  };
}

export function match(
  { source, setting, supportedOn, floor, learnUrl: page }: Item,
  at: { key: string; valueName?: string },
  nodes: NodePair | undefined,
  { releases }: CompileContext,
  extra: Pick<MatchFacts, 'elementId' | 'list' | 'csp'>,
): StoredMatch {
  const csp = extra.csp ?? (nodes && cspMapping(nodes, releases));
  const verdict = { ...optional('floor', floor), ...hostOnly(source) };
  return {
    slug: setting.slug,
    name: policyName(setting),
    titles: displayNames(setting.text),
    ...(Object.keys(supportedOn).length > 0 ? { supportedOn } : {}),
    served: {
      class: setting.class,
      registryKey: at.key,
      ...optional('valueName', at.valueName),
      source: source.id,
      sourceVersion: setting.version,
      confidence: nodes && csp ? nodes.confidence : 'none',
      ...optional('learnUrl', page ?? csp?.learnUrl),
      ...optional('elementId', extra.elementId),
      ...optional('list', extra.list),
      ...optional('csp', csp),
    },
    ...(Object.keys(verdict).length > 0 ? { verdict } : {}),
  };
}

/** A setting of another product than Windows: its supported-on text speaks of the product's host OS. */
function hostOnly({ line }: Item['source']): { hostOnly?: true } {
  return line === WINDOWS_LINE ? {} : { hostOnly: true };
}

export function displayNames(text: Record<string, { displayName?: string }>): Texts {
  return Object.fromEntries(
    Object.entries(text).flatMap(([lang, each]) => (each.displayName ? [[lang, each.displayName]] : [])),
  );
}

/** Policy.xml describes the whole Policy tree as `Config/{}/{}`: that documents no policy, or it would document any. */
const GENERIC = /\/policy\/(?:config|result)\/\{\}/;

function buildCsp(context: CompileContext): { csp: Map<string, CspEntry>; dynamic: string[] } {
  const items = new Map(context.items.map((each) => [each.setting.policyId, each]));
  const csp = new Map<string, CspEntry>();
  const dynamic: string[] = [];
  for (const node of context.facts.nodes) {
    const { uri } = normalizeOmaUri(node.omaUri);
    // Two DDF files may describe one node (`./Vendor/MSFT` is the Device form of `./Device/Vendor/MSFT`).
    if (!csp.has(uri)) csp.set(uri, { node: cspNode(node, context.releases), matches: [] });
    if (node.dynamic && !GENERIC.test(uri)) dynamic.push(uri);
  }
  for (const { node, setting, element } of context.join.links) {
    const item = items.get(setting.policyId);
    const entry = csp.get(normalizeOmaUri(node.omaUri).uri);
    if (item && entry) entry.matches.push(cspMatch(item, node, element, context));
  }
  for (const entry of csp.values()) entry.matches.sort((a, b) => compare(a.slug, b.slug));
  return { csp, dynamic: [...new Set(dynamic)].sort() };
}

function cspMatch(
  item: Item,
  node: DdfFact,
  elementId: string | undefined,
  context: CompileContext,
): StoredMatch {
  const { mapping, setting, pairs } = item;
  const candidates = [
    mapping?.policy,
    ...(mapping?.alternatives ?? []),
    ...(mapping?.elements.values() ?? []),
  ];
  const nodes = candidates.find((each) => each && Object.values(each.nodes).includes(node));
  const only = pairs.length === 1 && setting.valueName === undefined ? pairs[0] : undefined;
  const element = setting.elements?.find(({ id }) => id === elementId) ?? only?.element;
  const at = element
    ? { key: element.key ?? setting.key, ...optional('valueName', element.valueName) }
    : only
      ? { key: only.key, ...optional('valueName', only.valueName) }
      : { key: setting.key, ...optional('valueName', setting.valueName) };
  const csp = nodes && cspMapping(nodes, context.releases, node.scope);
  return match(item, at, nodes, context, {
    ...optional('elementId', element?.id),
    ...optional('list', listFacts(element)),
    ...optional('csp', csp),
  });
}
