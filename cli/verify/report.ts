/** What every output of the command is made of. */
import type { DatasetStamp } from '../../runtime/contract/words.ts';
import type { ItemFinding } from '../../runtime/verify/findings.ts';
import type { Collected } from './collect.ts';
import type { Row } from './findings.ts';

export interface Report {
  rows: readonly Row[];
  collected: Collected;
  targetOs: string | null;
  /** On the question: a target OS or a product that cannot be read. */
  warnings: readonly string[];
  /** The one that the last answer is from; where there was nothing to verify, the one in service. */
  dataset: DatasetStamp | undefined;
  /** Values without a finding are listed too. */
  all: boolean;
  failOn: ReadonlySet<ItemFinding>;
}
