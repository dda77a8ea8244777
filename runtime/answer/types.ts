/** What goes in and out of the five endpoints: requests after validation, envelopes before serialization. */
import type { Confidence, CspNode, Scope, SettingRecord, StoredMatch } from '../format.ts';
import type { Candidate, Verdict } from '../verdict/index.ts';

export interface ResolveRequest {
  key: string;
  value: string;
  /** Already matched to one of the dataset's languages. */
  lang: string;
  targetOs: string | null;
}

export interface CspRequest {
  omaUri: string;
  lang: string;
  scope?: Scope;
}

export interface SearchRequest {
  q: string;
  lang: string;
  limit: number;
}

export interface SettingRequest {
  /** A slug, or a policyId `<namespace>::<name>`. */
  slug: string;
  lang: string;
}

export type { Candidate, Verdict };

/** The registry policy's own verdict, beside the one of its MDM node. */
export interface RegistryVerdict {
  verdict: Verdict;
  reason: string;
  requiredBuild?: string;
  supportedOn?: string;
}

export interface Compatibility {
  verdict: Verdict;
  reason: string;
  targetBuild?: string;
  requiredBuild?: string;
  requiredBuildAlternatives?: string[];
  basis?: 'csp' | 'supportedOn';
  candidates?: Candidate[];
  registry?: RegistryVerdict;
}

/** A stored match as answered: one language, its own verdict where there are several. */
export type Match = Omit<StoredMatch, 'displayName' | 'floor' | 'hostOnly'> & {
  lang: string;
  displayName?: string;
  compatibility?: Compatibility;
};

export interface Provenance {
  source: string;
  sourceVersion: string;
  learnUrl?: string;
}

export interface DatasetStamp {
  version: string;
  generatedAt: string;
}

export interface Near {
  key: string;
  value: string;
  slug: string;
}

export interface Result {
  matches: Match[] | SettingRecord[];
  reason?: string;
  compatibility?: Compatibility;
  setting?: SettingRecord;
  /** csp: a node that no registry setting backs. */
  node?: CspNode;
  /** resolve: pairs that do not match but lie near. */
  nearest?: Near[];
  /** search: how many settings were found before `limit`. */
  total?: number;
  suggestions?: string[];
}

export interface Envelope {
  query: Record<string, string | number | null>;
  result: Result;
  confidence: Confidence;
  provenance?: Provenance;
  dataset: DatasetStamp;
  warnings: string[];
}
