/** `facts/corrections.json`: mistakes of the vendors' files, each put right by hand with what shows it. */
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
