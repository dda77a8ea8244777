/** The data for matches of the search, and the identifiers that it finds exactly: the same in every language. */
import type { Confidence, Csp } from '../../runtime/format/format.ts';
import { normalizeKeyForBuild, normalizeOmaUri } from '../../runtime/format/keys.ts';
import { DEPRECATED_SHARE, SNAP_IN, SOURCE_PRIOR } from '../../runtime/search/constants.ts';
import {
  NAME_KIND,
  type PairRow,
  SEARCH_VERSION,
  type SearchSettings,
  type SettingRow,
} from '../../runtime/search/files.ts';
import type { CompileContext, Item } from '../compile/context.ts';
import { droppedOf } from '../compile/dropped.ts';
import { match, pairMatch } from '../compile/match.ts';
import { storedNodes } from '../compile/nodes.ts';
import { mainPair, RANK } from '../compile/pairs.ts';
import { documentedProducts } from '../compile/products.ts';
import type { StoredMatch } from '../compile/stored.ts';
import { policyName } from '../join/index-settings.ts';
import { urisOf } from './documents.ts';
import { exportedMap, type Terms } from './language.ts';

export function searchSettings(items: readonly Item[], context: CompileContext): SearchSettings {
  /** JSON of a node → its number. */
  const nodes = new Map<string, number>();
  const settings = items.map((item) => settingRow(item, context, nodes));
  return {
    version: SEARCH_VERSION,
    nodes: [...nodes.keys()],
    settings: settings.map((row) => JSON.stringify(row)),
    names: exportedMap(items.map((item, at) => namesOf(item, settings[at]))),
    priors: items.map(({ setting, source }) => {
      const isSnapIn = setting.slug.startsWith(SNAP_IN.slug);
      return isSnapIn ? SNAP_IN.prior : (SOURCE_PRIOR[context.facts.products.ranks[source.id] ?? 1] ?? 1);
    }),
    shares: items.map(({ lifecycle }) => (lifecycle ? DEPRECATED_SHARE : 1)),
  };
}

function settingRow(item: Item, context: CompileContext, nodes: Map<string, number>): SettingRow {
  const numberOf = (node: [Confidence, Csp]) => {
    const json = JSON.stringify(node);
    const number = nodes.get(json) ?? nodes.size;
    nodes.set(json, number);
    return number;
  };
  const [shown, ...others] = matchesOf(item, context);
  const { learnUrl, class: policyClass, source, sourceVersion } = shown.served;
  const ofNode = shown.nodes?.[0]?.served.learnUrl;
  const pairs = [shown, ...others].map(
    ({ served: { registryKey, valueName, elementId, list }, nodes: [own] = [] }): PairRow => ({
      registryKey,
      ...(valueName !== undefined && { valueName }),
      ...(elementId !== undefined && { elementId }),
      ...(list && { list }),
      ...(own && { node: numberOf([own.confidence, own.served]) }),
    }),
  );
  return {
    slug: shown.slug,
    name: shown.name,
    class: policyClass,
    source,
    sourceVersion,
    ...(learnUrl !== undefined && learnUrl !== ofNode && { learnUrl }),
    pairs,
    ...droppedOf(item.setting),
    ...documentedProducts(item),
  };
}

/** First the setting's own value, or its only one, else its key; then all others, and mapped lists: an answer shows all nodes. */
function matchesOf(item: Item, context: CompileContext): [StoredMatch, ...StoredMatch[]] {
  const { setting, pairs } = item;
  const matches = pairs.map((pair) => pairMatch(item, pair, context));
  const main = mainPair(setting, pairs);
  const shown = main
    ? pairMatch(item, main, context)
    : match(item, { key: setting.key }, storedNodes(item, undefined, false, context), context);
  const others = matches.filter(
    ({ served }) => served.valueName !== undefined || item.mapping?.elements.has(served.elementId ?? ''),
  );
  return [shown, ...others.filter((each) => each !== shown)];
}

/** Names of a setting, each with its first applicable kind, and the keys that it writes to. */
function namesOf(item: Item, row: SettingRow | undefined): Terms {
  const { setting, pairs } = item;
  const names: Terms = new Map();
  const add = (name: string | undefined, kind: number) => {
    const text = name?.toLowerCase();
    if (text) names.set(text, Math.min(names.get(text) ?? kind, kind));
  };
  for (const id of [setting.slug, setting.policyId]) add(id, NAME_KIND.setting);
  for (const omaUri of urisOf(item)) add(normalizeOmaUri(omaUri).uri, NAME_KIND.setting);
  add(policyName(setting), NAME_KIND.policy);
  for (const { valueName, rank } of pairs) add(valueName, kindOf(rank));
  for (const { registryKey } of row?.pairs ?? []) add(normalizeKeyForBuild(registryKey), NAME_KIND.key);
  return names;
}

function kindOf(rank: number): number {
  if (rank === RANK.own) return NAME_KIND.value;
  return rank === RANK.element ? NAME_KIND.element : NAME_KIND.item;
}
