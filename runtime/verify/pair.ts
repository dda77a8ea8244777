/** Verifies one registry value of a request: what writes it, whether the target honours it, what may be written. */

import { factsOf } from '../answer/compatibility.ts';
import { unmappedReason } from '../answer/envelope.ts';
import { findPair, isSearched, type PairQuestion, readPair } from '../answer/find.ts';
import { nearestElsewhere } from '../answer/nearest.ts';
import { combinedVerdict, decisiveMatches, type JudgedMatch, judgeMatches } from '../answer/overlay.ts';
import { missReason, missWarnings, pairWarnings, readStoreKey, resolveParts } from '../answer/resolve.ts';
import type { Csp } from '../contract/match.ts';
import type { ItemMdm, Verified } from '../contract/verified.ts';
import { pairKey } from '../format/keys.ts';
import { conflictText } from '../messages/verify.ts';
import type { VerifyContext } from './context.ts';
import type { DataFinding } from './data-verdict.ts';
import { hasData, type PairItem, type RequestItem } from './items.ts';
import {
  dataAnswer,
  dataFindings,
  documentedElsewhere,
  type SettingFinding,
  typesApart,
} from './pair-data.ts';
import { pairMdm } from './pair-mdm.ts';
import { conflictMembers, deprecationOf, itemMatch, readyOf } from './summary.ts';

export interface MappedMatch extends Pick<ItemMdm, 'slug' | 'confidence' | 'verdict' | 'reason'> {
  /** The node of the answer, the best one. */
  csp: Csp;
  /** The vendor maps the node to the policy as a whole. */
  wholePolicy: boolean;
  /** ADMX-backed nodes of the same setting, with the same verdict. */
  others: Csp[];
}

/** The whole answer to a pair, with payloads made of the values of the request. */
export async function pairAnswer(pair: AskedPair, context: VerifyContext): Promise<Verified> {
  const { answer, warnings } = await ownAnswer(pair, context);
  const { verifyTexts } = context;
  const isForBoth = answer.matches?.some((match) => match.class === 'Both') === true;
  const conflicts = context.values.pairConflicts(pair, isForBoth);
  Object.assign(answer, conflictMembers(conflicts));
  warnings.push(...conflicts.map((conflict) => conflictText(conflict, verifyTexts)));
  const { mdmAlternatives: several } = answer;
  if (several) {
    const [one, ...others] = readyOf(several);
    const slugs = several.map(({ slug }) => slug).join(', ');
    warnings.push(verifyTexts.severalNodesOfSettings(slugs, others.length === 0 ? one?.slug : undefined));
  }
  const whole = context.full ? await resolveParts(pair.question) : undefined;
  // Brief answers suggest no other keys: that takes many look-ups.
  if (answer.matches?.length === 0) warnings.push(...(whole?.warnings ?? []));
  if (warnings.length > 0) answer.warnings = [...new Set(warnings)];
  if (whole) answer.result = whole.result;
  return answer;
}

type Answered = { answer: Verified; warnings: string[] };

/** As far as the other items do not contradict it. */
async function ownAnswer(pair: AskedPair, context: VerifyContext): Promise<Answered> {
  const { item, question, key } = pair;
  const miss = (reason: string, warnings: readonly string[]): Answered => ({
    answer: { ...headOf(pair), matches: [], verdict: 'unknown', reason },
    warnings: [...warnings],
  });
  if (readStoreKey(question.parsed.key, question.value) !== undefined) {
    // A key of MDM's own store is rare, and answered as resolve does.
    const { result, warnings } = await resolveParts(question);
    return miss(String(result.reason), warnings);
  }
  const found = await findPair(question);
  if (found.answer === undefined) {
    const { warnings: views } = await nearestElsewhere(question);
    return miss(missReason(question, key), [...missWarnings(question, found), ...views]);
  }
  const judged = judgeMatches(found.answer, question);
  const answer = verdictAnswer(pair, judged, context.lang);
  const warnings = pairWarnings(question, key, found.answer, judged);
  const findings = hasData(item) ? dataFindings(item, judged, context) : [];
  const data = dataAnswer(findings, context);
  if (data !== undefined) answer.data = data;
  warnings.push(...dataWarnings(item, findings, context));
  if (data?.verdict === 'undocumented') warnings.push(...(await documentedElsewhere(pair, context)));
  const mapped = mappedOf(judged, answer.reason, context);
  const nodes: ItemMdm[] = [];
  for (const each of takingOf(mapped, findings)) {
    const { mdm, warnings: own } = await sentOf(each, pair, context);
    nodes.push(mdm);
    warnings.push(...own);
    // The request has all values that the payload sets.
    const alone = context.verifyTexts.wholePolicy(each.slug, each.csp.policyValues ?? 0);
    if (mdm.payload !== undefined && warnings.includes(alone)) warnings.splice(warnings.indexOf(alone), 1);
  }
  if (nodes.length > 1) answer.mdmAlternatives = nodes;
  else if (nodes[0] !== undefined) answer.mdm = nodes[0];
  else answer.noMdm = noMdmReason(judged, mapped, findings, question.parsed.hive, context);
  return { answer, warnings };
}

