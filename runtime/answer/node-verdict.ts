/** The verdict on setting a node that is requested by its address. */

import type { Compatibility } from '../contract/compatibility.ts';
import { noteText } from '../messages/index.ts';
import type { Judge } from './compatibility.ts';
import type { FoundNode } from './find-node.ts';
import { combinedVerdict, type JudgedMatch } from './overlay.ts';
import { unsupportedWarnings } from './product.ts';

/** A node without a setting is judged by itself. */
type JudgedNode = Omit<JudgedMatch, 'match'> & { match?: JudgedMatch['match'] };

/** For each match, or where there is none for the node. */
export function judgeNodes(
  nodes: readonly FoundNode[],
  judge: Judge,
  targetOs: string | null,
  lang: string,
): JudgedNode[] {
  return nodes.flatMap(({ node, matches, rules }) =>
    rules.map((rule, at) => {
      const match = matches.value[at];
      const judged = judge(rule, targetOs, lang, node.scope, 'node');
      return { ...judged, slug: match?.slug ?? node.omaUri, rule, ...(match && { match }) };
    }),
  );
}

/** The verdict over all of them; undefined for none. */
export function nodeCompatibility(judged: readonly JudgedNode[], lang: string): Compatibility | undefined {
  const matched = judged.filter((each): each is JudgedMatch => each.match !== undefined);
  if (matched.length === 0) {
    const [only] = judged;
    if (only === undefined) return undefined;
    const { registry: _, ...ofNode } = only.compatibility;
    return ofNode;
  }
  const combined = combinedVerdict(matched, lang);
  const { verdict, reason } = combined;
  // Each setting has the requested node: their common verdict is the verdict on it.
  return combined.targetBuild === undefined || combined.mdm !== undefined
    ? combined
    : { ...combined, mdm: { verdict, reason } };
}

/** @param hasRegistry The answer has the verdict on the registry value, which may be another one. */
export function nodeWarnings(judged: readonly JudgedNode[], lang: string, hasRegistry = true): string[] {
  return judged.flatMap((each) => {
    const { slug, match } = each;
    const isTold = hasRegistry && match !== undefined;
    const notes = each.judgement.notes.filter(({ code }) => isTold || code !== 'verdictsDiffer');
    return [...notes.map((note) => noteText(note, slug, lang)), ...unsupportedWarnings(each, lang)];
  });
}
