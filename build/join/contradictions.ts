/**
 * Joins that the vendor's own files contradict, found by comparing everything that they state of a node:
 * - `names`: another node claims the same policy, this one's description or default value names nothing of that policy,
 * and all that it names belongs to exactly one other;
 * - `gp-mapping`: `AdmxBacked` and `GpMapping` of one node lead to different policies, or `GpElement` names an element
 * that the claimed policy lacks and one other policy of the same file has.
 */
import { append, getOrMake } from '../collections.ts';
import type { DdfFact } from '../facts/nodes.ts';
import type { SettingFact } from '../facts/types.ts';
import { type Found, findByGroupPolicy, type Unmatched } from './find.ts';
import { type JoinIndex, policyName } from './index-settings.ts';

export interface Contradiction {
  node: DdfFact;
  by: 'names' | 'gp-mapping';
  /** policyId that the node claims. */
  claimed: string;
  /** policyId that the files name elsewhere. */
  named: string;
  /** The identifiers that show it, as in the files. */
  evidence: string[];
}

export interface Claim {
  node: DdfFact;
  found: Found[] | Unmatched;
}

export function findContradictions(claims: Claim[], index: JoinIndex): Contradiction[] {
  const claimants = new Map<string, Set<string>>();
  for (const { node, found } of claims) {
    if (!Array.isArray(found)) continue;
    for (const each of found) getOrMake(claimants, claimId(node, each), () => new Set()).add(node.omaUri);
  }
  const owners = ownersOf(index);
  return claims.flatMap(({ node, found }) => {
    const [only, ...more] = Array.isArray(found) ? found : [];
    if (!only || more.length > 0) return [];
    const shared = (claimants.get(claimId(node, only))?.size ?? 0) > 1;
    return (
      byGroupPolicy(node, only, index) ?? (shared ? byNames(node, only.setting, owners) : undefined) ?? []
    );
  });
}

/** Two nodes of one scope have the same claim if they claim the same element, or both the whole policy. */
function claimId({ scope }: DdfFact, { setting, element }: Found): string {
  return `${scope}\0${setting.policyId}\0${element ?? ''}`;
}

/** Policy name or element id, as written → the settings of the Windows line that have it. */
function ownersOf(index: JoinIndex): Map<string, SettingFact[]> {
  const owners = new Map<string, SettingFact[]>();
  for (const setting of [...index.byName.values()].flat())
    for (const name of namesOf(setting)) append(owners, name, setting);
  return owners;
}

function namesOf(setting: SettingFact): Set<string> {
  return new Set([policyName(setting), ...(setting.elements ?? []).map(({ id }) => id)]);
}

function byNames(
  node: DdfFact,
  claimed: SettingFact,
  owners: Map<string, SettingFact[]>,
): Contradiction | undefined {
  const names = node.names ?? [];
  const own = namesOf(claimed);
  if (names.length === 0 || names.some((name) => own.has(name))) return undefined;
  const candidates = owners.get(names[0] ?? '') ?? [];
  const [other, ...more] = candidates.filter((each) => names.every((name) => namesOf(each).has(name)));
  if (!other || more.length > 0) return undefined;
  return { node, by: 'names', claimed: claimed.policyId, named: other.policyId, evidence: names };
}

function byGroupPolicy(node: DdfFact, { setting, by }: Found, index: JoinIndex): Contradiction | undefined {
  if (!node.gp || by !== 'AdmxBacked') return undefined;
  const found = findByGroupPolicy(node.gp, index);
  const others = Array.isArray(found)
    ? found.map((each) => each.setting)
    : withElement(node.gp.element, setting, index);
  if (others.some(({ policyId }) => policyId === setting.policyId)) return undefined;
  const [other, ...more] = others;
  if (!other || more.length > 0) return undefined;
  const evidence = [node.gp.name, ...(node.gp.element === undefined ? [] : [node.gp.element])];
  return { node, by: 'gp-mapping', claimed: setting.policyId, named: other.policyId, evidence };
}

/** The policies of the claimed one's file that have the element or this name, or write a value of this name. */
function withElement(element: string | undefined, claimed: SettingFact, index: JoinIndex): SettingFact[] {
  if (element === undefined) return [];
  const wanted = element.toLowerCase();
  return [...index.byId.values()].filter(
    (setting) =>
      setting.admx === claimed.admx &&
      [
        ...namesOf(setting),
        setting.valueName ?? '',
        ...(setting.elements ?? []).map(({ valueName }) => valueName ?? ''),
      ].some((name) => name.toLowerCase() === wanted),
  );
}
