/** Verifies one registry value of a request: what writes it, whether the target honours it, what may be written. */

import { payloadReasonText, type VerifyMessages } from '../messages/verify.ts';
import type { Hive } from '../normalize.ts';
import type { BriefMatch, ItemMdm, VerifiedItem } from '../schema/verified.ts';
import { type DataFinding, judgeData } from './data-verdict.ts';
import { findPair } from './find.ts';
import { parseJson, type RawJson } from './json.ts';
import { pickText } from './language.ts';
import type { KeptNode } from './match.ts';
import { readStoreKey } from './mdm-store.ts';
import type { ComposedPayload } from './payload.ts';
import {
  isSearched,
  missReason,
  missWarnings,
  type Question,
  questionOf,
  resolveParts,
  unmappedReason,
  warningsOf,
} from './resolve.ts';
import { combinedVerdict, deciding, scopeOf, type ToldMatch, tellMatches } from './told.ts';
import { dataAnswer, type SettingFinding, type VerifyContext } from './verify-context.ts';
import type { PairItem } from './verify-items.ts';
import type { RequestValues } from './verify-values.ts';

export interface MappedMatch {
  slug: string;
  /** The node that is told first. */
  node: KeptNode;
  verdict: ItemMdm['verdict'];
}

/** A pair with what was found, before payloads are made of all pairs of the request. */
export interface FoundPair {
  item: PairItem;
  question: Question;
  /** The normalized key under which it was found. */
  key: string;
  told: readonly ToldMatch[];
  /** The settings with an MDM node that the value may stand for. */
  mapped: readonly MappedMatch[];
  /** Of the deciding matches; empty where the item has no type and data. */
  findings: readonly SettingFinding[];
  answer: Omit<VerifiedItem, 'index'>;
  warnings: string[];
}

export async function findItem(item: PairItem, context: VerifyContext): Promise<FoundPair> {
  const { dataset, lang, targetOs } = context;
  const question = questionOf(dataset, { key: item.key, value: item.value, lang, targetOs });
  const { parsed, value } = question;
  if (readStoreKey(parsed.key, value) !== undefined) return inStore(item, question, context);
  const found = isSearched(question)
    ? await findPair(dataset, parsed, value)
    : { key: parsed.key, matches: [], otherLists: [] };
  const { key } = found;
  const told = tellMatches(found.matches, parsed.hive, ({ facts }, scope) =>
    context.judge(facts, targetOs, lang, scope),
  );
  const findings = hasData(item) ? dataFindings(item, told) : [];
  const base = { item, question, key, told, mapped: mappedOf(told, findings), findings };
  if (told.length === 0) {
    const answer = missAnswer(question, key, missReason(question, key));
    return { ...base, answer, warnings: missWarnings(question, found) };
  }
  const data = dataAnswer(findings, context);
  const answer = { ...verdictAnswer(question, key, told, lang), ...(data && { data }) };
  return { ...base, answer, warnings: warningsOf(question, key, told) };
}

export function hasData(item: PairItem): boolean {
  return item.data !== undefined || item.delete === true || item.type !== undefined;
}

function dataFindings(item: PairItem, told: readonly ToldMatch[]): SettingFinding[] {
  return deciding(told).map(({ slug, match, otherHive }) => ({
    slug,
    elementId: match.elementId,
    documented: match.data,
    finding: otherHive === undefined ? judgeData(item, match.data) : inOtherHive(otherHive),
  }));
}

/** What is documented for one hive says nothing of the other. */
function inOtherHive(documented: string): DataFinding {
  return { verdict: 'unknown', reason: { code: 'otherHive', documented }, means: [] };
}

/** A key of MDM's own store: rare, so that it takes the way of resolve. */
async function inStore(item: PairItem, question: Question, { judge }: VerifyContext): Promise<FoundPair> {
  const { result, warnings } = await resolveParts(question, judge);
  const { key } = question.parsed;
  const answer = missAnswer(question, key, String(result.reason));
  return { item, question, key, told: [], mapped: [], findings: [], answer, warnings: [...warnings] };
}

function missAnswer({ value, parsed: { hive } }: Question, key: string, reason: string): FoundPair['answer'] {
  return { key, value, hive, matches: [], verdict: 'unknown', reason };
}