/**
 * Of the best node; where that takes a value that no document gives, of one that takes a payload. So too of the entries of
 * a list: the value that switches the policy on has no other node.
 */
async function sentOf({ others, ...best }: MappedMatch, pair: AskedPair, context: VerifyContext) {
  const { ofList, ...own } = await pairMdm(best, pair, context);
  for (const csp of own.mdm.noPayload === undefined && !ofList ? [] : others) {
    const other = await pairMdm({ ...best, csp, wholePolicy: false }, pair, context);
    if (other.mdm.payload !== undefined) return other;
  }
  return own;
}

/** On types and versions that the vendor's own sources have apart. */
function dataWarnings(
  item: AskedPair['item'],
  findings: readonly SettingFinding[],
  { verifyTexts }: VerifyContext,
): string[] {
  const apart = typesApart(item, findings);
  const warnings = apart === undefined ? [] : [verifyTexts.typesApart(apart)];
  for (const { slug, versions } of findings)
    if (versions !== undefined) warnings.push(verifyTexts.documentedIn(slug, versions));
  return warnings;
}

/** The verdict alone, for the target of the context; undefined where nothing documents the value. */
export async function pairVerdict(pair: AskedPair, context: VerifyContext): Promise<Verified | undefined> {
  const { answer } = await findPair(pair.question);
  if (answer === undefined) return undefined;
  const judged = judgeMatches(answer, { ...pair.question, targetOs: context.targetOs });
  return verdictAnswer(pair, judged, context.lang);
}

function noMdmReason(
  judged: readonly JudgedMatch[],
  mapped: readonly MappedMatch[],
  findings: readonly SettingFinding[],
  hive: string | null,
  { texts, verifyTexts }: VerifyContext,
): string {
  // What is documented for the other hive may have a node, which would not write the requested value.
  if (judged[0]?.match.otherHive !== undefined)
    return judged
      .map(({ slug, match: { otherHive = '' } }) => texts.otherHive(slug, otherHive, hive ?? ''))
      .join(' ');
  const slugs = mapped.map(({ slug }) => slug);
  const unmapped = decisiveMatches(judged).filter(({ slug }) => !slugs.includes(slug));
  const reason = unmappedReason(mapped.length === 0 ? unmapped : takingOf(unmapped, findings), texts);
  return mapped.length === 0 ? reason : `${reason} ${verifyTexts.otherData(slugs.join(', '))}`;
}

function headOf({ key, question: { value, parsed } }: AskedPair): Verified {
  return { key, value, hive: parsed.hive };
}

function verdictAnswer(pair: AskedPair, judged: readonly JudgedMatch[], lang: string): Verified {
  const { verdict, reason, registry, product } = combinedVerdict(judged, lang);
  const answer = headOf(pair);
  answer.matches = judged.map(({ match }) => itemMatch(match));
  answer.verdict = verdict;
  if (product !== undefined) answer.product = product;
  if (verdict !== 'supported') answer.reason = reason;
  if (registry && registry.verdict !== verdict) {
    answer.registry = { verdict: registry.verdict, reason: registry.reason };
  }
  return Object.assign(answer, deprecationOf(decisiveMatches(judged)));
}

/** One match of each setting that has a node. */
function mappedOf(
  judged: readonly JudgedMatch[],
  itemReason: string | undefined,
  { rules }: VerifyContext,
): MappedMatch[] {
  const mapped: MappedMatch[] = [];
  for (const { match, judgement, compatibility, rule } of decisiveMatches(judged)) {
    const { slug, csp, cspAlternatives = [], confidence, otherHive } = match;
    const [first] = judgement.nodes;
    if (csp === undefined || first === undefined || otherHive !== undefined) continue;
    if (mapped.some((other) => other.slug === slug)) continue;
    const { verdict, reason } = compatibility.mdm ?? { verdict: first.verdict };
    const isOther = verdict !== 'supported' && reason !== undefined && reason !== itemReason;
    const { wholePolicy = false } = factsOf(rule, rules).nodes?.[first.index] ?? {};
    const others = cspAlternatives.filter((each) => each.admxBacked && (each.verdict ?? verdict) === verdict);
    mapped.push({ slug, csp, confidence, verdict, ...(isOther && { reason }), wholePolicy, others });
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
    all.filter(({ slug }) => findings.some((each) => each.slug === slug && each.finding.verdict === verdict));
  if (!findings.some(({ finding: { verdict } }) => verdict === 'documented' || verdict === 'free'))
    return all;
  const documenting = taking('documented');
  return documenting.length > 0 ? documenting : taking('free');
}

export interface AskedPair extends RequestItem<PairItem> {
  question: PairQuestion;
  /** The normalized key under which it is found. */
  key: string;
  /** `pairKey` of that key and the value's name. */
  id: string;
}

export async function askPair(asked: RequestItem<PairItem>, context: VerifyContext): Promise<AskedPair> {
  const { item } = asked;
  // Warnings on the products belong to the request, not to each item.
  const question = { ...context, ...readPair(item, item.literal), products: undefined };
  const { parsed, value } = question;
  // Several keys: slashes may be separators or a part of its name.
  const { key } = parsed.keys.length > 1 && isSearched(question) ? await findPair(question) : parsed;
  return { ...asked, question, key, id: pairKey(key, value) };
}
