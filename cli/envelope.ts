import type { Near, NearNode, Provenance } from '../runtime/schema/answers.ts';
import type { Compatibility } from '../runtime/schema/compatibility.ts';
import type { Match } from '../runtime/schema/match.ts';
import type { DocumentedNode, SettingRecord } from '../runtime/schema/record.ts';
import type { Confidence, DatasetStamp } from '../runtime/schema/words.ts';

/** What any of the envelopes may hold, for code that handles them alike. */
export interface Envelope {
  query: Record<string, string | number | null | Record<string, string>>;
  result: {
    matches?: (Match | SettingRecord)[];
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
