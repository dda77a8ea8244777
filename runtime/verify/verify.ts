/** `POST /v1/verify`: many registry values and MDM settings at once, with their data. */

import type { Verdicts } from '../answer/compatibility.ts';
import { confidenceOf, envelopeOf } from '../answer/envelope.ts';
import { type JsonBytes, joinBytes } from '../answer/json.ts';
import type {
  ItemProblem,
  Verified,
  VerifiedFile,
  VerifiedItem,
  VerifyEnvelope,
} from '../contract/verified.ts';
import type { VerifyRequest } from '../contract/verify.ts';
import type { Drift, TargetDrift } from '../contract/verify-summary.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { VerifyMessages } from '../messages/verify.ts';
import { createPace, type Pace } from '../pace.ts';
import { requestWarnings, type VerifyContext, verifyContext } from './context.ts';
import type { Given } from './data-verdict.ts';
import { type RequestItem, requestItems, type WrongItem } from './items.ts';
import { nodeAnswer, nodeVerdict } from './node.ts';
import { type AskedNode, askNode } from './node-sent.ts';
import { type AskedPair, askPair, pairAnswer, pairVerdict } from './pair.ts';
import { droppedOf, nodesOf, Summary, unreadData } from './summary.ts';
import { getOrMake } from './values.ts';

/** An item, looked up. */
type LookedUp = AskedPair | (RequestItem & AskedNode) | RequestItem<WrongItem>;

export type AnsweredItem = LookedUp & { answer: Verified };

interface VerifyOptions {
  signal?: AbortSignal | undefined;
  units?: readonly number[] | undefined;
}

/** `signal` aborts the work when the client has disconnected. */
export async function answerVerify(
  dataset: Dataset,
  verdicts: Verdicts,
  request: VerifyRequest,
  { signal, units }: VerifyOptions = {},
): Promise<JsonBytes<VerifyEnvelope>> {
  const context = verifyContext(dataset, verdicts, request);
  const summary = new Summary();
  const texts: string[] = [];
  const payloads = new Map<string, Map<string, number>>();
  const { earlierTargets, targetOs } = context;
  // The items have the answers for the last target.
  const drifts = earlierTargets.map((from): TargetDrift => ({ from, to: targetOs ?? '', items: [] }));
  const files = await verifyItems({ ...request, units }, context, createPace(signal), (item) => {
    summary.add(item.answer, isUnread(item));
    shortenPayloads(item, payloads);
    // Serialized at once: objects that stay in memory make garbage collection expensive.
    texts.push(itemText(item));
    return drifts.length > 0 ? addDrifts(drifts, item, context) : undefined;
  });
  return envelopeText(texts, { summary, drifts, files }, request.targetOs ?? null, context);
}

/**
 * Calls `each` with every item of the request and its answer, in their order, and waits for it. @returns what was read
 * of the files.
 */
export async function verifyItems(
  request: Parameters<typeof requestItems>[0],
  context: VerifyContext,
  pace: Pace,
  each: (item: AnsweredItem) => unknown,
): Promise<VerifiedFile[]> {
  const { items: given, files } = await requestItems(request, pace);
  const items: LookedUp[] = [];
  // A payload is made of all values of the request, so that all are read before one is answered.
  await batched(
    given,
    pace,
    (item) => askItem(item, context),
    (item) => {
      if ('key' in item) context.values.addPair(item);
      else if ('sent' in item && item.sent) context.values.addNode(item.sent, item.index);
      items.push(item);
    },
  );
  await batched(items, pace, async (item) => ({ ...item, answer: await answerOf(item, context) }), each);
  return files;
}

/** Shards that are not in memory are read side by side. */
const CONCURRENT_READS = 16;

/** Calls `each` in the order of the items. */
async function batched<T, U>(
  items: readonly T[],
  pace: Pace,
  work: (item: T) => Promise<U>,
  each: (result: U) => unknown,
): Promise<void> {
  for (let from = 0; from < items.length; from += CONCURRENT_READS) {
    for (const result of await Promise.all(items.slice(from, from + CONCURRENT_READS).map(work)))
      await each(result);
    await pace();
  }
}

async function askItem(asked: RequestItem, context: VerifyContext): Promise<LookedUp> {
  const { item } = asked;
  if ('key' in item) return askPair({ ...asked, item }, context);
  return 'omaUri' in item ? { ...asked, ...(await askNode(item, context)) } : { ...asked, item };
}

async function answerOf(asked: LookedUp, context: VerifyContext): Promise<Verified> {
  const { verifyTexts } = context;
  if (!('key' in asked || 'sent' in asked)) return { problem: itemProblem(asked.item, verifyTexts) };
  const answer = await ('key' in asked ? pairAnswer(asked, context) : nodeAnswer(asked, context));
  const detail = asked.item.unread;
  if (detail !== undefined) answer.data = unreadData(answer.data, verifyTexts.data.unread({ detail }));
  return answer;
}

