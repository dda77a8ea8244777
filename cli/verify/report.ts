/** What every output of the command is made of. */

import type { TargetDrift } from '../../runtime/contract/drift.ts';
import type { GivenProducts } from '../../runtime/contract/product.ts';
import type { DatasetStamp } from '../../runtime/contract/words.ts';
import type { ItemFinding } from '../../runtime/verify/findings.ts';
import type { Collected } from './collect.ts';
import type { Row } from './findings.ts';

export interface Report {
  rows: readonly Row[];
  collected: Collected;
  /** As the envelope repeats it. */
  query: { lang: string; targetOs: string | null; targetProducts?: GivenProducts };
  /** On the question: a target OS or a product that cannot be read. */
  warnings: readonly string[];
  /** The one that the last answer is from; where there was nothing to verify, the one in service. */
  dataset: DatasetStamp | undefined;
  /** Values without a finding are listed too. */
  all: boolean;
  /** Present with `--baseline`: its findings that are gone. */
  baseline?: { gone: readonly string[] };
  failOn: ReadonlySet<ItemFinding>;
  /** Settings of the templates that `--admx` names. */
  ownSlugs?: ReadonlySet<string>;
  /** With several targets: what changes from each to the last. */
  drifts: readonly TargetDrift[];
}
