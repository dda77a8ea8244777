/** Verifies one MDM setting of a request: which registry value it sets, whether the target has it, what it takes. */

import { cspParts, judgeNodes, nodeCompatibility, nodeWarnings } from '../answer/csp.ts';
import type { FoundNode, FoundNodes } from '../answer/find-node.ts';
import type { Match } from '../contract/match.ts';
import type { ItemMatch, ItemMdm, Verified } from '../contract/verified.ts';
import { conflictText } from '../messages/verify.ts';
import type { VerifyContext } from './context.ts';
import { dependencyWarnings } from './dependencies.ts';
import { nodeData } from './node-data.ts';
import type { AskedNode } from './node-sent.ts';
import { conflictMembers, deprecationOf, itemMatch } from './summary.ts';

export async function nodeAnswer(asked: AskedNode, context: VerifyContext): Promise<Verified> {
  const { item, found, sent } = asked;
  const { dataset, texts, verifyTexts, lang } = context;
  const { uri, scope, nodes } = found;
  const [first] = nodes;
  const request = { omaUri: item.omaUri, lang, targetOs: context.full ? context.targetOs : null };
  const { result, warnings } = await cspParts(dataset, context, request, found);
  const isForBoth = first?.matches[0]?.class === 'Both';
  const conflicts = sent ? context.values.nodeConflicts(sent, isForBoth) : [];
  const unknown = { verdict: 'unknown', reason: texts.undocumented(uri), noted: [] } as const;
  const { noted, ...judged } = first === undefined ? unknown : judgedNode(found, context);
  const data = first && item.data !== undefined && nodeData(asked, first, verifyTexts);
  const mdm = first && mdmOf(first, judged.verdict);
  const told = new Set([
    ...warnings,
    ...noted,
    ...conflicts.map((each) => conflictText(each, verifyTexts)),
    ...(await dependencyWarnings(first?.node.dependencies, context)),
  ]);
  return {
    omaUri: uri,
    scope,
    matches: nodes.flatMap(({ matches }) =>
      matches.map((match) => ({ ...itemMatch(match), ...writtenBy(match, asked) })),
    ),
    ...judged,
    ...(first?.matches.length === 0 && { noRegistry: String(result.reason ?? '') }),
    ...conflictMembers(conflicts),
    ...(data && { data }),
    ...(mdm && { mdm }),
    ...(told.size > 0 && { warnings: [...told] }),
    ...(context.full && { result }),
  };
}

/** The node asked for, where a registry setting backs it. */
function mdmOf({ matches }: FoundNode, verdict: Verified['verdict']): ItemMdm | undefined {
  const [match] = matches;
  if (match?.csp === undefined || verdict === undefined) return undefined;
  const { omaUri, scope, ingest } = match.csp;
  return {
    slug: match.slug,
    omaUri,
    scope,
    confidence: match.confidence,
    verdict,
    ...(ingest !== undefined && { ingest }),
  };
}

function writtenBy(
  { slug, registryKey, valueName: name }: Match,
  { element, parts, found }: AskedNode,
): Pick<ItemMatch, 'registryKey' | 'valueName'> {
  const own = slug === found.nodes[0]?.matches[0]?.slug ? element : undefined;
  const valueName = own === undefined ? name : own.valueName;
  const key = own === undefined ? registryKey : (own.key ?? parts?.key ?? registryKey);
  return { registryKey: key, ...(valueName !== undefined && { valueName }) };
}

/** The verdict alone, for the target of the context; undefined: the node is not documented. */
export function nodeVerdict({ found }: AskedNode, context: VerifyContext): Verified | undefined {
  return found.nodes.length === 0 ? undefined : judgedNode(found, context);
}

/** By the rule of a look-up by the node; no verdict on the registry value is in the item. */
function judgedNode(
  { nodes }: FoundNodes,
  { judge, targetOs, lang }: VerifyContext,
): Pick<Verified, 'verdict' | 'reason' | 'product' | 'deprecated'> & { noted: readonly string[] } {
  const judged = judgeNodes(nodes, judge, targetOs, lang);
  const { verdict, reason, product } = nodeCompatibility(judged, lang) ?? {};
  const noted = nodeWarnings(judged, lang, false);
  return {
    ...(verdict && { verdict }),
    ...(verdict !== 'supported' && reason !== undefined && { reason }),
    ...(product && { product }),
    ...deprecationOf(judged),
    noted,
  };
}
