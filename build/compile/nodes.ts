/** The MDM nodes of a setting as stored: those that the vendor documents, or the one of the ingested template. */
import type { RecordNode } from '../../runtime/contract/record.ts';
import type { Csp, Scope } from '../../runtime/format/format.ts';
import type { Releases } from '../../runtime/verdict/index.ts';
import { DISABLED_PAYLOAD, enabledPayload } from '../../runtime/verify/mdm-payload.ts';
import { forJson, optional } from '../collections.ts';
import type { DdfFact } from '../facts/nodes.ts';
import type { SettingFact } from '../facts/types.ts';
import { INGESTION_BUILDS, type Ingestion } from '../ingestion/ingestion.ts';
import type { CompileContext, Item } from './context.ts';
import { editionList, editionNames } from './edition-names.ts';
import { DDF_SOURCE, type MappedNode, placeOf } from './mapping.ts';
import { formatMinOs } from './min-os.ts';
import { nodeBehaviour, nodeContents, nodePage, policyPlace, storeOf } from './node-facts.ts';
import { RANK, type RegistryPair } from './pairs.ts';
import type { StoredNode } from './stored.ts';

type NodeContext = Pick<CompileContext, 'releases' | 'editionLists'>;

/**
 * The nodes that apply to a value: an element's own, then those of the whole policy; never another element's. If the
 * vendor documents none and the template may be ingested, its node.
 *
 * @param isPart The value is an element's or an item's, not the policy's own.
 */
export function storedNodes(
  item: Item,
  elementId: string | undefined,
  isPart: boolean,
  context: NodeContext,
): StoredNode[] {
  const { mapping, ingestion } = item;
  // An element without nodes of its own has those of its policy.
  const own = mapping?.elements.has(elementId ?? '') ? elementId : undefined;
  // A policy's only value stands for the whole policy, whichever part writes it.
  const ofPart = isPart && item.pairs.length > 1;
  if (mapping) return documentedNodes(nodesFor(mapping.nodes, own, ofPart), context);
  return ingestion ? ingestedNodes(item, ingestion, context.releases) : [];
}

/**
 * The nodes of a value. Where its policy writes others too, a node that sets them all states how many: the payload of one
 * of ICM.admx sets 29 values, of which `NoAutoUpdate` is one.
 */
export function nodesOfValue(
  item: Item,
  { element, besides, rank }: RegistryPair,
  context: NodeContext,
): StoredNode[] {
  const nodes = storedNodes(item, (element ?? besides)?.id, rank !== RANK.own, context);
  const isListed = element === undefined && rank !== RANK.own;
  const { length } = item.pairs;
  return nodes.map((node) =>
    length > 1 && (isListed || node.wholePolicy || node.served.admxBacked)
      ? { ...node, served: { ...node.served, ...setsPolicy(length) } }
      : node,
  );
}

/** Members of a node that sets more values than the one beside it. */
export function setsPolicy(policyValues: number): Pick<Csp, 'sets' | 'policyValues'> {
  return { sets: 'whole-policy', policyValues };
}

/**
 * The payload of an ADMX-backed node contains every element, so it writes each value of its policy. A node for a number
 * or a text does not: `DeviceGuard/EnableVirtualizationBasedSecurity` takes 0 or 1 for a policy of eight values. The
 * DDF maps such a node to the policy, not to the value.
 */
function nodesFor(
  nodes: readonly MappedNode[],
  elementId: string | undefined,
  isPart: boolean,
): (MappedNode & Pick<StoredNode, 'wholePolicy'>)[] {
  const own = nodes.filter(({ element }) => element !== undefined && element === elementId);
  const whole = nodes.filter(({ element }) => element === undefined);
  if (!isPart) return [...own, ...whole];
  const sure = [...own, ...whole.filter(({ node }) => node.admx !== undefined)];
  if (sure.length > 0) return sure;
  return whole.map((each) => ({ ...each, confidence: 'derived', wholePolicy: true }));
}

