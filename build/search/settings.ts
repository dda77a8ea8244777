/** The values of settings, and the identifiers that the search finds exactly: the same in every language. */
import type { Csp } from '../../runtime/contract/match.ts';
import { normalizeKeyForBuild, normalizeOmaUri, normalizeValue } from '../../runtime/format/keys.ts';
import {
  NAME_KIND,
  type PairRow,
  SEARCH_VERSION,
  type SearchSettings,
  type SettingRow,
} from '../../runtime/search/files.ts';
import { numberIn, optional } from '../collections.ts';
import type { CompileContext, Item } from '../compile/context.ts';
import { match, pairMatch } from '../compile/match.ts';
import { storedNodes } from '../compile/nodes.ts';
import { mainPair, RANK } from '../compile/pairs.ts';
import type { StoredMatch } from '../compile/stored.ts';
import { policyName } from '../join/index-settings.ts';
import { urisOf } from './documents.ts';
import { exportedMap, type Terms } from './language.ts';

/** The share of its score that a setting has by the rank of its source where no product is named. */
const SOURCE_PRIOR = [1, 0.86, 0.78, 0.7];
/** Settings that allow a snap-in of the management console: they have a feature's title, but are seldom meant. */
const SNAP_IN = { slug: 'mmcsnapins.', prior: 0.73 };
/** Factor for a deprecated, obsolete or removed setting: it comes after current ones unless they fit much worse. */
const DEPRECATED_SHARE = 0.8;

export function searchSettings(items: readonly Item[], context: CompileContext): SearchSettings {
  const keys = new Map<string, number>();
  const settings = items.map((item) => settingRow(item, context, keys));
  const names = [...keys.keys()];
  return {
    version: SEARCH_VERSION,
    settings,
    keys: names,
    names: exportedMap(items.map((item, at) => namesOf(item, settings[at], names))),
    priors: items.map(({ setting, source }) => {
      const isSnapIn = setting.slug.startsWith(SNAP_IN.slug);
      return isSnapIn ? SNAP_IN.prior : (SOURCE_PRIOR[context.facts.products.ranks[source.id] ?? 1] ?? 1);
    }),
    shares: items.map(({ lifecycle }) => (lifecycle ? DEPRECATED_SHARE : 1)),
  };
}

function settingRow(item: Item, context: CompileContext, keys: Map<string, number>): SettingRow {
  const nodes = new Map<string, number>();
  const urisOfNode = ({ omaUris }: Csp) => Object.values(omaUris).map((uri) => normalizeOmaUri(uri).uri);
  const pairs = matchesOf(item, context).map(
    ({ served: { registryKey, valueName, elementId }, nodes: [own] = [] }): PairRow => ({
      key: numberIn(keys, normalizeKeyForBuild(registryKey)),
      ...(valueName === undefined ? optional('list', elementId) : { value: normalizeValue(valueName) }),
      ...(own && { node: numberIn(nodes, JSON.stringify(urisOfNode(own.served))) }),
    }),
  );
  const uris = [...nodes.keys()].map((json) => JSON.parse(json) as string[]);
  const isOfFirst = uris.length === 0 || (uris.length === 1 && pairs[0]?.node === 0);
  return { slug: item.setting.slug, pairs, ...(!isOfFirst && { uris }) };
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
function namesOf(item: Item, row: SettingRow | undefined, keys: readonly string[]): Terms {
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
  for (const { key } of row?.pairs ?? []) add(keys[key], NAME_KIND.key);
  return names;
}

function kindOf(rank: number): number {
  if (rank === RANK.own) return NAME_KIND.value;
  return rank === RANK.element ? NAME_KIND.element : NAME_KIND.item;
}
