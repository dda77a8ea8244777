/** The canonical form of a dataset, so that facts and published versions can be compared with either. */

import type { FactKind } from '../../runtime/contract/changes.ts';
import type { Verdicts } from './verdicts.ts';

export { FACT_KINDS, type FactKind } from '../../runtime/contract/changes.ts';

export interface CanonicalFact {
  kind: FactKind;
  value: string;
}

export interface CanonicalSetting {
  slug: string;
  policyId: string;
  source: string;
  sourceVersion: string;
  /** YYYY-MM-DD. */
  firstSeen: string;
  lastModified: string;
  /** Path of the fact in the setting (`elements/Hours/maxValue`, `displayName[fr-FR]`) → the fact. */
  facts: Map<string, CanonicalFact>;
  /** Absent for facts, and for a setting that writes no value. */
  verdicts?: Verdicts;
}

export interface CanonicalDataset {
  /** Absent for facts, which have no version of their own. */
  version?: string;
  /** ISO 8601 UTC. */
  generatedAt?: string;
  /** Source id → its version labels, oldest first. */
  sources: Map<string, string[]>;
  settings: Map<string, CanonicalSetting>;
  /** Normalized OMA-URI → the node; undefined where settings back it, whose facts have it. */
  nodes: ReadonlyMap<string, CanonicalSetting | undefined>;
}

export interface Paired {
  before?: CanonicalSetting;
  after?: CanonicalSetting;
}

/**
 * Pairs settings of two datasets by slug, which is promised to stay, else by policyId. A version in the vendor's
 * namespace can change the policyId (Zoom), a renamed file the slug.
 */
export function pairSettings(from: CanonicalDataset, to: CanonicalDataset): Paired[] {
  const left = [...from.settings.values()].filter(({ slug }) => !to.settings.has(slug));
  const byPolicy = new Map(left.map((setting) => [setting.policyId, setting]));
  const pairs: Paired[] = [];
  for (const after of to.settings.values()) {
    const before = from.settings.get(after.slug) ?? byPolicy.get(after.policyId);
    if (before) byPolicy.delete(before.policyId);
    pairs.push(before ? { before, after } : { after });
  }
  const paired = new Set(pairs.map(({ before }) => before));
  for (const before of left) if (!paired.has(before)) pairs.push({ before });
  const slug = (pair: Paired) => (pair.after ?? pair.before)?.slug ?? '';
  return pairs.sort((a, b) => (slug(a) < slug(b) ? -1 : slug(a) > slug(b) ? 1 : 0));
}

/** A node that a setting backs in one of the two versions is not added or removed; where both do, the setting's facts have it. */
export function pairNodes({ nodes: from }: CanonicalDataset, { nodes: to }: CanonicalDataset): Paired[] {
  return [...new Set([...from.keys(), ...to.keys()])].sort().flatMap((uri): Paired[] => {
    const [before, after] = [from.get(uri), to.get(uri)];
    if (before && after) return [{ before, after }];
    if (before && !to.has(uri)) return [{ before }];
    return after && !from.has(uri) ? [{ after }] : [];
  });
}
