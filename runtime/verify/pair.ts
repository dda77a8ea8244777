/** Verifies one registry value of a request: what writes it, whether the target honours it, what may be written. */

import { factsOf } from '../answer/compatibility.ts';
import { unmappedReason } from '../answer/envelope.ts';
import { findPair } from '../answer/find.ts';
import { readStoreKey } from '../answer/mdm-store.ts';
import { combinedVerdict, decisiveMatches, type JudgedMatch, judgeMatches } from '../answer/overlay.ts';
import { missReason, missWarnings, pairWarnings, resolveParts } from '../answer/resolve.ts';
import type { Csp } from '../contract/match.ts';
import type { ItemMdm, Verified } from '../contract/verified.ts';
import type { Confidence } from '../contract/words.ts';
import { conflictText } from '../messages/verify.ts';
import { type AskedPair, hasData } from './asked-pair.ts';
import type { VerifyContext } from './context.ts';
import type { DataFinding } from './data-verdict.ts';
import { sentDependencies } from './dependencies.ts';
import { documentedElsewhere } from './elsewhere.ts';
import { itemMatch } from './item-match.ts';
import { dataAnswer, dataFindings, type SettingFinding, typesApart } from './pair-data.ts';
import { pairMdm } from './pair-mdm.ts';
import { conflictMembers } from './summary.ts';
import type { Values } from './values.ts';

export interface MappedMatch {
  slug: string;
  /** The node of the answer, the best one. */
  csp: Csp;
  confidence: Confidence;
  verdict: ItemMdm['verdict'];
  /** The vendor maps the node to the policy as a whole. */
  wholePolicy: boolean;
}

/** The whole answer to a pair, with payloads made of the values of the request. */
export async function pairAnswer(pair: AskedPair, values: Values, context: VerifyContext): Promise<Verified> {
  const { item, question } = pair;
  const { parsed, value } = question;
  if (readStoreKey(parsed.key, value) !== undefined) return inStore(pair, values, context);
  const found = await findPair(question);
  if (found.answer === undefined) {
    const answer = missAnswer(pair, missReason(question, pair.key));
    return withWarnings(answer, missWarnings(question, found), pair, values, context);
  }
  const judged = judgeMatches(found.answer, question, context.judge, context);
  const answer = verdictAnswer(pair, judged, context.lang);
  const findings = hasData(item) ? dataFindings(item, judged, context) : [];
  const data = dataAnswer(findings, context);
  if (data !== undefined) answer.data = data;
  const mapped = takingOf(mappedOf(judged, context), findings);
  const mdm: ItemMdm[] = [];
  for (const each of mapped) mdm.push(await pairMdm(each, pair, values, context));
  if (mdm.length > 1) answer.mdmAlternatives = mdm;
  else if (mdm[0] !== undefined) answer.mdm = mdm[0];
  else answer.noMdm = noMdmReason(judged, findings, parsed.hive, context);
  const warnings = pairWarnings(question, pair.key, found.answer, judged);
  warnings.push(...dataWarnings(item, judged, findings, context));
  if (data?.verdict === 'undocumented') warnings.push(...(await documentedElsewhere(pair, context)));
  for (const each of mdm) {
    const { sets, slug, policyValues = 0 } = each;
    if (sets !== undefined) warnings.push(context.verifyTexts.wholePolicy(slug, policyValues));
    warnings.push(...(await sentDependencies(each, values, context)));
  }
  return withWarnings(answer, warnings, pair, values, context);
}

/** On types and versions that the vendor's own sources have apart. */
function dataWarnings(
  item: AskedPair['item'],
  judged: readonly JudgedMatch[],
  findings: readonly SettingFinding[],
  { verifyTexts }: VerifyContext,
): string[] {
  const apart = hasData(item) ? typesApart(item, judged) : undefined;
  return [
    ...(apart === undefined ? [] : [verifyTexts.typesApart(apart)]),
    ...findings.flatMap(({ slug, versions }) =>
      versions === undefined ? [] : [verifyTexts.documentedIn(slug, versions)],
    ),
  ];
}

/** The verdict alone, for the target of the context; undefined where nothing documents the value. */
export async function pairVerdict(pair: AskedPair, context: VerifyContext): Promise<Verified | undefined> {
  const { answer } = await findPair(pair.question);
  if (answer === undefined) return undefined;
  const judged = judgeMatches(answer, { ...pair.question, ...context }, context.judge, context);
  return verdictAnswer(pair, judged, context.lang);
}

