/** `POST /v1/verify`: many registry values and MDM settings at once, with their data. */

import type { Judge } from '../answer/compatibility.ts';
import { confidenceOf, envelopeOf } from '../answer/envelope.ts';
import { type JsonBytes, joinUtf8, wellFormed } from '../answer/json.ts';
import { resolveParts } from '../answer/resolve.ts';
import type { ItemMdm, ItemProblem, Verified, VerifyEnvelope } from '../contract/verified.ts';
import type { VerifyRequest } from '../contract/verify.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { dataReasonText } from '../messages/verify.ts';
import { createPace } from '../pace.ts';
import { type AskedItem, AT_ONCE, readItems, type Work } from './asked.ts';
import { requestWarnings, type VerifyContext, verifyContext } from './context.ts';
import { requestItems, type WrongItem } from './items.ts';
import type { ItemQuestion, KeptItem, KeptItems } from './kept-items.ts';
import { nodeAnswer } from './node.ts';
import { type AskedPair, pairAnswer } from './pair.ts';
import { countedOf, nodesOf, Summary, unreadData } from './summary.ts';
import { RequestValues } from './values.ts';

export { keepItems } from './kept-items.ts';

export async function answerVerify(
  dataset: Dataset,
  judge: Judge,
  request: VerifyRequest,
  { signal, kept }: { signal?: AbortSignal | undefined; kept?: KeptItems | undefined } = {},
): Promise<JsonBytes<VerifyEnvelope>> {
  const pace = createPace(signal);
  const { items, files } = await requestItems(request, pace);
  const context = verifyContext(dataset, judge, request);
  const values = new RequestValues(context.policyParts);
  // Whole answers are far longer, and asked for once.
  const work: Work = { context, values, kept: context.full ? undefined : kept, pace };
  // A payload is made of all values of the request, so that all are read before one is answered.
  const asked = await readItems(items, work);
  const { pieces, summary } = await answerItems(asked, work);
  const { lang, targetOs, products } = context;
  const confidence = confidenceOf(summary.nodes());
  const unread = files.flatMap(({ name, problem }) => (problem === undefined ? [] : [name]));
  const counts = summary.counts(unread.length);
  const envelope = envelopeOf<VerifyEnvelope>({
    query: {
      items: items.length,
      lang,
      targetOs,
      ...(products && { targetProducts: products.given }),
      detail: context.full ? 'full' : 'brief',
    },
    result: {
      files: files.length === 0 ? undefined : files,
      summary: counts,
      reason: confidence === 'none' ? context.verifyTexts.noMdm : undefined,
    },
    confidence,
    dataset,
    warnings: requestWarnings(context, unread),
    within: counts.problems > 0 || files.some(({ notes }) => notes) ? 'details' : 'reasons',
  });
  const { query, result, ...rest } = envelope;
  const head = `{"query":${JSON.stringify(query)},"result":{"items":[`;
  return joinUtf8([head, ...pieces, `],${JSON.stringify(result).slice(1)},${JSON.stringify(rest).slice(1)}`]);
}

/** `pieces`: the JSON of the answers, separated by commas. */
async function answerItems(asked: readonly AskedItem[], work: Work) {
  const summary = new Summary();
  const pieces: (string | Uint8Array)[] = [];
  const told = new Map<string, number>();
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    // What is answered is written at once: objects that live on are what collecting garbage costs.
    const batch = asked.slice(from, from + AT_ONCE);
    const answers = await Promise.all(
      batch.map(async (each) => ({ each, answer: await keptAnswer(each, work) })),
    );
    for (const { each, answer } of answers) {
      summary.add(answer.counted);
      pieces.push(placeOf(each), 'members' in answer ? answer.members : written(answer, each, work, told));
    }
    await work.pace();
  }
  return { pieces, summary };
}

interface MadeItem extends Omit<KeptItem, 'members'> {
  answer: Verified;
}

/** The answer to an item: the one that is kept where it is the same. */
function keptAnswer({ question, known }: AskedItem, { context, values }: Work): KeptItem | Promise<MadeItem> {
  const same = known?.madeOf.every((each) => values.has(each, hiveOf(question)));
  return known !== undefined && same && !values.namesItems(question)
    ? known
    : makeAnswer(question, values, context);
}

/** The members of an answer; they are kept where no other item has a part in them but by its values. */
function written(
  { answer, ...made }: MadeItem,
  { id, index }: AskedItem,
  { kept, values }: Work,
  told: Map<string, number>,
): Uint8Array {
  const nodes = nodesOf(answer);
  const long = nodes.filter(({ payload = '' }) => payload.length > LONG_PAYLOAD);
  for (const node of long) tellOnce(node, answer.hive, index, told);
  const members = encoder.encode(wellFormed(JSON.stringify(answer).slice(1)));
  if (id !== undefined && long.length === 0 && !values.namesItems(made.question))
    kept?.set(id, { ...made, members });
  return members;
}

/**
 * Characters of a payload that each item of its setting tells. The payload of a list has all its entries: told with each
 * of them, 1,000 entries of 700 characters made an answer of 720 MB.
 */
const LONG_PAYLOAD = 2000;

function tellOnce(mdm: ItemMdm, hive: string | null | undefined, index: number, told: Map<string, number>) {
  const id = JSON.stringify([hive, mdm.slug, mdm.omaUri]);
  const earlier = told.get(id);
  if (earlier === undefined) told.set(id, index);
  else {
    delete mdm.payload;
    mdm.payloadAt = earlier;
  }
}

function hiveOf(question: ItemQuestion): string | null {
  return 'key' in question ? question.question.parsed.hive : null;
}

/** Why the data of the item could not be read. */
function unreadOf({ item }: ItemQuestion): string | undefined {
  return 'unread' in item ? item.unread : undefined;
}

const encoder = new TextEncoder();

async function makeAnswer(
  question: ItemQuestion,
  values: RequestValues,
  context: VerifyContext,
): Promise<MadeItem> {
  const answer = await answerOf(question, values, context);
  const unread = unreadOf(question);
  if (unread !== undefined) {
    const reason = dataReasonText({ code: 'unread', detail: unread }, context.verifyTexts);
    answer.data = unreadData(answer.data, reason);
  }
  const slugs = nodesOf(answer).map(({ slug }) => slug);
  return {
    question,
    answer,
    counted: countedOf(answer, unread !== undefined),
    madeOf: values.madeOf(slugs, hiveOf(question)),
  };
}

async function answerOf(
  question: ItemQuestion,
  values: RequestValues,
  context: VerifyContext,
): Promise<Verified> {
  if ('key' in question) {
    const answer = await pairAnswer(question, values, context);
    return context.full ? withResult(answer, question, context) : answer;
  }
  return 'sent' in question
    ? nodeAnswer(question, values.nodes, context)
    : { problem: problemOf(question.item, context) };
}

async function withResult(
  answer: Verified,
  { question }: AskedPair,
  { judge }: VerifyContext,
): Promise<Verified> {
  const { result } = await resolveParts(question, judge);
  return { ...answer, result };
}

function problemOf({ errors }: WrongItem, { verifyTexts }: VerifyContext): ItemProblem {
  const pointers = errors.map(({ pointer }) => pointer).join(', ');
  return { type: '/problems/invalid-request', detail: verifyTexts.wrongItem(pointers), errors };
}

/** What stands before the members of an item's answer. */
function placeOf({ index, at }: AskedItem): string {
  return `${index === 0 ? '' : ','}{"index":${index},${at === undefined ? '' : `"at":${JSON.stringify(at)},`}`;
}
