/**
 * DDF nodes → settings. `AdmxBacked` names the ADMX file and policy; `GpMapping` a policy (by name or English
 * title) and an area. Both are many-to-many: a policy has several nodes, and a node's twin policies exist for
 * user and machine. What does not match is counted with its reason, never guessed.
 */
import type { Scope } from '../../runtime/format/format.ts';
import { normalizeOmaUri } from '../../runtime/format/keys.ts';
import { optional } from '../collections.ts';
import type { Correction } from '../facts/corrections.ts';
import type { Confidence } from '../facts/entry.ts';
import { type Facts, settingsOf } from '../facts/model.ts';
import type { DdfFact } from '../facts/nodes.ts';
import type { SettingFact } from '../facts/types.ts';
import { type Contradiction, findContradictions } from './contradictions.ts';
import { type Found, findSettings, type Unmatched } from './find.ts';
import { indexSettings, type JoinIndex } from './index-settings.ts';

export type { Unmatched } from './find.ts';

export interface NodeLink {
  node: DdfFact;
  setting: SettingFact;
  /** Set if the vendor maps the node to this one element. */
  element?: string;
  confidence: Confidence;
  by: Found['by'];
}

export interface MdmJoin {
  links: NodeLink[];
  unmatched: { node: DdfFact; reason: Unmatched }[];
  /** Mappings to policies that do not have the scope of the node: they are not made. */
  notOfScope: Pick<NodeLink, 'node' | 'setting'>[];
  /** Corrections that changed nothing: the vendor has corrected it, or the entry is wrong. */
  unneeded: Correction[];
  /** Joins that the vendor's files contradict and no correction resolves: they are not made. */
  contradictions: Contradiction[];
}

export function joinMdm(facts: Facts): MdmJoin {
  const { join, used } = joinClaims(facts);
  const stated = statedLinks(facts, join.links).filter(({ setting, node }) => allows(setting, node.scope));
  join.links.push(...stated);
  const linked = new Set(stated.map(({ node }) => node));
  join.unmatched = join.unmatched.filter(({ node }) => !linked.has(node));
  join.unneeded = facts.corrections.filter((each) => !used.has(each));
  return join;
}

/** The join by the DDF and the corrections, and the corrections that it used. */
function joinClaims(facts: Facts): { join: MdmJoin; used: Set<Correction> } {
  const index = indexSettings(facts);
  const corrections = new Map(facts.corrections.map((each) => [each.omaUri.toLowerCase(), each]));
  const used = new Set<Correction>();
  const join: MdmJoin = { links: [], unmatched: [], notOfScope: [], unneeded: [], contradictions: [] };
  const claims = facts.nodes.map((node) => ({ node, found: findSettings(node, index) }));
  const contradicted = new Map(findContradictions(claims, index).map((each) => [each.node, each]));
  for (const { node, found: claimed } of claims) {
    const corrected = correctedBy(corrections.get(node.omaUri.toLowerCase()), claimed, index);
    const contradiction = corrected ? undefined : contradicted.get(node);
    if (corrected) used.add(corrected.correction);
    if (contradiction) join.contradictions.push(contradiction);
    addFound(join, node, corrected ? [corrected.found] : contradiction ? 'contradicted' : claimed);
  }
  return { join, used };
}

function addFound(join: MdmJoin, node: DdfFact, found: Found[] | Unmatched): void {
  if (!Array.isArray(found)) {
    join.unmatched.push({ node, reason: found });
    return;
  }
  const allowed = found.filter(({ setting }) => allows(setting, node.scope));
  if (allowed.length === 0) {
    join.unmatched.push({ node, reason: 'scope-contradicts-class' });
    join.notOfScope.push(...found.map(({ setting }) => ({ node, setting })));
  }
  for (const each of allowed) join.links.push({ node, ...each });
}

/** A correction is needed only while the vendor's own statements lead elsewhere, or nowhere. */
function correctedBy(
  correction: Correction | undefined,
  found: Found[] | Unmatched,
  index: JoinIndex,
): { correction: Correction; found: Found } | undefined {
  const setting = correction && index.byId.get(correction.policyId);
  if (!setting || (Array.isArray(found) && agrees(found, correction))) return undefined;
  const { element, confidence } = correction;
  return { correction, found: { setting, ...optional('element', element), confidence, by: 'correction' } };
}

function agrees(found: Found[], correction: Correction): boolean {
  return found.some(
    (each) =>
      each.setting.policyId === correction.policyId &&
      each.element === correction.element &&
      each.confidence === correction.confidence,
  );
}

function allows(setting: SettingFact, scope: Scope): boolean {
  return setting.class === 'Both' || setting.class === (scope === 'User' ? 'User' : 'Machine');
}

/** Links that a source other than the DDF states (`SettingFact.mdm`), without those that its own statements (`known`) make. */
function statedLinks(facts: Facts, known: readonly NodeLink[]): NodeLink[] {
  const nodes = new Map(facts.nodes.map((node) => [normalizeOmaUri(node.omaUri).uri, node]));
  const made = new Set(known.map(({ node, setting }) => idOf(node.omaUri, setting.policyId)));
  return settingsOf(facts).flatMap((setting) =>
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
