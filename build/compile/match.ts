/** A setting and one of its pairs → a stored match. */
import type { PolicyWrite } from '../../runtime/contract/match.ts';
import type { ListFacts, MatchFacts, Template, Texts, VerdictFacts } from '../../runtime/format/format.ts';
import { normalizeKeyForBuild } from '../../runtime/format/keys.ts';
import { type Build, parseBuild } from '../../runtime/verdict/builds.ts';
import { forJson, getOrMake, once, optional } from '../collections.ts';
import { isDropped } from '../facts/former.ts';
import { listId, pairId, writtenPairs } from '../facts/pair-id.ts';
import { WINDOWS_LINE } from '../facts/sources.ts';
import type { ElementFact } from '../facts/types.ts';
import { policyName } from '../join/index-settings.ts';
import type { CompileContext, Item } from './context.ts';
import { dataOfVersions } from './documented-in.ts';
import { droppedOf, firstWithout, templatesOf } from './dropped.ts';
import { minimumsOf } from './min-os.ts';
import { isMoved } from './moved.ts';
import { nodesOfValue } from './nodes.ts';
import type { RegistryPair } from './pairs.ts';
import { documentedProducts, productFacts } from './products.ts';
import type { StoredMatch, StoredNode } from './stored.ts';

const matches = new WeakMap<RegistryPair, StoredMatch>();

/** Memoized for each pair of an item: the look-ups and the search use the same match. */
export function pairMatch(item: Item, pair: RegistryPair, context: CompileContext): StoredMatch {
  return getOrMake(matches, pair, () => match(item, pair, nodesOfValue(item, pair, context), context));
}

function listFacts(element: ElementFact | undefined): ListFacts | undefined {
  if (element?.type !== 'list') return undefined;
  return {
    ...optional('valuePrefix', element.valuePrefix),
    explicitValue: element.explicitValue === true,
    additive: element.additive === true,
  };
}

