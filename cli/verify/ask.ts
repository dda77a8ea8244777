/** Verifies the values of a unit by the dataset, or by a server in as many requests as its limits demand. */

import { setTimeout as wait } from 'node:timers/promises';
import { parseKey } from '../../runtime/normalize.ts';
import type { Item } from '../../runtime/readers/index.ts';
import type { GivenProducts } from '../../runtime/schema/product.ts';
import type { VerifiedItem, VerifyEnvelope } from '../../runtime/schema/verified.ts';
import { MAX_ITEMS, MAX_VERIFY_BYTES } from '../../runtime/schema/verify.ts';
import type { DatasetStamp } from '../../runtime/schema/words.ts';
import { CliError, EXIT } from '../error.ts';

export interface Verified {
  items: VerifiedItem[];
  dataset: DatasetStamp;
}

export interface Question {
  targetOs: string | null;
  targetProducts?: GivenProducts;
  lang: string;
  /** Payloads are wanted; a server makes them anyway. */
  payloads: boolean;
}

export type Verify = (items: readonly Item[]) => Promise<Verified>;

/** An item as a request has it: without its place. */
function requestItem(item: Item): Record<string, unknown> {
  const { at: _, ...fields } = item;
  if ('optionId' in fields) delete fields.optionId;
  return fields;
}

export async function localVerify(
  dataset: string | undefined,
  { targetOs, targetProducts, lang, payloads }: Question,
  started: (stamp: DatasetStamp) => void,
): Promise<Verify> {
  const { openSnapshot } = await import('../ask.ts');
  const { requestedLanguage } = await import('../../runtime/http/validate.ts');
  const snapshot = await openSnapshot(dataset);
  const language = requestedLanguage(lang, snapshot.languages);
  started(snapshot.stamp);
  return async (items) => {
    const request = {
      items: items.map(requestItem),
      files: [],
      lang: language,
      targetOs,
      ...(targetProducts && { targetProducts }),
      detail: 'brief' as const,
      payloads,
    };
    const answer = JSON.parse(await snapshot.verify(request)) as VerifyEnvelope;
    return { items: answer.result.items, dataset: answer.dataset };
  };
}

/** Room for the fields around the items. */
const MAX_BATCH_BYTES = MAX_VERIFY_BYTES - 2048;
const MAX_TRIES = 20;

export function serverVerify(server: string, { targetOs, targetProducts, lang }: Question): Verify {
  const key = process.env.HIVECHECK_API_KEY;
  const base = server.replace(/\/+$/, '').replace(/\/(?:k\/)?v1$/, '');
  const url = `${base}${key ? '/k' : ''}/v1/verify`;
  const headers = { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) };
  return async (items) => {
    const verified: VerifiedItem[] = [];
    let dataset: DatasetStamp | undefined;
    for (const batch of batches(items)) {
      const texts = batch.map(({ text }) => text).join(',');
      const answer = await post(
        url,
        headers,
        `{"items":[${texts}],${JSON.stringify({ targetOs, targetProducts, lang }).slice(1)}`,
      );
      for (const item of answer.result.items) {
        const index = batch[item.index]?.index ?? item.index;
        verified[index] = { ...item, index };
      }
      dataset = answer.dataset;
    }
    if (dataset === undefined) throw new RangeError('There is nothing to verify.');
    return { items: verified, dataset };
  };
}

interface BatchItem {
  /** In the items given. */
  index: number;
  /** As a request has it. */
  text: string;
  /** Of the text, and of the comma after it. */
  bytes: number;
}

/**
 * Requests within the limits. A payload is made of the values of one request: where several are needed, values of one
 * key stay together, beside those of its subkeys, as long as they fit into one.
 */
export function* batches(items: readonly Item[]): Generator<BatchItem[]> {
  const all = items.map((item, index) => {
    const text = JSON.stringify(requestItem(item));
    return { index, text, bytes: Buffer.byteLength(text) + 1 };
  });
  let batch: BatchItem[] = [];
  for (const part of fits(all) ? [all] : groups(all, items)) {
    if (batch.length > 0 && !fits(batch, part)) {
      yield batch;
      batch = [];
    }
    batch.push(...part);
  }
  if (batch.length > 0) yield batch;
}

/** By key, in the order of keys; what is too much for one request is single items. */
function groups(all: readonly BatchItem[], items: readonly Item[]): BatchItem[][] {
  const byKey = new Map<string, BatchItem[]>();
  for (const each of all) {
    const item = items[each.index];
    const { hive, key } = parseKey(item && 'key' in item ? item.key : '');
    const id = `${hive}\\${key}`;
    const group = byKey.get(id);
    if (group) group.push(each);
    else byKey.set(id, [each]);
  }
  const sorted = [...byKey.keys()].sort().map((id) => byKey.get(id) ?? []);
  return sorted.flatMap((group) => (fits(group) ? [group] : group.map((each) => [each])));
}

function fits(...parts: readonly (readonly BatchItem[])[]): boolean {
  const all = parts.flat();
  return all.length <= MAX_ITEMS && all.reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_BATCH_BYTES;
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<VerifyEnvelope> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, { method: 'POST', headers, body }).catch((cause: unknown) => {
      const { message } =
        cause instanceof Error && cause.cause instanceof Error ? cause.cause : (cause as Error);
      throw new CliError(`${url} cannot be reached: ${message}`, EXIT.unavailable);
    });
    if (response.ok) return (await response.json()) as VerifyEnvelope;
    const seconds = Number(response.headers.get('retry-after'));
    if ((response.status !== 429 && response.status !== 503) || !(seconds > 0) || tries === MAX_TRIES) {
      throw new CliError(
        await refusalOf(url, response),
        response.status === 400 ? EXIT.usage : EXIT.unavailable,
      );
    }
    if (process.stderr.isTTY) process.stderr.write(`the server asks to wait ${seconds} seconds\n`);
    await wait(Math.min(seconds, 60) * 1000);
  }
}

async function refusalOf(url: string, response: Response): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as { detail?: unknown; errors?: unknown };
  const detail = typeof problem.detail === 'string' ? problem.detail : response.statusText;
  const errors = Array.isArray(problem.errors) ? ` ${JSON.stringify(problem.errors)}` : '';
  return `${url} answered ${response.status}: ${detail}${errors}`;
}
