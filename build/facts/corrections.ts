/** `facts/corrections.json`: mistakes of the vendors' files, each put right by hand with what shows it. */
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
  /** The control's name. */
  control: string;
  /** As the source has it, and as it is; without hive. */
  stated: string;
  key: string;
  evidence: string;
}

/** A security option whose numbers are flags, which the table does not say. */
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

/** Registry values and nodes that are documented as the same options; `*` stands for each of `places`. */
export interface EquivalentValues {
  key: string;
  node: string;
  places: string[];
  values: {
    /** Below `key`, where the value has a subkey. */
    subkey?: string;
    valueName: string;
    /** Below `node`. */
    node: string;
  }[];
  evidence: string;
}

export interface Correction {
  /** The DDF node whose GpMapping names something that its ADMX does not have. */
  omaUri: string;
  /** The policy (and element) that the node stands for. */
  policyId: string;
  element?: string;
  /** `official` only where a page of the vendor's states the same. */
  confidence: 'official' | 'derived';
  /** What is wrong and what shows the right reading. */
  source: string;
}