/** @param pair Where the match writes, and the element that does. @param writes The values of the whole policy. */
export function match(
  item: Item,
  pair: Pick<RegistryPair, 'key' | 'valueName' | 'element'>,
  nodes: StoredNode[],
  context: CompileContext,
  writes?: PolicyWrite[],
): StoredMatch {
  const { source, setting, supportedOn, floor, learnUrl: page } = item;
  const { key, valueName, element } = pair;
  const without = firstWithout(item, context);
  const verdict = {
    ...optional('floor', floor),
    ...hostOnly(item),
    ...(source.provenanceKind === 'community' && { community: true as const }),
    ...optional('removedFrom', without?.build),
    ...((item.isDated || isOlder(item, nodes, context)) && { older: true as const }),
    ...templateBuilds(item, pair, nodes, context),
    ...optional('product', productFacts(item)),
  };
  return forJson<StoredMatch>({
    slug: setting.slug,
    name: policyName(setting),
    titles: displayNames(setting.text),
    supportedOn: Object.keys(supportedOn).length > 0 ? supportedOn : undefined,
    served: forJson<MatchFacts>({
      class: setting.class,
      registryKey: key,
      valueName,
      source: source.id,
      sourceVersion: setting.version,
      learnUrl: page ?? documentedPage(nodes),
      tattoos: isPolicyKey(key) ? undefined : true,
      elementId: element?.id,
      list: listFacts(element),
      writes,
      ...droppedOf(setting),
      ...documentedProducts(item),
    }),
    data: dataOfVersions(item, pair, context),
    community: source.provenanceKind === 'community' ? true : undefined,
    nodes: nodes.length > 0 ? nodes : undefined,
    noMdm: item.noMdm,
    notOfScope: item.notOfScope,
    goneIn: without?.sourceVersion,
    isMoved: isMoved(item, pair, nodes) || undefined,
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

/** Of a setting whose source names no release: whether it is older than each release that has a node of its. */
function isOlder(
  { source, setting: { firstSeen } }: Item,
  nodes: readonly StoredNode[],
  { releases }: CompileContext,
) {
  if (source.kind !== 'psd1' || !firstSeen) return false;
  const native = nodes.filter(({ served: { via } }) => via !== 'admx-ingestion');
  const builds = native.map(({ served: { minOs = '' } }) => minimumsOf(minOs).builds.map(parseBuild));
  // A source that is dated by its month is older than no release of that month.
  const isLater = (build: Build | undefined) =>
    build !== undefined && (releases.released(build.order) ?? '').slice(0, firstSeen.length) > firstSeen;
  return native.length > 0 && builds.every((all) => all.length > 0 && all.every(isLater));
}

/**
 * Set for a setting of another product than Windows, or whose text names one: what the text states of Windows applies
 * to the product's host OS. Sources without templates (security options, baselines) document Windows itself.
 */
function hostOnly({ source, setting, floor }: Item): { hostOnly?: true } {
  if (source.kind !== 'admx') return {};
  const isWindows = source.ofWindows || (setting.line ?? source.line) === WINDOWS_LINE;
  return isWindows && floor?.why !== 'product' ? {} : { hostOnly: true };
}

/** Map from language to title. Memoized: every pair of a setting and every language's search uses it. */
export const displayNames = once(
  (text: Record<string, { displayName?: string }>): Texts =>
    Object.fromEntries(
      Object.entries(text).flatMap(([lang, each]) => (each.displayName ? [[lang, each.displayName]] : [])),
    ),
);

/** Where the templates, or a correction, added the value, or a hive, to an older setting; whose templates have it or lack it. */
function templateBuilds(
  { source, setting }: Item,
  { key, valueName }: { key: string; valueName?: string },
  nodes: readonly StoredNode[],
  context: CompileContext,
): Pick<VerdictFacts, 'addedFrom' | 'addedHive' | 'templates'> {
  const { line = source.line, seenIn = [], version } = setting;
  if (isDropped(setting)) return {};
  const corrected = context.facts.moreCorrections.added?.find(
    ({ policyId, values }) => policyId === setting.policyId && values.includes(valueName ?? ''),
  );
  if (line !== WINDOWS_LINE) return optional('addedFrom', corrected?.from);
  const all = templatesOf(context).filter((each) => each.line === line);
  const id = valueName === undefined ? listId(key) : pairId(key, valueName);
  const added = setting.added?.find((part) => writtenPairs(part).has(id));
  const { addedClass } = setting;
  const firstOf = (of?: { source: string; version: string }) =>
    all.findIndex((each) => each.source === of?.source && each.sourceVersion === of.version);
  const first = firstOf(added);
  const from = addedClass && all[Math.max(first, firstOf(addedClass))]?.build;
  const scope = addedClass?.class === 'Machine' ? 'Device' : 'User';
  const labels = [...seenIn, version];
  const count = (among: readonly string[], { sourceVersion }: Template) =>
    among.filter((each) => each === sourceVersion).length;
  const known = all.map(({ sourceVersion }) => sourceVersion);
  const buildsOf = (is: (each: Template) => boolean) =>
    all.flatMap((each, at) => (at >= first && is(each) && each.build !== undefined ? each.build : []));
  // Two sources may have versions of one label, and a setting has the labels alone.
  const has = buildsOf((each) => count(labels, each) === count(known, each));
  const lacks = buildsOf((each) => count(labels, each) === 0);
  const isDated = nodes.some(({ served: { minOs, via } }) => minOs !== undefined && via !== 'admx-ingestion');
  const templates = { ...(isDated && has.length > 0 && { has }), ...(lacks.length > 0 && { lacks }) };
  return {
    ...optional('addedFrom', corrected?.from ?? all[first]?.build),
    ...(from !== undefined && { addedHive: { scope, from } as const }),
    ...(Object.keys(templates).length > 0 && { templates }),
  };
}