function itemProblem({ errors }: WrongItem, { wrongItem }: VerifyMessages): ItemProblem {
  const pointers = errors.map(({ pointer }) => pointer).join(', ');
  return { type: '/problems/invalid-request', detail: wrongItem(pointers), errors };
}

/**
 * Payloads longer than this are sent once; later items refer to that item's index. The text of a list has all its
 * entries: repeated with each of them, 1,000 entries of 700 characters made an answer of 720 MB.
 */
const LONG_PAYLOAD = 2000;

/** @param known Payload → node → index of the item that has it. */
function shortenPayloads({ answer, index }: AnsweredItem, known: Map<string, Map<string, number>>): void {
  for (const mdm of nodesOf(answer)) {
    const { payload, data = '', omaUri } = mdm;
    const text = payload ?? data;
    if (text.length <= LONG_PAYLOAD) continue;
    const nodes = getOrMake(known, text, () => new Map<string, number>());
    const first = getOrMake(nodes, omaUri, () => index);
    if (first === index) continue;
    delete mdm.payload;
    delete mdm.data;
    mdm.payloadAt = first;
  }
}

function isUnread({ item }: LookedUp): boolean {
  return 'unread' in item && item.unread !== undefined;
}

function itemText({ index, at, item, answer }: AnsweredItem): string {
  return `${index === 0 ? '' : ','}${JSON.stringify({ index, at, given: givenOf(item), ...answer })}`;
}

/** Data of files is returned too: the sender of a binary file has no other list of it. */
function givenOf(item: LookedUp['item']): VerifiedItem['given'] {
  if ('errors' in item) return undefined;
  const { type, data, delete: deleted }: Given = item;
  if (data === undefined) return deleted ? { delete: true } : undefined;
  return type === undefined ? { data } : { type, data };
}

/** @param texts The JSON of the answers, with the commas between them. */
function envelopeText(
  texts: readonly string[],
  { summary, drifts, files }: { summary: Summary; drifts: TargetDrift[]; files: VerifiedFile[] },
  targetOs: NonNullable<VerifyRequest['targetOs']> | null,
  context: VerifyContext,
): JsonBytes<VerifyEnvelope> {
  const { dataset, lang, products, full, verifyTexts } = context;
  const counts = summary.counts(files.filter(({ problem }) => problem !== undefined).length);
  const confidence = confidenceOf(summary.nodes());
  const envelope = envelopeOf({
    query: {
      items: texts.length,
      lang,
      targetOs,
      ...(products && { targetProducts: products.given }),
      detail: full ? 'full' : 'brief',
    },
    result: {
      ...(files.length > 0 && { files }),
      summary: counts,
      ...(drifts.length > 0 && { drifts }),
      ...(confidence === 'none' && { reason: verifyTexts.noMdm }),
    },
    confidence,
    dataset,
    warnings: requestWarnings(context, files),
    within: counts.problems > 0 || files.some(({ notes }) => notes) ? 'details' : 'reasons',
  });
  const { query, result, ...rest } = envelope;
  const head = `{"query":${JSON.stringify(query)},"result":{"items":[`;
  return joinBytes([head, ...texts, `],${JSON.stringify(result).slice(1)},${JSON.stringify(rest).slice(1)}`]);
}

/** Undefined: the verdict is the same. */
export function driftOf(from: Verified, to: Verified): Drift | undefined {
  const [before, after] = [from.verdict, to.verdict];
  if (before === after) return undefined;
  if (after === 'supported') return before === 'unsupported' ? 'gained' : 'newly-stated';
  if (before !== 'supported') return 'neither';
  if (after === 'unsupported') return 'lost';
  return droppedOf(to) === 'removed' ? 'gone' : 'not-stated';
}

/** Adds how the verdict on an item differs for each earlier target. */
async function addDrifts(
  all: readonly TargetDrift[],
  asked: AnsweredItem,
  context: VerifyContext,
): Promise<void> {
  for (const { from: targetOs, items } of all) {
    const { index, answer } = asked;
    const own = { ...context, targetOs };
    // The target is not known; the request has a warning on it.
    if (context.judge({}, targetOs, context.lang).judgement.target === undefined) continue;
    const from = 'key' in asked ? await pairVerdict(asked, own) : 'sent' in asked && nodeVerdict(asked, own);
    if (!from || from.verdict === undefined) continue;
    const drift = driftOf(from, answer);
    const { reason } = from.verdict === 'supported' ? answer : from;
    if (drift) items.push({ index, drift, verdict: from.verdict, ...(reason !== undefined && { reason }) });
  }
}
