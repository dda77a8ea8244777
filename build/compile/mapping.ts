/** Links of the MDM join → one mapping per setting: Device and User nodes of a policy combined, best node first. */

import type { Scope } from '../../runtime/format/format.ts';
import { compare, getOrMake, optional } from '../collections.ts';
import type { Confidence } from '../facts/entry.ts';
import type { DdfFact } from '../facts/nodes.ts';
import type { NodeLink } from '../join/mdm.ts';
import { editionList } from './edition-names.ts';

export const DDF_SOURCE = 'policy-ddf';

/** The Device and User nodes of one place in the tree. */
interface NodePair {
  place: string;
  /** Set if the vendor maps the place to this one element. */
  element?: string;
  nodes: Partial<Record<Scope, DdfFact>>;
  confidence: Confidence;
  by: NodeLink['by'];
}

/** One node that configures a setting, or one element of it. */
export type MappedNode = Pick<NodeLink, 'node' | 'element' | 'confidence'>;

export interface SettingMapping {
  /** Every node of the setting and of its elements, Device and User, in the order of {@link byPreference}. */
  nodes: MappedNode[];
  /** Ids of the elements with nodes of their own. */
  elements: ReadonlySet<string>;
  confidence: Confidence;
}

/** Map from policyId to mapping. */
export function mappingsOf(links: NodeLink[]): Map<string, SettingMapping> {
  const bySetting = new Map<string, Map<string, NodePair>>();
  for (const { node, setting, element, confidence, by } of links) {
    const pairs = getOrMake(bySetting, setting.policyId, () => new Map());
    const place = placeOf(node);
    const make = () => ({ place, nodes: {}, confidence, by, ...optional('element', element) });
    const pair = getOrMake(pairs, `${element ?? ''}\0${place}`, make);
    pair.nodes[node.scope] = node;
    if (confidence === 'official') pair.confidence = 'official';
  }
  return new Map(
    [...bySetting].map(([id, pairs]) => [id, mappingOf([...pairs.values()].sort(byPreference))]),
  );
}

function mappingOf(pairs: NodePair[]): SettingMapping {
  return {
    nodes: pairs.flatMap(mappedNodes),
    elements: new Set(pairs.flatMap(({ element }) => element ?? [])),
    confidence: pairs.some((pair) => pair.confidence === 'official') ? 'official' : 'derived',
  };
}

/** The node's path below the scope: equal for the Device and the User node. */
export function placeOf({ omaUri }: DdfFact): string {
  return omaUri.toLowerCase().replace(/^\.\/(?:(?:device|user)\/)?/, '');
}

const BY: Record<NodeLink['by'], number> = { AdmxBacked: 0, GpMapping: 1, correction: 2, statement: 3 };

function mappedNodes({ nodes, element, confidence }: NodePair): MappedNode[] {
  return [nodes.Device, nodes.User].flatMap((node) =>
    node ? [{ node, ...optional('element', element), confidence }] : [],
  );
}

/**
 * Official before derived, for PCs before for HoloLens only (MixedReality/NtpClientEnabled), current before deprecated,
 * the vendor's own area before the `ADMX_` area that mirrors it, then by place.
 */
function byPreference(a: NodePair, b: NodePair): number {
  return (
    Number(a.confidence === 'derived') - Number(b.confidence === 'derived') ||
    Number(isForDevicesOnly(a)) - Number(isForDevicesOnly(b)) ||
    Number(isDeprecated(a)) - Number(isDeprecated(b)) ||
    Number(/\/admx_/.test(a.place)) - Number(/\/admx_/.test(b.place)) ||
    BY[a.by] - BY[b.by] ||
    compare(a.place, b.place)
  );
}

/** An empty list names no edition, so it does not show that the node is for other devices. */
function isForDevicesOnly({ nodes }: NodePair): boolean {
  return Object.values(nodes).every(
    ({ editions }) => editions !== undefined && editions.length > 0 && !editionList(editions).isForPc,
  );
}

function isDeprecated({ nodes }: NodePair): boolean {
  return Object.values(nodes).every((node) => node.deprecated !== undefined);
}
