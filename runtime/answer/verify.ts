/** `POST /v1/verify`: many registry values and MDM settings at once, with their data. */
import type { Dataset } from '../dataset/dataset.ts';
import { createPace, type Pace } from '../pace.ts';
import type { ItemProblem, VerifiedFile, VerifiedItem, VerifyEnvelope } from '../schema/verified.ts';
import type { VerifyRequest } from '../schema/verify.ts';
import type { Judge } from './compatibility.ts';
import { confidenceOf, writeEnvelope } from './envelope.ts';
import { type Json, membersJson, RawJson } from './json.ts';
import { problemWarnings } from './product.ts';
import { resolveParts } from './resolve.ts';
import { type VerifyContext, type VerifyOptions, verifyContext } from './verify-context.ts';
import { type CheckedItem, type NodeItem, requestItems, type WrongItem } from './verify-items.ts';
import { nodeAnswer } from './verify-node.ts';
import { type AskedPair, askPair, pairAnswer } from './verify-pair.ts';
import { summaryOf } from './verify-summary.ts';
import { RequestValues } from './verify-values.ts';

export async function answerVerify(
  dataset: Dataset,
  judge: Judge,
  request: VerifyRequest,
  signal?: AbortSignal,
): Promise<Json<VerifyEnvelope>> {
  const pace = createPace(signal);
  const { items, files } = await requestItems(request, pace);
  return verifyItems(dataset, judge, request, items, pace, request.files.length === 0 ? undefined : files);
}

/** Items that were read and checked. */
async function verifyItems(
  dataset: Dataset,
  judge: Judge,
  request: VerifyOptions,
  items: readonly CheckedItem[],
  pace: Pace,
  files?: readonly VerifiedFile[],
): Promise<Json<VerifyEnvelope>> {
  const context = verifyContext(dataset, judge, request);
  // A payload is made of all values of the request, so that all are read before one is answered.
  const values = new RequestValues(dataset);
  const asked: AskedItem[] = [];
  for (const [index, item] of items.entries()) {
    const each = 'key' in item ? await askPair(item, index, context) : { index, item };
    if ('question' in each) values.add(each);
    asked.push(each);
    await pace();
  }
  const summary = summaryOf();
  const texts: RawJson[] = [];
  for (const chunk of chunks(asked)) {
    // What is answered is written at once: objects that live on are what collecting garbage costs.
    const answers = await Promise.all(chunk.map((each) => answerOf(each, values, context)));
    for (const answer of answers) summary.add(answer);
    texts.push(
      new RawJson(context.full ? answers.map(membersOf).join(',') : JSON.stringify(answers).slice(1, -1)),
    );
    await pace();
  }
  const { lang, targetOs, targetProducts, detail } = request;
  const confidence = confidenceOf(summary.nodes());
  return writeEnvelope({
    query: { lang, targetOs, ...(targetProducts && { targetProducts }), detail },
    result: {
      items: texts,
      files,
      summary: summary.counts(),
      reason: confidence === 'none' ? context.verifyTexts.noMdm : undefined,
    },
    confidence,
    dataset,
    warnings: problemWarnings(context.products, lang),
  });
}

/** So many are looked up at once: shards that are not in memory are then read side by side. */
const AT_ONCE = 16;

function* chunks<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE);
}

type AskedItem = AskedPair | { index: number; item: NodeItem | WrongItem };

async function answerOf(
  asked: AskedItem,
  values: RequestValues,
  context: VerifyContext,
): Promise<VerifiedItem> {
  if ('question' in asked) {
    const answer = await pairAnswer(asked, values, context);
    return context.full ? withResult(answer, asked, context) : answer;
  }
  const { index, item } = asked;
  if ('omaUri' in item) return { index, ...(await nodeAnswer(item, context)) };
  return { index, problem: problemOf(item, context) };
}

async function withResult(
  answer: VerifiedItem,
  { question }: AskedPair,
  { judge }: VerifyContext,
): Promise<VerifiedItem> {
  const { result } = await resolveParts(question, judge);
  return { ...answer, result };
}

function problemOf({ errors }: WrongItem, { verifyTexts }: VerifyContext): ItemProblem {
  const pointers = errors.map(({ pointer }) => pointer).join(', ');
  return { type: '/problems/invalid-request', detail: verifyTexts.wrongItem(pointers), errors };
}

/** The result of a full item holds JSON that is already text. */
function membersOf({ result, ...answer }: VerifiedItem): string {
  if (result === undefined) return JSON.stringify(answer);
  return `{${membersJson({ ...answer, result: new RawJson(`{${membersJson(result)}}`) })}}`;
}
