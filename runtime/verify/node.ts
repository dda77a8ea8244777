/** Verifies one MDM setting of a request: which registry value it sets, whether the target has it, what it takes. */

import { cspParts, judgeEntry, nodeCompatibility, nodeWarnings } from '../answer/csp.ts';
import type { FoundNode } from '../answer/find-node.ts';
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
  const { uri, scope, entry } = found;
  const request = { omaUri: item.omaUri, lang, targetOs: context.full ? context.targetOs : null };
  const { result, warnings } = await cspParts(dataset, context, request, found);
  const isForBoth = entry?.matches[0]?.class === 'Both';
  const conflicts = sent ? context.values.nodeConflicts(sent, isForBoth) : [];
  const unknown = { verdict: 'unknown', reason: texts.undocumented(uri), noted: [] } as const;
  const { noted, ...judged } = entry === undefined ? unknown : judgedNode(entry, context);
  const data = entry && item.data !== undefined && nodeData(asked, entry, verifyTexts);
  const mdm = entry && mdmOf(entry, judged.verdict);
  const allWarnings = new Set([
    ...warnings,
    ...noted,
    ...conflicts.map((each) => conflictText(each, verifyTexts)),
    ...(await dependencyWarnings(entry?.node.dependencies, context)),
  ]);
  return {
    omaUri: uri,
    scope,
    matches: (entry?.matches ?? []).map((match) => ({ ...itemMatch(match), ...writtenBy(match, asked) })),
    ...judged,
    ...(entry?.matches.length === 0 && { noRegistry: String(result.reason ?? '') }),
    ...conflictMembers(conflicts),
    ...(data && { data }),
    ...(mdm && { mdm }),
    ...(allWarnings.size > 0 && { warnings: [...allWarnings] }),
    ...(context.full && { result }),
  };
}

/** The requested node, where a registry setting backs it. */
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
  const own = slug === found.entry?.matches[0]?.slug ? element : undefined;
  const valueName = own === undefined ? name : own.valueName;
  const key = own === undefined ? registryKey : (own.key ?? parts?.key ?? registryKey);
  return { registryKey: key, ...(valueName !== undefined && { valueName }) };
}

/** The verdict alone, for the target of the context; undefined: the node is not documented. */
export function nodeVerdict({ found }: AskedNode, context: VerifyContext): Verified | undefined {
  return found.entry && judgedNode(found.entry, context);
}

/** By the rule of a look-up by the node; no verdict on the registry value is in the item. */
function judgedNode(
  entry: FoundNode,
  { judge, targetOs, lang }: VerifyContext,
): Pick<Verified, 'verdict' | 'reason' | 'product' | 'deprecated'> & { noted: readonly string[] } {
  const judged = judgeEntry(entry, judge, targetOs, lang);
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
