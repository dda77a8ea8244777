/** Verifies the values of a unit by the dataset, or by a server in as many requests as its limits demand. */

import * as v from 'valibot';
import { parseJson } from '../../runtime/answer/json.ts';
import type { TargetDrift } from '../../runtime/contract/drift.ts';
import type { GivenProducts } from '../../runtime/contract/product.ts';
import { MAX_LENGTH } from '../../runtime/contract/requests.ts';
import { type VerifiedItem, VerifyEnvelope } from '../../runtime/contract/verified.ts';
import { MAX_ITEMS, MAX_VERIFY_BYTES } from '../../runtime/contract/verify.ts';
import { type DatasetStamp, Stamp } from '../../runtime/contract/words.ts';
import { flattenUri, readCatalogId } from '../../runtime/format/catalog.ts';
import { parseKey } from '../../runtime/format/keys.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { conflictText, VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import type { Item } from '../../runtime/readers/index.ts';
import { conflictMembers, nodesOf } from '../../runtime/verify/summary.ts';
import { endpoint, request } from '../server.ts';
import type { Unit } from './collect.ts';

export interface Verified {
  items: VerifiedItem[];
  /** With several targets. */
  drifts: TargetDrift[];
  /** The language of the texts. */
  lang: string;
  /** Undefined: there was nothing to verify. */
  dataset: DatasetStamp | undefined;
  /** On the question: a target OS or a product that cannot be read. */
  warnings: string[];
}

export interface Question {
  targetOs: string | string[] | null;
  targetProducts?: GivenProducts;
  lang: string;
  /** Payloads are wanted; a server makes them anyway. */
  payloads: boolean;
}

/** Payloads are made of the values of one unit; what contradicts each other may stand in several. */
export type Verify = (units: readonly Unit[]) => Promise<Verified>;

/** An item as a request has it: without its place. */
export function requestItem({ at: _, ...item }: Item): Record<string, unknown> {
  return item;
}

/** The longest name that a server reads has fewer characters: of a longer one no more is sent, which it refuses alike. */
const NAME_CHARACTERS = Math.max(...Object.values(MAX_LENGTH)) + 1;

const NAMES = new Set(['key', 'value', 'omaUri', 'type']);

function itemText(item: Item): string {
  return JSON.stringify(requestItem(item), (name, part) =>
    NAMES.has(name) && typeof part === 'string' ? part.slice(0, NAME_CHARACTERS) : part,
  );
}

export async function localVerify(
  dataset: string | undefined,
  { targetOs, targetProducts, lang, payloads }: Question,
  started: (stamp: DatasetStamp) => void,
): Promise<Verify> {
  const { openSnapshot } = await import('../ask.ts');
  const { requestedLanguage } = await import('../../runtime/check/requests.ts');
  const { snapshot, explaining } = await openSnapshot(dataset);
  const language = await explaining(async () => requestedLanguage(lang, snapshot.languages));
  started(snapshot.stamp);
  return async (units) => {
    const request = {
      items: units.flatMap(({ items }) => items.map(requestItem)),
      files: [],
      lang: language,
      targetOs,
      ...(targetProducts && { targetProducts }),
      detail: 'brief' as const,
    };
    const call = { payloads, units: units.map(({ items }) => items.length) };
    const answer = parseJson(await explaining(() => snapshot.verify(request, call)));
    const { items, drifts = [] } = answer.result;
    const verified = items.map((item) => withPlaces(item, language, (at) => at));
    return { items: verified, drifts, lang: language, dataset: answer.dataset, warnings: answer.warnings };
  };
}

/** Room for the fields around the items. */
const MAX_BATCH_BYTES = MAX_VERIFY_BYTES - 2048;

/** What a server is asked of an item: data that no request has room for is left out, with the reason. */
export function sendable(item: Item): Item {
  if (Buffer.byteLength(itemText(item)) < MAX_BATCH_BYTES) return item;
  const { data: _, ...rest } = item;
  return {
    ...rest,
    unread: 'the data is larger than a request to a server can be; verify it without --server',
  };
}

