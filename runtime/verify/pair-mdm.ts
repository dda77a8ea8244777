/** What to send to the MDM node of a registry value, or why no document says it. */

import { scopeOf } from '../answer/find.ts';
import type { PartsEntry } from '../contract/parts.ts';
import type { ItemMdm } from '../contract/verified.ts';
import { payloadReasonText } from '../messages/verify.ts';
import type { PayloadReason } from '../messages/verify-en.ts';
import { judgeAllowed } from './allowed-values.ts';
import { type AskedPair, hasData } from './asked-pair.ts';
import type { VerifyContext } from './context.ts';
import { dependencyWarnings } from './dependencies.ts';
import type { MappedMatch } from './pair.ts';
import { contentAs, nodeIn } from './registry-content.ts';
import type { Values } from './values.ts';

/** The node, and warnings on it. */
export async function pairMdm(
  { slug, csp, confidence, verdict, wholePolicy }: MappedMatch,
  pair: AskedPair,
  values: Values,
  context: VerifyContext,
): Promise<{ mdm: ItemMdm; warnings: string[] }> {
  const { payloads, partsOf, verifyTexts } = context;
  const { omaUri, scope, ingest } = csp;
  const { hive } = pair.question.parsed;
  const mdm: ItemMdm = { slug, omaUri, scope, confidence, verdict };
  if (ingest !== undefined) mdm.ingest = ingest;
  const parts = await partsOf(slug);
  const warnings: string[] = [];
  if (payloads && hasData(pair.item)) {
    // The node of the other scope would write the other hive.
    const isOwnScope = (scopeOf(hive) ?? scope) === scope;
    const { reason, whole } = csp.admxBacked
      ? addPayload(mdm, pair, values, parts, isOwnScope)
      : { reason: addOwnData(mdm, pair, values, parts, isOwnScope), whole: wholePolicy };
    if (reason !== undefined) mdm.noPayload = payloadReasonText(reason, verifyTexts);
    if (whole) {
      mdm.sets = 'whole-policy';
      mdm.policyValues = parts?.pairs.length ?? 0;
      warnings.push(verifyTexts.wholePolicy(slug, mdm.policyValues));
    }
  }
  const dependencies = nodeIn(parts, omaUri)?.dependencies;
  if (dependencies !== undefined) {
    // Without anything to send only what is set otherwise matters.
    const only = (mdm.payload ?? mdm.data) === undefined ? 'unmet' : undefined;
    warnings.push(...(await dependencyWarnings(dependencies, values, context, { node: omaUri, only })));
  }
  return { mdm, warnings };
}

function addPayload(
  mdm: ItemMdm,
  pair: AskedPair,
  values: Values,
  parts: PartsEntry | undefined,
  isOwnScope: boolean,
): { reason: PayloadReason | undefined; whole: boolean } {
  const { reason, payload, missing, missingValues } = values.payload(mdm.slug, parts, pair);
  if (payload !== undefined && isOwnScope) mdm.payload = payload;
  if (missing !== undefined) mdm.missing = missing;
  if (missingValues !== undefined) mdm.missingValues = missingValues;
  return { reason, whole: reason?.code === 'incomplete' && (parts?.pairs.length ?? 0) > 1 };
}

/** The data itself, where a reviewed fact says that the node takes that of this registry value; else what it takes. */
function addOwnData(
  mdm: ItemMdm,
  pair: AskedPair,
  values: Values,
  parts: PartsEntry | undefined,
  isOwnScope: boolean,
): PayloadReason | undefined {
  const node = nodeIn(parts, mdm.omaUri);
  const takes = node?.takes;
  if (values.isContradicted(pair)) return { code: 'conflict' };
  const { type, data } = pair.item;
  let reason: PayloadReason = { code: 'notAdmxBacked' };
  const allowed = node?.allowedValues;
  if (takes && allowed && isOwnScope && parts?.pairs[takes.pair] === pair.id && data !== undefined) {
    const text = type === undefined || type === takes.type ? contentAs(takes.type, data) : undefined;
    if (text !== undefined && judgeAllowed(allowed, text).verdict === 'documented') {
      mdm.data = text;
      mdm.dataConfidence = takes.confidence;
      return undefined;
    }
    reason = { code: 'notAllowed' };
  }
  if (allowed !== undefined) mdm.allowedValues = allowed;
  return reason;
}
