/** The data to send to the MDM node of a registry value, or why no document gives it. */

import { scopeOf } from '../answer/find.ts';
import type { PartNode, PartsEntry } from '../contract/parts.ts';
import type { ItemMdm } from '../contract/verified.ts';
import { sentence } from '../messages/verify.ts';
import { judgeAllowed } from './allowed-values.ts';
import type { VerifyContext } from './context.ts';
import { dependencyWarnings } from './dependencies.ts';
import { hasData } from './items.ts';
import type { AskedPair, MappedMatch } from './pair.ts';
import { type ComposedPayload, composePayload } from './payload.ts';
import type { WrittenValues } from './payload-elements.ts';
import { nodeIn, takenBy } from './registry-content.ts';
import { isTaken, takenOf } from './taken.ts';

/** The node, and warnings on it. `ofList`: it takes all entries of a list. */
export async function pairMdm(
  { slug, csp, confidence, wholePolicy, ...judged }: Omit<MappedMatch, 'others'>,
  pair: AskedPair,
  context: VerifyContext,
): Promise<{ mdm: ItemMdm; warnings: string[]; ofList: boolean }> {
  const { partsOf, verifyTexts } = context;
  const { omaUri, scope, ingest, policyValues = 0 } = csp;
  const mdm: ItemMdm = { slug, omaUri, scope, confidence, ...judged };
  if (ingest !== undefined) mdm.ingest = ingest;
  const parts = await partsOf(slug);
  const warnings: string[] = [];
  if (hasData(pair.item)) {
    const { reason, ...sent } = toSend(mdm, csp.admxBacked, pair, parts, context);
    Object.assign(mdm, sent);
    if (reason !== undefined) mdm.noPayload = sentence(verifyTexts.payload, reason);
    const lacksValues = csp.admxBacked && reason?.code === 'incomplete' && policyValues > 1;
    if (lacksValues || wholePolicy) Object.assign(mdm, { sets: 'whole-policy', policyValues });
    // Of a node that is not ADMX-backed no document lists what it sets; its match has a warning on that.
    if (lacksValues) warnings.push(verifyTexts.wholePolicy(slug, policyValues));
  }
  // If there is nothing to send, only dependencies that are not met matter.
  const only = (mdm.payload ?? mdm.data) === undefined ? 'unmet' : undefined;
  const node = nodeIn(parts, omaUri);
  warnings.push(...(await dependencyWarnings(node?.dependencies, context, { node: omaUri, only })));
  return { mdm, warnings, ofList: 'list' in (takenBy(node) ?? {}) };
}

type ToSend = ComposedPayload & Pick<ItemMdm, 'dataConfidence' | 'allowedValues'>;

/** A payload; or the data itself, if a reviewed fact documents that the node accepts it; else the allowed values. */
function toSend(
  { slug, omaUri, scope }: ItemMdm,
  admxBacked: boolean,
  pair: AskedPair,
  parts: PartsEntry | undefined,
  { values }: VerifyContext,
): ToSend {
  const { item, question } = pair;
  // The node of the other scope would write the other hive.
  const isOwnScope = (scopeOf(question.parsed.hive) ?? scope) === scope;
  // Every setting has parts.
  if (admxBacked && parts) {
    const { payload, ...others } = values.made(slug, pair, (request) => composePayload(parts, request));
    return { ...(payload !== undefined && isOwnScope && { payload }), ...others };
  }
  if (values.isContradicted(pair)) return { reason: { code: 'conflict' } };
  const node = nodeIn(parts, omaUri);
  const { allowedValues } = node ?? {};
  const allowed = allowedValues && { allowedValues };
  const taken = takenBy(node);
  if (!taken || !parts || !isOwnScope || !isTaken(taken, parts, pair))
    return { reason: { code: 'notAdmxBacked' }, ...allowed };
  const make = (request: WrittenValues) => takenOf(taken, item, parts, request);
  const { data, ...off } = 'list' in taken ? values.made(omaUri, pair, make) : make(values.of(pair));
  if (off.reason !== undefined) return { ...off, ...allowed };
  if (data !== undefined && isAllowed(allowedValues, data)) return { data, dataConfidence: taken.confidence };
  const isListed = allowedValues !== undefined && allowedValues.kind !== 'None';
  return { reason: { code: isListed ? 'notAllowed' : 'notAdmxBacked' }, ...allowed };
}

/** Where the DDF lists no values, any text that the reviewed fact allows. */
function isAllowed(allowed: PartNode['allowedValues'], data: string): boolean {
  const verdict = allowed === undefined ? 'free' : judgeAllowed(allowed, data).verdict;
  return verdict === 'documented' || verdict === 'free';
}
