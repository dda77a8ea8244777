/** `facts/corrections.json`: errors of vendors' files, each corrected by hand, with the evidence. */
export interface CorrectionsFile {
  corrections: Correction[];
  keys?: KeyCorrection[];
  lines?: LineCorrection[];
  equivalents?: EquivalentValues[];
  flags?: FlagCorrection[];
}

/** A control whose registry key its source misspells. */
export interface KeyCorrection {
  source: string;
  control: string;
  /** The key as the source states it, and the correct one; without hive. */
  stated: string;
  key: string;
  evidence: string;
}

/** A security option whose numbers are flags, which its table does not state. */
export interface FlagCorrection {
  policyId: string;
  evidence: string;
}

/** A file in a version's folder that is not of its source's product line. */
export interface LineCorrection {
  source: string;
  version: string;
  admx: string;
  line: string;
  evidence: string;
}

/** Registry values and nodes documented with the same options; `*` stands for each of `places`. */
export interface EquivalentValues {
  key: string;
  node: string;
  places: string[];
  values: {
    /** Below `key`, if the value has a subkey. */
    subkey?: string;
    valueName: string;
    /** Below `node`. */
    node: string;
  }[];
  evidence: string;
}

export interface Correction {
  /** The DDF node whose GpMapping names something that its ADMX lacks. */
  omaUri: string;
  /** The policy (and element) that the node stands for. */
  policyId: string;
  element?: string;
  /** `official` only if a page of the vendor's states the same. */
  confidence: 'official' | 'derived';
  /** The error, and the evidence for the correct reading. */
  source: string;
}
