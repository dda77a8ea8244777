/** Verifies one MDM setting of a request: which registry value it sets, whether the target has it, what it takes. */

import { cspParts, judgeNodes, nodeCompatibility, nodeWarnings } from '../answer/csp.ts';
import { parsedResult } from '../answer/envelope.ts';
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
  const head = {
    omaUri: uri,
    scope,
    matches: nodes.flatMap(({ matches }) =>
      matches.value.map((match) => ({ ...itemMatch(match), ...writtenBy(match, asked) })),
    ),
  };
  const request = { omaUri: item.omaUri, lang, targetOs: context.full ? context.targetOs : null };
  const { result, warnings } = await cspParts(dataset, request, found, context);
  const full = context.full ? { result: parsedResult(result) } : {};
  const isForBoth = first?.matches.value[0]?.class === 'Both';
  const conflicts = sent ? context.values.nodeConflicts(sent, isForBoth) : [];
  const told = conflictMembers(conflicts);
  const contradicted = conflicts.map((each) => conflictText(each, verifyTexts));
  if (first === undefined) {
    const verdict = { verdict: 'unknown', reason: texts.undocumented(uri) } as const;
    return { ...head, ...verdict, ...told, ...said([...warnings, ...contradicted]), ...full };
  }
  const reason = !first.isBacked ? { noRegistry: String(result.reason ?? '') } : {};
  const data = item.data === undefined ? undefined : nodeData(asked, first, verifyTexts);
  const { noted, ...judged } = judgedNode(found, context);
  const mdm = mdmOf(first, judged.verdict);
  return {
    ...head,
    ...judged,
    ...reason,
    ...told,
    ...(data && { data }),
    ...(mdm && { mdm }),
    ...said([
      ...warnings,
      ...noted,
      ...contradicted,
      ...(await dependencyWarnings(first.node.dependencies, context)),
    ]),
    ...full,
  };
}

function said(warnings: readonly string[]): Pick<Verified, 'warnings'> {
  return warnings.length > 0 ? { warnings: [...new Set(warnings)] } : {};
}

/** The node asked for, where a registry setting backs it. */
function mdmOf({ matches }: FoundNode, verdict: Verified['verdict']): ItemMdm | undefined {
  const [match] = matches.value;
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
  const own = slug === found.nodes[0]?.matches.value[0]?.slug ? element : undefined;
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