export function serverVerify(server: string, question: Question): Verify {
  const ask = serverAsk(server, question);
  return async (units) => {
    const all: Verified = { items: [], drifts: [], lang: question.lang, dataset: undefined, warnings: [] };
    for (const { items } of units) await ask(items, all);
    if (units.length < 2) return all;
    // Each unit is a request of its own: what contradicts each other in several is found by one more for all.
    const between: Verified = { ...all, items: [], drifts: [], warnings: [] };
    await ask(
      units.flatMap(({ items }) => items),
      between,
    );
    for (const [at, item] of all.items.entries())
      Object.assign(item, conflictMembers(between.items[at]?.conflicts ?? []));
    return all;
  };
}

/** Adds the answers to the items, in as many requests as the limits demand. */
function serverAsk(server: string, { targetOs, targetProducts, lang }: Question) {
  const { url, headers: own } = endpoint(server, 'verify');
  const headers = { 'content-type': 'application/json', ...own };
  return async (items: readonly Item[], all: Verified): Promise<void> => {
    const before = all.items.length;
    for (const batch of batches(items)) {
      const texts = batch.map(({ text }) => text).join(',');
      const body = `{"items":[${texts}],${JSON.stringify({ targetOs, targetProducts, lang }).slice(1)}`;
      const answer = await request(url, { method: 'POST', headers, body }, VerifyEnvelope);
      const placeOf = (at: number) => before + (batch[at]?.index ?? at);
      for (const item of answer.result.items) {
        const placed = withPlaces(item, lang, placeOf);
        all.items[placed.index] = placed;
      }
      addDrifts(answer.result.drifts ?? [], all.drifts, placeOf);
      all.warnings = [...new Set([...all.warnings, ...answer.warnings])];
      all.dataset = answer.dataset;
      all.lang = answer.query.lang;
    }
  };
}

/** Each request has one for each pair of targets. */
function addDrifts(drifts: TargetDrift[], all: TargetDrift[], placeOf: (index: number) => number): void {
  for (const [at, { items, ...targets }] of drifts.entries()) {
    const known = all[at] ?? { ...targets, items: [] };
    all[at] = known;
    known.items.push(...items.map((item) => ({ ...item, index: placeOf(item.index) })));
    known.items.sort((a, b) => a.index - b.index);
  }
}

/** What a server says of its dataset where there is nothing to verify. */
export async function serverStamp(server: string): Promise<DatasetStamp> {
  const { url, headers } = endpoint(server, 'health');
  return (await request(url, { headers }, v.object({ dataset: Stamp }))).dataset;
}

/** The answer to an item of a batch, with the places that its items have among all. Readers of a file know no indexes. */
function withPlaces(
  { conflictsWith: _, conflicts, warnings, ...item }: VerifiedItem,
  lang: string,
  placeOf: (index: number) => number,
): VerifiedItem {
  for (const mdm of nodesOf(item)) if (mdm.payloadAt !== undefined) mdm.payloadAt = placeOf(mdm.payloadAt);
  const texts = textsIn(lang, VERIFY_TEXTS);
  const byIndex = conflicts?.map((conflict) => conflictText(conflict, texts)) ?? [];
  const told = warnings?.filter((warning) => !byIndex.includes(warning)) ?? [];
  return {
    ...item,
    index: placeOf(item.index),
    ...(told.length > 0 && { warnings: told }),
    ...(conflicts &&
      conflictMembers(conflicts.map((each) => ({ ...each, indexes: each.indexes.map(placeOf) })))),
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
    const text = itemText(item);
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
    const id = item && 'omaUri' in item ? nodeName(item.omaUri) : keyName(item?.key ?? '');
    const group = byKey.get(id);
    if (group) group.push(each);
    else byKey.set(id, [each]);
  }
  const sorted = [...byKey.keys()].sort().map((id) => byKey.get(id) ?? []);
  return sorted.flatMap((group) => (fits(group) ? [group] : group.map((each) => [each])));
}

function keyName(text: string): string {
  const { hive, key } = parseKey(text);
  return `${hive}\\${key}`;
}

/** One for an OMA-URI and its identifier in the settings catalog: what contradicts each other is told within a request. */
function nodeName(text: string): string {
  return readCatalogId(text)?.name ?? flattenUri(text);
}

function fits(...parts: readonly (readonly BatchItem[])[]): boolean {
  const all = parts.flat();
  return all.length <= MAX_ITEMS && all.reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_BATCH_BYTES;
}
