/** Items → what the look-up indexes hold: which setting writes a pair, and which stand behind an OMA-URI. */

import type {
  CspEntry,
  ListFacts,
  MatchEntry,
  MatchFacts,
  NearEntry,
  StoredMatch,
  StoredNode,
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
import type { ElementFact, SettingFact } from '../facts/types.ts';
import { WINDOWS_LINE } from '../import/references.ts';
import { policyName } from '../join/index-settings.ts';
import type { CompileContext, Item } from './context.ts';
import { cspOf, noMdmOf, storedNodes } from './nodes.ts';
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
  const { csp, dynamic } = buildCsp(context);
  addNearNodes(near, csp);
  for (const entry of near.values()) entry.near = shortened(entry.near);
  addTakingLists(resolve, list);
  return { resolve: sorted(resolve), list: sorted(list), near, csp, dynamic };
}

/** A pair that a setting names may also lie under the key of a list that takes such a name: one look-up finds both. */
function addTakingLists(resolve: Map<string, Ranked[]>, list: Map<string, Ranked[]>): void {
  for (const [id, matches] of resolve) {
    const [key, value] = splitPairKey(id);
    const lists = list.get(key) ?? [];
    matches.push(...lists.filter(({ match: { served } }) => served.list && takesName(served.list, value)));
  }
}

/** Nodes that a mistyped OMA-URI may mean: those of the same name, and those of the same area. */
function addNearNodes(near: Map<string, NearEntry>, csp: Map<string, CspEntry>): void {
  for (const [uri, { node, matches }] of csp) {
    const told = node ?? matches[0]?.nodes?.[0]?.served;
    if (told === undefined || told.via === 'admx-ingestion' || uri.includes('{}')) continue;
    const [area = '', name = ''] = uri.split('/').slice(-2);
    for (const id of [`n\0${name}`, `a\0${area}`]) {
      const entry = near.get(id) ?? { near: [] };
      near.set(id, entry);
      entry.near.push([told.omaUri, '', matches[0]?.slug ?? '']);
    }
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
  const nodes = storedNodes(item, element?.id, context);
  return match(item, { key: pair.key, ...optional('valueName', pair.valueName) }, nodes, {
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
  item: Item,
  at: { key: string; valueName?: string },
  nodes: StoredNode[],
  extra: Pick<MatchFacts, 'elementId' | 'list'>,
): StoredMatch {
  const { source, setting, supportedOn, floor, learnUrl: page } = item;
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
      ...optional('learnUrl', page ?? documentedPage(nodes)),
      ...optional('elementId', extra.elementId),
      ...optional('list', extra.list),
    },
    ...(nodes.length > 0 ? { nodes } : {}),
    ...optional('noMdm', noMdmOf(item)),
    ...(Object.keys(verdict).length > 0 ? { verdict } : {}),
  };
}

/** The page of an ingested node tells how its template is ingested, and nothing of the setting. */
function documentedPage(nodes: readonly StoredNode[]): string | undefined {
  return nodes.find(({ served }) => served.via !== 'admx-ingestion')?.served.learnUrl;
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
  const security = new Set(
    context.join.unmatched.flatMap(({ node, reason }) => (reason === 'security-setting' ? [node] : [])),
  );
  const csp = new Map<string, CspEntry>();
  const dynamic: string[] = [];
  for (const node of context.facts.nodes) {
    const { uri } = normalizeOmaUri(node.omaUri);
    // Two DDF files may describe one node (`./Vendor/MSFT` is the Device form of `./Device/Vendor/MSFT`).
    if (!csp.has(uri)) {
      const own = { [node.scope]: node.omaUri };
      csp.set(uri, {
        node: cspOf(node, own.Device, own.User, context.releases),
        matches: [],
        ...(security.has(node) ? { security: true as const } : {}),
      });
    }
    if (node.dynamic && !GENERIC.test(uri)) dynamic.push(uri);
  }
  for (const { node, setting, element } of context.join.links) {
    const item = items.get(setting.policyId);
    const entry = csp.get(normalizeOmaUri(node.omaUri).uri);
    if (item && entry) entry.matches.push(cspMatch(item, node.omaUri, element, context));
  }
  for (const item of context.items) addIngested(csp, item, context);
  for (const entry of csp.values()) {
    entry.matches.sort((a, b) => compare(a.slug, b.slug));
    // The match tells the node.
    if (entry.matches.length > 0) delete entry.node;
  }
  return { csp, dynamic: [...new Set(dynamic)].sort() };
}

/** The nodes that a template has once it is ingested, under the app name that its vendor recommends. */
function addIngested(csp: Map<string, CspEntry>, item: Item, context: CompileContext): void {
  if (!item.ingestion || 'refused' in item.ingestion) return;
  for (const { served } of storedNodes(item, undefined, context)) {
    const { uri } = normalizeOmaUri(served.omaUri);
    const entry = csp.get(uri) ?? { node: served, matches: [] };
    csp.set(uri, entry);
    entry.matches.push(cspMatch(item, served.omaUri, undefined, context));
  }
}

/** The match of a look-up by OMA-URI: the node asked for comes first. */
function cspMatch(
  item: Item,
  omaUri: string,
  elementId: string | undefined,
  context: CompileContext,
): StoredMatch {
  const { setting, pairs } = item;
  const all = storedNodes(item, elementId, context);
  const nodes = [
    ...all.filter(({ served }) => served.omaUri === omaUri),
    ...all.filter(({ served }) => served.omaUri !== omaUri),
  ];
  const only = pairs.length === 1 && setting.valueName === undefined ? pairs[0] : undefined;
  const element = setting.elements?.find(({ id }) => id === elementId) ?? only?.element;
  return match(item, registryPlace(setting, element, only), nodes, {
    ...optional('elementId', element?.id),
    ...optional('list', listFacts(element)),
  });
}

function registryPlace(
  setting: SettingFact,
  element: ElementFact | undefined,
  only: RegistryPair | undefined,
): { key: string; valueName?: string } {
  if (element) return { key: element.key ?? setting.key, ...optional('valueName', element.valueName) };
  const { key, valueName } = only ?? setting;
  return { key, ...optional('valueName', valueName) };
}
