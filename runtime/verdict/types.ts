/** What goes into a judgement and what comes out of it. Sentences are made of it in `runtime/messages/`. */

import type { Candidate } from '../contract/compatibility.ts';
import type { ProductRange } from '../contract/product.ts';
import type { Verdict } from '../contract/words.ts';
import type { Scope, StoredNode, VerdictFacts } from '../format/format.ts';
import type { Note, Reason, TargetName } from './reasons.ts';

export type { Candidate, Verdict };

/** The documented facts of one setting that bear on its verdict. */
export interface Facts extends Omit<VerdictFacts, 'product'> {
  /** English text of the supported-on definition. */
  supportedOn?: string;
  product?: ProductFacts;
  /** The MDM nodes of the setting, in the order of preference where neither a hive nor a target decides. */
  nodes?: readonly NodeFacts[];
}

/** `rules.json`: entries of the dataset name them by number. */
export interface Rules {
  rules: Facts[];
}

/** What is documented of the versions of a setting's product. The OS verdict does not depend on it. */
export interface ProductFacts extends NonNullable<VerdictFacts['product']> {
  /** All of one product; absent where the text gives none. */
  ranges?: readonly ProductRange[];
  /** Version of the templates that no longer have the setting. */
  removedIn?: string;
}

/** The documented facts of an MDM node. */
export interface NodeFacts extends Pick<StoredNode, 'place' | 'editionList' | 'wholePolicy'> {
  scope: Scope;
  /** Alternatives joined by ` | `, as `formatMinOs` writes them. */
  minOs?: string;
  /** Dotted build, or `true` where the vendor names none. */
  deprecatedFrom?: string | true;
  /** The node exists once the template is ingested, on any PC edition. */
  ingested?: true;
  /** What the vendor allows on a node that cannot be set. */
  access?: readonly string[];
}

/** What one documented minimum says of a target. */
export interface Finding {
  verdict: Verdict;
  reason: Reason;
  /** Dotted build that decided. */
  required?: string;
  /** All of them, where the vendor lists several. */
  alternatives?: string[];
}

/** What the `supportedOn` definition says of the registry policy. */
export interface RegistryFinding extends Finding {
  supportedOn?: string;
}

/** The verdict on one setting, or on several that write the same pair. */
export interface Conclusion extends Finding {
  /** Absent where the target names no single build. */
  target?: TargetName;
  /** The kind of minimum that `verdict` follows. */
  basis?: 'csp' | 'supportedOn';
  candidates?: Candidate[];
  /** The verdict on writing the registry value. */
  registry?: RegistryFinding;
  /** The verdict on setting the first of `nodes`. */
  mdm?: Finding;
}

/** The verdict on one setting. */
export interface Judgement extends Conclusion {
  /** Facts beside the verdict: deprecation, minimums that cannot be read, MDM and registry differing. */
  notes: readonly Note[];
  /** Which nodes are told, best first: one of each place. */
  nodes: readonly JudgedNode[];
}

export interface JudgedNode {
  /** Index in {@link Facts.nodes}. */
  index: number;
  verdict: Verdict;
}