function verdictAnswer(
  { value, parsed: { hive } }: Question,
  key: string,
  told: readonly ToldMatch[],
  lang: string,
): FoundPair['answer'] {
  const combined = combinedVerdict(told, hive, lang);
  const { verdict, reason, registry, product } = 'text' in combined ? readOnce(combined) : combined;
  const answer: FoundPair['answer'] = {
    key,
    value,
    hive,
    matches: told.map((each) => briefMatch(each, lang)),
    verdict,
    ...(product && { product }),
  };
  if (verdict !== 'supported') answer.reason = reason;
  if (registry && registry.verdict !== verdict) {
    answer.registry = { verdict: registry.verdict, reason: registry.reason };
  }
  return answer;
}

type CompatibilityJson = Extract<ReturnType<typeof combinedVerdict>, RawJson>;

const read = new WeakMap<CompatibilityJson, CompatibilityJson['value']>();

/** Few verdicts are shared by all matches of a dataset. */
function readOnce(json: CompatibilityJson): CompatibilityJson['value'] {
  const known = read.get(json) ?? parseJson<CompatibilityJson['value']>(json.text);
  read.set(json, known);
  return known;
}

function briefMatch({ slug, match, otherHive }: ToldMatch, lang: string): BriefMatch {
  const title = pickText(match.titles, lang)?.text;
  return {
    slug,
    ...(title !== undefined && { displayName: title }),
    class: match.class,
    ...(otherHive && { otherHive }),
  };
}

/** The whole answer to a found pair, with payloads made of the values of the request. */
export function pairAnswer(
  index: number,
  pair: FoundPair,
  values: RequestValues,
  context: VerifyContext,
): VerifiedItem {
  const { item, question, told, mapped, answer } = pair;
  const { verifyTexts, texts } = context;
  const { hive } = question.parsed;
  const whole: VerifiedItem = { index, ...(item.at && { at: item.at }), ...answer };
  const all = mapped.map((each) =>
    mdmOf(each, context.payloads && hasData(item) ? values.payload(each, hive) : {}, hive, verifyTexts),
  );
  const [only] = all;
  if (only === undefined) {
    if (told.length > 0) whole.noMdm = unmappedReason(deciding(told), texts);
  } else if (all.length === 1) whole.mdm = only;
  else whole.mdmAlternatives = all;
  const warnings = [...pair.warnings];
  const conflicts = values.conflictsWith(pair);
  if (conflicts.length > 0) warnings.push(verifyTexts.conflict(conflicts.join(', ')));
  if (all.length > 1) {
    warnings.push(verifyTexts.severalNodesOfSettings(all.map(({ slug }) => slug).join(', ')));
  }
  if (warnings.length > 0) whole.warnings = warnings.length > 1 ? [...new Set(warnings)] : warnings;
  return whole;
}

/** One match of each setting that has a node; only of settings that document the data, where any does. */
function mappedOf(told: readonly ToldMatch[], findings: readonly SettingFinding[]): MappedMatch[] {
  const documenting = findings.filter(({ finding }) => finding.verdict === 'documented');
  const mapped: MappedMatch[] = [];
  for (const each of deciding(told)) {
    const { slug, match, judged, otherHive } = each;
    const [first] = judged.judgement.nodes;
    const node = match.nodes[first?.index ?? -1];
    if (node === undefined || first === undefined || otherHive !== undefined) continue;
    if (documenting.length > 0 && !documenting.some((finding) => finding.slug === slug)) continue;
    if (mapped.some((other) => other.slug === slug)) continue;
    mapped.push({ slug, node, verdict: judged.compatibility.mdm?.verdict ?? first.verdict });
  }
  return mapped;
}

function mdmOf(
  { slug, node, verdict }: MappedMatch,
  { reason, payload, missing, missingValues }: ComposedPayload,
  hive: Hive | null,
  texts: VerifyMessages,
): ItemMdm {
  const { omaUri, scope, confidence, ingest } = node;
  const mdm: ItemMdm = { slug, omaUri, scope, confidence, verdict };
  if (ingest !== undefined) mdm.ingest = ingest;
  // The node of the other scope would write the other hive.
  const wanted = scopeOf(hive);
  if (payload !== undefined && (wanted === undefined || wanted === scope)) mdm.payload = payload;
  if (missing !== undefined) mdm.missing = missing;
  if (missingValues !== undefined) mdm.missingValues = missingValues;
  if (reason !== undefined) mdm.reason = payloadReasonText(reason, texts);
  return mdm;
}
