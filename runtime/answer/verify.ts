/** `POST /v1/verify`: many registry values and MDM settings at once, with their data. */
import type { Dataset } from '../dataset/dataset.ts';
import type { ItemProblem, VerifiedFile, VerifiedItem, VerifyEnvelope } from '../schema/verified.ts';
import type { VerifyRequest } from '../schema/verify.ts';
import type { Judge } from './compatibility.ts';
import { confidenceOf, writeEnvelope } from './envelope.ts';
import { type Json, membersJson, RawJson } from './json.ts';
import { createPace } from './pace.ts';
import { problemWarnings } from './product.ts';
import { resolveParts } from './resolve.ts';
import { type VerifyContext, type VerifyOptions, verifyContext } from './verify-context.ts';
import { type CheckedItem, type NodeItem, requestItems, type WrongItem } from './verify-items.ts';
import { nodeAnswer } from './verify-node.ts';
import { type FoundPair, findItem, pairAnswer } from './verify-pair.ts';
import { summaryOf } from './verify-summary.ts';
import { RequestValues } from './verify-values.ts';

export async function answerVerify(
  dataset: Dataset,
  judge: Judge,
  request: VerifyRequest,
): Promise<Json<VerifyEnvelope>> {
  const pace = createPace();
  const { items, files } = await requestItems(request, pace);
  return verifyItems(dataset, judge, request, items, request.files.length === 0 ? undefined : files);
}

/** Items that were read and checked. */
async function verifyItems(
  dataset: Dataset,
  judge: Judge,
  request: VerifyOptions,
  items: readonly CheckedItem[],
  files?: readonly VerifiedFile[],
): Promise<Json<VerifyEnvelope>> {
  const context = verifyContext(dataset, judge, request);
  const pace = createPace();
  const values = new RequestValues();
  const found = await inTurns(items, pace, (item) => find(item, context));
  for (const [index, each] of found.entries()) if ('question' in each) values.add(index, each);
  for (const chunk of context.payloads ? chunks(found) : []) {
    await values.load(
      chunk.filter((each) => 'question' in each),
      dataset,
    );
    await pace();
  }
  const summary = summaryOf();
  const texts: RawJson[] = [];
  for (const [index, each] of found.entries()) {
    const answer = await answerOf(each, index, values, context);
    summary.add(answer);
    texts.push(new RawJson(membersOf(answer)));
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

async function inTurns<T, R>(
  all: readonly T[],
  pace: () => Promise<void> | undefined,
  work: (each: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  for (const chunk of chunks(all)) {
    done.push(...(await Promise.all(chunk.map(work))));
    await pace();
  }
  return done;
}

type FoundItem = FoundPair | NodeItem | WrongItem;

async function find(item: CheckedItem, context: VerifyContext): Promise<FoundItem> {
  return 'key' in item ? findItem(item, context) : item;
}

/** A promise only where something is looked up. */
function answerOf(
  item: FoundItem,
  index: number,
  values: RequestValues,
  context: VerifyContext,
): VerifiedItem | Promise<VerifiedItem> {
  if ('question' in item) {
    const answer = pairAnswer(index, item, values, context);
    return context.full ? withResult(answer, item, context) : answer;
  }
  if ('omaUri' in item) return nodeAnswer(item, context).then((answer) => ({ index, ...answer }));
  return { index, problem: problemOf(item, context) };
}

async function withResult(
  answer: VerifiedItem,
  { question }: FoundPair,
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
