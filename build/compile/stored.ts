/** What the build knows of a match and its nodes, in all languages: answers are made of it. */
import type { Confidence } from '../../runtime/contract/words.ts';
import type { Csp, MatchFacts, Texts, VerdictFacts } from '../../runtime/format/format.ts';
import type { NodeFacts } from '../../runtime/verdict/index.ts';
import type { DocumentedData } from './contributions.ts';

/** An MDM node of a match: what an answer carries verbatim, and what the choice and the verdict are drawn from. */
export interface StoredNode extends Pick<NodeFacts, 'place' | 'editionList' | 'wholePolicy'> {
  served: Csp;
  confidence: Confidence;
}

/** What writes a registry pair or stands behind an OMA-URI. */
export interface StoredMatch {
  slug: string;
  name: string;
  titles: Texts;
  /** The supported-on line. The verdict is drawn from the English one: translations are wrong in places. */
  supportedOn?: Texts;
  /** What an answer carries after the title, verbatim. */
  served: MatchFacts;
  data: DocumentedData;
  /** The source is no vendor's. */
  community?: true;
  /** In the order of preference, where neither a hive nor a target decides. */
  nodes?: StoredNode[];
  /** Why the template cannot be ingested: the key that may not be written. */
  noMdm?: string;
  verdict?: VerdictFacts;
}
