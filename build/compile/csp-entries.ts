/** Every documented node, with the settings behind it. */

import type { PolicyWrite } from '../../runtime/contract/match.ts';
import type { Csp, SupportedOnFloor } from '../../runtime/format/format.ts';
import { normalizeOmaUri } from '../../runtime/format/keys.ts';
import { compare, getOrMake, optional } from '../collections.ts';
import type { DdfFact } from '../facts/nodes.ts';
import type { ElementFact, SettingFact } from '../facts/types.ts';
import { OPTIONS_AREA } from '../import/baseline.ts';
import type { CompileContext, Item } from './context.ts';
import { match } from './match.ts';
import { isGeneric, nodeBehaviour, nodeContents } from './node-facts.ts';
import { cspOf, setsPolicy, storedNodes } from './nodes.ts';
import type { RegistryPair } from './pairs.ts';
import type { StoredMatch } from './stored.ts';

export interface NodeEntry {
  /** Absent if there are matches: the node is the first one of each. */
  node?: Csp;
  /** Edition list of `node`, as in a stored node. */
  editionList?: number;
  /** What the description of `node` allows. */
  floor?: SupportedOnFloor;
  /** Matches of the settings that the node sets, by slug. */
  matches: StoredMatch[];
  /** The node belongs to the security database (audit, user rights, account policies): it writes no registry value. */
  security?: true;
}

export function buildCsp(context: CompileContext): { csp: Map<string, NodeEntry>; dynamic: string[] } {
  const { csp, dynamic } = documentedNodes(context);
  addLinked(csp, context);
  for (const item of context.items) addIngested(csp, item, context);
  for (const entry of csp.values()) {
    entry.matches.sort((a, b) => compare(a.slug, b.slug));
    // The match has the node.
    if (entry.matches.length === 0) continue;
    delete entry.node;
    delete entry.editionList;
  }
  return { csp, dynamic: [...new Set(dynamic)].sort() };
}

/** An entry without matches for each node of the DDF files, and the addresses of the dynamic nodes. */
function documentedNodes(context: CompileContext): { csp: Map<string, NodeEntry>; dynamic: string[] } {
  const security = securityNodes(context);
  const floors = new Map(
    (context.facts.moreCorrections.nodeLimits ?? []).flatMap(({ omaUris, client }) =>
      omaUris.map((uri) => [uri, { client, why: 'explained' }]),
    ),
  );
  const csp = new Map<string, NodeEntry>();
  const dynamic: string[] = [];
  for (const node of context.facts.nodes) {
    const { uri } = normalizeOmaUri(node.omaUri);
    // Two DDF files may describe one node (`./Vendor/MSFT` is the Device form of `./Device/Vendor/MSFT`).
    const limit = optional('floor', floors.get(node.omaUri));
    if (!csp.has(uri)) csp.set(uri, { ...entryOf(node, security.has(node), context), ...limit });
    if (node.dynamic && !isGeneric(uri)) dynamic.push(uri);
  }
  return { csp, dynamic };
}

function entryOf(node: DdfFact, security: boolean, context: CompileContext): NodeEntry {
  return {
    node: {
      ...cspOf(node, { [node.scope]: node.omaUri }, context.releases),
      ...nodeBehaviour(node),
      ...nodeContents(node),
    },
    ...optional('editionList', node.editions && context.editionLists.indexOf(node.editions)),
    matches: [],
    ...(security ? { security: true as const } : {}),
  };
}

/** The settings that the join links to a node. */
function addLinked(csp: Map<string, NodeEntry>, context: CompileContext): void {
  const items = new Map(context.items.map((each) => [each.setting.policyId, each]));
  for (const { node, setting, element } of context.join.links) {
    const item = items.get(setting.policyId);
    const entry = csp.get(normalizeOmaUri(node.omaUri).uri);
    if (item && entry) entry.matches.push(cspMatch(item, node, element, context));
  }
}

/** The nodes that a template has once it is ingested, under the app name that its vendor recommends. */
function addIngested(csp: Map<string, NodeEntry>, item: Item, context: CompileContext): void {
  if (!item.ingestion) return;
  for (const { served } of storedNodes(item, undefined, false, context)) {
    const { uri } = normalizeOmaUri(served.omaUri);
    const { matches } = getOrMake(csp, uri, () => ({ node: served, matches: [] }));
    matches.push(cspMatch(item, served, undefined, context));
  }
}

/** The match of a look-up by OMA-URI: the requested node comes first. */
function cspMatch(
  item: Item,
  node: DdfFact | Csp,
  elementId: string | undefined,
  context: CompileContext,
): StoredMatch {
  const { omaUri } = node;
  const own = 'version' in node ? { ...nodeBehaviour(node), ...nodeContents(node) } : {};
  const { setting, pairs } = item;
  const all = storedNodes(item, elementId, elementId !== undefined, context);
  const only = pairs.length === 1 && setting.valueName === undefined ? pairs[0] : undefined;
  const element = setting.elements?.find(({ id }) => id === elementId) ?? only?.element;
  const pair = registryPlace(setting, element, only);
  const asked = all.filter(({ served }) => served.omaUri === omaUri);
  const writes = asked[0]?.served.admxBacked && !element ? writesOf(pairs, pair.key) : undefined;
  const whole = writes && setsPolicy(pairs.length);
  const nodes = [
    ...asked.map((each) => ({ ...each, served: { ...each.served, ...whole, ...own } })),
    ...all.filter(({ served }) => served.omaUri !== omaUri),
  ];
  return match(item, pair, nodes, context, writes);
}

/** An ADMX payload sets every value of its policy; the match names at most one of them. */
function writesOf(pairs: readonly RegistryPair[], ownKey: string): PolicyWrite[] | undefined {
  if (pairs.length < 2) return undefined;
  return pairs.map(({ key, valueName, element }) => ({
    ...optional('registryKey', key.toLowerCase() === ownKey.toLowerCase() ? undefined : key),
    ...optional('valueName', valueName),
    ...optional('elementId', element?.id),
  }));
}

function registryPlace(
  setting: SettingFact,
  element: ElementFact | undefined,
  only: RegistryPair | undefined,
): Pick<RegistryPair, 'key' | 'valueName' | 'element'> {
  if (element)
    return { key: element.key ?? setting.key, ...optional('valueName', element.valueName), element };
  const { key, valueName } = only ?? setting;
  return { key, ...optional('valueName', valueName) };
}

const SERVICES_AREA = 'windows settings~security settings~system services';
/** Where the areas of the account policies begin. */
const ACCOUNT_AREAS = 'windows settings~security settings~account policies~';

/**
 * Nodes of the security database. A security option or an account policy belongs to them only if a source states that it
 * writes no registry value (section System Access); the start type of a service is a registry value.
 */
function securityNodes({ join, facts }: CompileContext): Set<DdfFact> {
  const withoutValue = new Set(
    facts.controls.flatMap(({ key, omaUri }) =>
      key === undefined && omaUri !== undefined ? [normalizeOmaUri(omaUri).uri] : [],
    ),
  );
  return new Set(
    join.unmatched.flatMap(({ node, reason }) => {
      const area = node.gp?.area.toLowerCase();
      const needsStatement = area === OPTIONS_AREA || area?.startsWith(ACCOUNT_AREAS);
      const qualifies = !needsStatement || withoutValue.has(normalizeOmaUri(node.omaUri).uri);
      return reason === 'security-setting' && area !== SERVICES_AREA && qualifies ? [node] : [];
    }),
  );
}