function noMdmReason(
  judged: readonly JudgedMatch[],
  findings: readonly SettingFinding[],
  hive: string | null,
  context: VerifyContext,
): string {
  const { texts, verifyTexts } = context;
  const others = judged.flatMap(({ slug, match: { otherHive } }) =>
    otherHive === undefined ? [] : [texts.otherHive(slug, otherHive, hive ?? '')],
  );
  // What is documented for the other hive has a node, perhaps; it would not write the value asked for.
  if (judged[0]?.match.otherHive !== undefined) return others.join(' ');
  const mapped = new Set(mappedOf(judged, context).map(({ slug }) => slug));
  const unmapped = decisiveMatches(judged).filter(({ slug }) => !mapped.has(slug));
  const reason = unmappedReason(mapped.size === 0 ? unmapped : takingOf(unmapped, findings), texts);
  return mapped.size === 0 ? reason : `${reason} ${verifyTexts.otherData([...mapped].join(', '))}`;
}

/** A key of MDM's own store: rare, so that it takes the way of resolve. */
async function inStore(pair: AskedPair, values: Values, context: VerifyContext): Promise<Verified> {
  const { result, warnings } = await resolveParts(pair.question, context.judge, context);
  return withWarnings(missAnswer(pair, String(result.reason)), [...warnings], pair, values, context);
}

function missAnswer(pair: AskedPair, reason: string): Verified {
  return { ...headOf(pair), matches: [], verdict: 'unknown', reason };
}

function headOf({ key, question: { value, parsed } }: AskedPair): Verified {
  return { key, value, hive: parsed.hive };
}

function verdictAnswer(pair: AskedPair, judged: readonly JudgedMatch[], lang: string): Verified {
  const { verdict, reason, registry, product } = combinedVerdict(judged, lang);
  const answer = headOf(pair);
  answer.matches = judged.map(({ match }) => ({
    ...itemMatch(match),
    ...(match.otherHive && { otherHive: match.otherHive }),
  }));
  answer.verdict = verdict;
  if (product !== undefined) answer.product = product;
  if (verdict !== 'supported') answer.reason = reason;
  if (registry && registry.verdict !== verdict) {
    answer.registry = { verdict: registry.verdict, reason: registry.reason };
  }
  return answer;
}

/** Adds the warnings of the pair, those on other items of the request, and those on several nodes. */
function withWarnings(
  answer: Verified,
  warnings: string[],
  pair: AskedPair,
  values: Values,
  { verifyTexts }: VerifyContext,
): Verified {
  const isForBoth = answer.matches?.some((match) => match.class === 'Both') === true;
  const conflicts = values.pairConflicts(pair, isForBoth);
  Object.assign(answer, conflictMembers(conflicts));
  warnings.push(...conflicts.map((conflict) => conflictText(conflict, verifyTexts)));
  const { mdmAlternatives: several } = answer;
  if (several) {
    warnings.push(verifyTexts.severalNodesOfSettings(several.map(({ slug }) => slug).join(', ')));
  }
  if (warnings.length > 0) answer.warnings = warnings.length > 1 ? [...new Set(warnings)] : warnings;
  return answer;
}

/** One match of each setting that has a node. */
function mappedOf(judged: readonly JudgedMatch[], { rules }: VerifyContext): MappedMatch[] {
  const mapped: MappedMatch[] = [];
  for (const each of decisiveMatches(judged)) {
    const { slug, match, judgement, compatibility } = each;
    const { csp, confidence, otherHive } = match;
    const [first] = judgement.nodes;
    if (csp === undefined || first === undefined || otherHive !== undefined) continue;
    if (mapped.some((other) => other.slug === slug)) continue;
    const verdict = compatibility.mdm?.verdict ?? first.verdict;
    const { wholePolicy = false } = factsOf(each.rule, rules).nodes?.[first.index] ?? {};
    mapped.push({ slug, csp, confidence, verdict, wholePolicy });
  }
  return mapped;
}

/**
 * Those of settings that document the data, else that take any; all where no setting takes it. `NoAutoUpdate` 1 is
 * documented by a setting without a node (WindowsUpdate.admx): a node that writes 0 there (ICM.admx) is not for it.
 */
function takingOf<T extends { slug: string }>(
  all: readonly T[],
  findings: readonly SettingFinding[],
): readonly T[] {
  const taking = (verdict: DataFinding['verdict']) =>
    new Set(findings.flatMap(({ slug, finding }) => (finding.verdict === verdict ? [slug] : [])));
  const documenting = taking('documented');
  const free = taking('free');
  if (documenting.size + free.size === 0) return all;
  const best = all.filter(({ slug }) => documenting.has(slug));
  return best.length > 0 ? best : all.filter(({ slug }) => free.has(slug));
}
