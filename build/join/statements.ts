/** Nodes that a source other than the DDF states for a setting: `SettingFact.mdm`. */
import { normalizeOmaUri } from '../../runtime/format/keys.ts';
import { optional } from '../collections.ts';
import type { Facts } from '../facts/model.ts';
import type { NodeLink } from './mdm.ts';

/** Omits links that the DDF's own statements (`known`) make already. */
export function statedLinks(facts: Facts, known: readonly NodeLink[]): NodeLink[] {
  const nodes = new Map(facts.nodes.map((node) => [normalizeOmaUri(node.omaUri).uri, node]));
  const made = new Set(known.map(({ node, setting }) => idOf(node.omaUri, setting.policyId)));
  return [...facts.settings.values()].flat().flatMap((setting) =>
    (setting.mdm ?? []).flatMap(({ omaUri, element, confidence }): NodeLink[] => {
      const node = nodes.get(normalizeOmaUri(omaUri).uri);
      if (!node || made.has(idOf(node.omaUri, setting.policyId))) return [];
      return [{ node, setting, ...optional('element', element), confidence, by: 'statement' }];
    }),
  );
}

function idOf(omaUri: string, policyId: string): string {
  return `${normalizeOmaUri(omaUri).uri}\0${policyId}`;
}
