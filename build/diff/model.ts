/** One canonical picture of a dataset, so that facts and published versions can be compared with either. */

/** What a difference is about. `minBuild`: which OS builds it is for, by its MDM node or its supported-on line. */
export const FACT_KINDS = ['key', 'value', 'element', 'mdm', 'minBuild', 'text', 'identity'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

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
}

export interface CanonicalDataset {
  /** For messages: the folder. */
  origin: string;
  /** Absent for facts, which have no version of their own. */
  version?: string;
  /** ISO 8601 UTC. */
  generatedAt?: string;
  /** Source id → its version labels, oldest first. */
  sources: Map<string, string[]>;
  settings: Map<string, CanonicalSetting>;
}
