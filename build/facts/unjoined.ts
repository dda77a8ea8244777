/** Settings before they are joined with other product lines. */
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