export function documentedNodes(
  nodes: readonly (MappedNode & Pick<StoredNode, 'wholePolicy'>)[],
  { releases, editionLists }: NodeContext,
): StoredNode[] {
  const places = [...new Set(nodes.map(({ node }) => placeOf(node)))];
  return nodes.map(({ node, confidence, wholePolicy }) => {
    const place = placeOf(node);
    const twins = nodes.filter((each) => placeOf(each.node) === place);
    const uris = { ...optional('Device', uriOf(twins, 'Device')), ...optional('User', uriOf(twins, 'User')) };
    return {
      served: cspOf(node, uris, releases),
      confidence,
      place: places.indexOf(place),
      ...optional('editionList', node.editions && editionLists.indexOf(node.editions)),
      ...optional('wholePolicy', wholePolicy),
    };
  });
}

function uriOf(nodes: readonly MappedNode[], scope: Scope): string | undefined {
  return nodes.find(({ node }) => node.scope === scope)?.node.omaUri;
}

/** A node as every answer has it. */
export function cspOf(node: DdfFact, omaUris: Csp['omaUris'], releases: Releases): Csp {
  const { format, editions, deprecated, access } = node;
  return forJson<Csp>({
    omaUri: node.omaUri,
    omaUris,
    scope: node.scope,
    minOs: node.builds && formatMinOs(node.builds, releases),
    format,
    via: policyPlace(node.omaUri) ? 'policy' : 'csp',
    admxBacked: node.admx !== undefined,
    editions: editions && editionList(editions).groups,
    deprecated: deprecated === undefined ? undefined : true,
    deprecatedFrom: deprecated === true ? undefined : deprecated,
    access,
    source: node.source ?? DDF_SOURCE,
    sourceVersion: node.version,
    learnUrl: nodePage(node.omaUri),
  });
}

function ingestedNodes(
  { source, setting }: Item,
  { omaUris, ingest, evidence, despiteKeyList }: Ingestion,
  releases: Releases,
): StoredNode[] {
  return (['Device', 'User'] as const).flatMap((scope) => {
    const omaUri = omaUris[scope];
    if (omaUri === undefined) return [];
    const served: Csp = {
      omaUri,
      omaUris,
      scope,
      minOs: formatMinOs(INGESTION_BUILDS, releases),
      format: 'chr',
      via: 'admx-ingestion',
      admxBacked: true,
      ingest,
      ...optional('ingestion', despiteKeyList),
      source: source.id,
      sourceVersion: setting.version,
      ...optional('learnUrl', evidence?.startsWith('https://') ? evidence : undefined),
    };
    return [{ served, confidence: 'derived' as const, place: 0 }];
  });
}

/** A node as a record has it. */
export function recordNode(stored: StoredNode, facts: DdfFact | undefined, { setting }: Item): RecordNode {
  const { served } = stored;
  return {
    ...served,
    ...(facts && nodeBehaviour(facts)),
    ...optional('editionNames', facts?.editions && editionNames(facts.editions)),
    ...(facts && nodeContents(facts)),
    ...optional('store', facts && storeOf(facts)),
    ...(served.admxBacked ? { payloads: payloadsOf(setting) } : {}),
  };
}

/**
 * The payloads of a setting's ADMX-backed or ingested node, as templates. `enabled` has one `<data>` per element, with
 * `{ELEMENT-ID}` in place of its value. The value of a list or multiText has its entries separated by `&#xF000;`
 * (`joinEntries` and `joinLines` of runtime/verify/mdm-payload.ts, escaped).
 */
export function payloadsOf({ elements = [] }: Pick<SettingFact, 'elements'>) {
  return {
    enabled: enabledPayload(elements.map(({ id }) => [id, `{${id}}`] as const)),
    disabled: DISABLED_PAYLOAD,
  };
}
