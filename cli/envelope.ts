import type { Near, NearNode, Provenance } from '../runtime/contract/answers.ts';
import type { Compatibility } from '../runtime/contract/compatibility.ts';
import type { FoundMatch, Match } from '../runtime/contract/match.ts';
import type { DocumentedNode, SettingRecord } from '../runtime/contract/record.ts';
import type { Confidence, DatasetStamp } from '../runtime/contract/words.ts';

/** What any of the envelopes may hold, for code that handles them alike. */
export interface Envelope {
  query: Record<string, string | number | null | Record<string, string>>;
  result: {
    matches?: (Match | FoundMatch | SettingRecord)[];
    setting?: SettingRecord;
    compatibility?: Compatibility;
    reason?: string;
    node?: DocumentedNode;
    nearest?: (Near | NearNode)[];
    total?: number;
    suggestions?: string[];
  };
  confidence: Confidence;
  provenance?: Provenance;
  dataset: DatasetStamp;
  warnings: string[];
}
