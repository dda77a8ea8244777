/** Input and output of a judgement. `runtime/messages/` makes sentences of the output. */

import type { Candidate } from '../contract/compatibility.ts';
import type { ProductRange } from '../contract/product.ts';
import type { Verdict } from '../contract/words.ts';
import type { Scope, VerdictFacts } from '../format/format.ts';
import type { ProductName } from '../format/verdict-facts.ts';
import type { Note, Reason, TargetName } from './reasons.ts';

export type { Candidate, Verdict };

/** The documented facts of one setting that bear on its verdict. */
export interface Facts extends Omit<VerdictFacts, 'product'> {
  /** English text of the supported-on definition. */
  supportedOn?: string;
  product?: ProductFacts;
  /** No node decides on the value: the text names ended versions of another product alone, or templates moved the value. */
  endedVersions?: true;
  /** The newest templates of its product, which is not Windows, lack it, or call it removed or obsolete. */
  gone?: true;
  /** The MDM nodes of the setting, in the order of preference where neither a hive nor a target decides. */
  nodes?: readonly NodeFacts[];
}

/** Matches of one answer that are judged together, by the numbers of their rules. */
export interface AskedRules {
  rules: number[];
  /** Scope of the requested hive. */
  scope?: Scope;
  /** How many of them, the last ones, are documented for the other hive alone. */
  others?: number;
  /** Indexes of those that take any name, where another one names the value. */
  lists?: number[];
}

/** `rules.json`: entries of the dataset name both by number. */
export interface Rules {
  rules: Facts[];
  /** Products that a target may name. */
  products: ProductName[];
  asked: AskedRules[];
}

/** Documented versions of a setting's product. The OS verdict does not depend on them. */
export interface ProductFacts extends NonNullable<VerdictFacts['product']> {
  /** All of one product, or one of the versions whose templates have the setting (`seenIn`); absent where there is neither. */
  ranges?: readonly ProductRange[];
  /** Version of the templates that no longer have the setting. */
  removedIn?: string;
  /** These versions are the product's own. */
  hasTemplatesOfVersion?: true;
}

/** The documented facts of an MDM node. */
export interface NodeFacts {
  /** Nodes of one place in the tree are the Device and the User form of one another. */
  place: number;
  /** Index in `editions.json` of the vendor's edition list; absent where there is none. */
  editionList?: number;
  /** The vendor maps the node to the policy as a whole, of which the match is one value of several. */
  wholePolicy?: true;
  scope: Scope;
  /** The documented minimums, dotted; absent where the vendor documents none. */
  builds?: readonly string[];
  /** Minimums whose build cannot be read, as `csp.minOs` has them. */
  unreadable?: readonly string[];
  /** Dotted build, or `true` where the vendor names none that can be read. */
  deprecatedFrom?: string | true;
  /** The node exists once the template is ingested, on any PC edition. */
  ingested?: true;
  /** An ingested node that Microsoft's list of keys forbids, and that only Intune's settings catalog shows. */
  catalogOnly?: true;
  /** Access types that the vendor documents, for a node that cannot be set. */
  access?: readonly string[];
}

/** The result of judging a target by one document. */
export interface Finding {
  verdict: Verdict;
  reason: Reason;
  /** Dotted build that decided. */
  required?: string | undefined;
  /** All of them, where the vendor lists several. */
  alternatives?: string[] | undefined;
}

/** The result of judging a target by the `supportedOn` definition. */
export type RegistryFinding = Finding & { supportedOn?: string };

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
  /** The less is documented of the OS, the more: such a setting must not overrule another that writes the same value. */
  silence?: 0 | 1 | 2;
  notes: readonly Note[];
  /** Best first: one of each place, by its index in {@link Facts.nodes}. */
  nodes: readonly { index: number; verdict: Verdict }[];
}
