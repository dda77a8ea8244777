/** Matches and nodes in all languages, as the build uses them to make answers. */
import type { Confidence } from '../../runtime/contract/words.ts';
import type { Csp, MatchFacts, Texts, VerdictFacts } from '../../runtime/format/format.ts';
import type { NodeFacts } from '../../runtime/verdict/index.ts';
import type { DocumentedData } from './contributions.ts';

/** An MDM node of a match: what answers contain verbatim, and the inputs of the choice of nodes and of the verdict. */
export interface StoredNode extends Pick<NodeFacts, 'place' | 'editionList' | 'wholePolicy'> {
  served: Csp;
  confidence: Confidence;
}

/** A setting that writes a registry pair or stands behind an OMA-URI. */
export interface StoredMatch {
  slug: string;
  name: string;
  titles: Texts;
  /** The supported-on line. Verdicts are based on the English one: translations are wrong in places. */
  supportedOn?: Texts;
  /** The members that follow the title in an answer, verbatim. */
  served: MatchFacts;
  data: DocumentedData;
  /** The source is not a vendor's. */
  community?: true;
  /** In the order of preference, if neither a hive nor a target decides. */
  nodes?: StoredNode[];
  /** The key that may not be written, because of which the template cannot be ingested. */
  noMdm?: string;
  /** A node that the vendor maps to the setting, without its scope. */
  notOfScope?: string;
  /** The first version of the line without the setting. */
  goneIn?: string;
  /** A newer version writes the value to this place, which the nodes do not date. */
  isMoved?: true;
  verdict?: VerdictFacts;
}
