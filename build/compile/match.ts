/** A setting and one of its pairs → a stored match. */
import type { ListFacts, MatchFacts, Texts, VerdictFacts } from '../../runtime/format/format.ts';
import { normalizeKeyForBuild } from '../../runtime/format/keys.ts';
import type { Template } from '../../runtime/format/release-table.ts';
import { forJson, once, optional } from '../collections.ts';
import { WINDOWS_LINE } from '../facts/sources.ts';
import type { ElementFact } from '../facts/types.ts';
import { policyName } from '../join/index-settings.ts';
import type { CompileContext, Item } from './context.ts';
import { dataOfVersions } from './documented-in.ts';
import { droppedOf, firstWithout } from './dropped.ts';
import { nodesOfValue, noMdmOf } from './nodes.ts';
import { RANK, type RegistryPair } from './pairs.ts';
import { documentedProducts, productFacts } from './products.ts';
import type { StoredMatch, StoredNode } from './stored.ts';
import { templateBuilds } from './template-builds.ts';

const matches = new WeakMap<RegistryPair, StoredMatch>();

/** Memoized for each pair of an item: the look-ups and the search use the same match. */
export function pairMatch(item: Item, pair: RegistryPair, context: CompileContext): StoredMatch {
  const made = matches.get(pair) ?? makePairMatch(item, pair, context);
  matches.set(pair, made);
  return made;
}

function makePairMatch(item: Item, pair: RegistryPair, context: CompileContext): StoredMatch {
  const { element } = pair;
  const nodes = nodesOfValue(item, pair, context);
  return match(item, { key: pair.key, ...optional('valueName', pair.valueName) }, nodes, {
    ...optional('elementId', element?.id),
    ...optional('list', pair.rank === RANK.list ? listFacts(element) : undefined),
    data: dataOfVersions(item, pair, context),
    ...optional('without', firstWithout(item, context)),
    builds: templateBuilds(item, pair, nodes, context),
  });
}

export function listFacts(element: ElementFact | undefined): ListFacts | undefined {
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
  extra: Pick<MatchFacts, 'elementId' | 'list' | 'writes'> &
    Partial<Pick<StoredMatch, 'data'>> & { without?: Template; builds?: VerdictFacts },
): StoredMatch {
  const { source, setting, supportedOn, floor, learnUrl: page } = item;
  const verdict = {
    ...optional('floor', floor),
    ...hostOnly(item),
    ...(source.provenanceKind === 'community' && { community: true as const }),
    ...optional('removedFrom', extra.without?.build),
    ...extra.builds,
    ...optional('product', productFacts(item)),
  };
  return forJson<StoredMatch>({
    slug: setting.slug,
    name: policyName(setting),
    titles: displayNames(setting.text),
    supportedOn: Object.keys(supportedOn).length > 0 ? supportedOn : undefined,
    served: forJson<MatchFacts>({
      class: setting.class,
      registryKey: at.key,
      valueName: at.valueName,
      source: source.id,
      sourceVersion: setting.version,
      learnUrl: page ?? documentedPage(nodes),
      tattoos: isPolicyKey(at.key) ? undefined : true,
      elementId: extra.elementId,
      list: extra.list,
      writes: extra.writes,
      ...droppedOf(setting),
      ...documentedProducts(item),
    }),
    data: extra.data ?? {},
    community: source.provenanceKind === 'community' ? true : undefined,
    nodes: nodes.length > 0 ? nodes : undefined,
    noMdm: noMdmOf(item),
    goneIn: extra.without?.sourceVersion,
    verdict: Object.keys(verdict).length > 0 ? verdict : undefined,
  });
}

/** Windows removes values below these keys with the policy; `Wow6432Node\\Policies` is the same key as `Policies`. */
const POLICY_KEYS =
  /^software\\(?:wow6432node\\)?(?:policies|microsoft\\windows\\currentversion\\policies)(?:\\|$)/;

export function isPolicyKey(key: string): boolean {
  return POLICY_KEYS.test(normalizeKeyForBuild(key));
}

/** The page of an ingested node documents how its template is ingested, not the setting. */
function documentedPage(nodes: readonly StoredNode[]): string | undefined {
  return nodes.find(({ served }) => served.via !== 'admx-ingestion')?.served.learnUrl;
}

/**
 * Set for a setting of another product than Windows, or whose text names one: what the text states of Windows applies
 * to the product's host OS. Sources without templates (security options, baselines) document Windows itself.
 */
function hostOnly({ source, setting, floor }: Item): { hostOnly?: true } {
  if (source.kind !== 'admx') return {};
  const isWindows = (setting.line ?? source.line) === WINDOWS_LINE;
  return isWindows && floor?.why !== 'product' ? {} : { hostOnly: true };
}

/** Map from language to title. Memoized: every pair of a setting and every language's search uses it. */
export const displayNames = once(
  (text: Record<string, { displayName?: string }>): Texts =>
    Object.fromEntries(
      Object.entries(text).flatMap(([lang, each]) => (each.displayName ? [[lang, each.displayName]] : [])),
    ),
);
