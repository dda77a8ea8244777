/** Facts for the next import alone: what the join of product lines hides. */
import type { SettingFact } from './types.ts';

/**
 * A line of `facts/unjoined.jsonl`: a setting as its product line alone states it, if the join with other lines changes
 * or hides it. The next import joins it again with what it reads.
 */
export interface UnjoinedFact {
  source: string;
  setting: SettingFact;
  keywords?: Record<string, string[]>;
}

/** A line of `facts/ddf-names.jsonl`: every identifier that the node's description or default value names. */
export interface DdfNamesFact {
  omaUri: string;
  names: string[];
}
