/** Verifies the values of a unit by the dataset, or by a server in as many requests as its limits demand. */

import type { Item } from '../../runtime/readers/index.ts';
import type { GivenProducts } from '../../runtime/schema/product.ts';
import type { VerifiedItem, VerifyEnvelope } from '../../runtime/schema/verified.ts';
import { MAX_ITEMS, MAX_VERIFY_BYTES } from '../../runtime/schema/verify.ts';
import type { DatasetStamp } from '../../runtime/schema/words.ts';
import { endpoint, request } from '../server.ts';

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

export function serverVerify(server: string, { targetOs, targetProducts, lang }: Question): Verify {
  const { url, headers: own } = endpoint(server, 'verify');
  const headers = { 'content-type': 'application/json', ...own };
  return async (items) => {
    const verified: VerifiedItem[] = [];
    let dataset: DatasetStamp | undefined;
    for (const batch of batches(items)) {
      const body = `{"items":[${batch.join(',')}],${JSON.stringify({ targetOs, targetProducts, lang }).slice(1)}`;
      const answer = (await request(url, { method: 'POST', headers, body })) as VerifyEnvelope;
      const first = verified.length;
      verified.push(...answer.result.items.map((item) => ({ ...item, index: item.index + first })));
      dataset = answer.dataset;
    }
    if (dataset === undefined) throw new RangeError('There is nothing to verify.');
    return { items: verified, dataset };
  };
}

export function* batches(items: readonly Item[]): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const item of items) {
    const text = JSON.stringify(requestItem(item));
    const size = Buffer.byteLength(text) + 1;
    if (batch.length === MAX_ITEMS || (batch.length > 0 && bytes + size > MAX_BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(text);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
