/** `verify --server`: the answers of a server, in as many requests as its limits require. */
import * as v from 'valibot';
import { type ApiClient, apiClient } from '../build/api-client.ts';
import { append } from '../build/collections.ts';
import { type VerifiedItem, VerifyEnvelope } from '../runtime/contract/verified.ts';
import { MAX_ITEMS, MAX_VERIFY_BYTES } from '../runtime/contract/verify.ts';
import { Stamp } from '../runtime/contract/words.ts';
import { flattenUri, readCatalogId } from '../runtime/format/catalog.ts';
import { parseKey } from '../runtime/format/keys.ts';
import type { Item } from '../runtime/readers/index.ts';
import { conflictMembers, nodesOf } from '../runtime/verify/summary.ts';
import { requestItem, type Unit } from './verify/collect.ts';
import { type Answer, withoutIndexes } from './verify/findings.ts';

type Question = { lang: string };

/** Data that is too large for a request is removed from the units, with the reason. */
export async function verifyByServer(
  units: readonly Unit[],
  address: string,
  question: Question,
): Promise<Answer> {
  const server = await apiClient(address);
  const none = { version: '', generatedAt: '' };
  const all: Answer = { items: [], drifts: [], lang: question.lang, dataset: none, warnings: [] };
  if (units.length === 0) all.dataset = (await server('health', Health)).dataset;
  for (const unit of units) {
    unit.items = unit.items.map(sendable);
    await ask(server, question, unit.items, all);
  }
  if (units.length < 2) return all;
  // Payloads are made from the values of one request, which is one unit's: conflicts between units need one for all.
  const between: Answer = { ...all, items: [], drifts: [] };
  const items = units.flatMap((unit) => unit.items);
  await ask(server, question, items, between);
  for (const [at, item] of all.items.entries())
    Object.assign(item, conflictMembers(between.items[at]?.conflicts ?? []));
  return all;
}

const Health = v.object({ dataset: Stamp });

/** Room for the fields around the items. */
const MAX_BATCH_BYTES = MAX_VERIFY_BYTES - 2048;

export function sendable(item: Item): Item {
  if (Buffer.byteLength(textOf(item)) < MAX_BATCH_BYTES) return item;
  const { data: _, ...rest } = item;
  const unread = 'the data is larger than a request to a server can be; verify it without --server';
  return { ...rest, unread };
}

/** Adds the answers for the items to `all`. */
async function ask(
  server: ApiClient,
  question: Question,
  items: readonly Item[],
  all: Answer,
): Promise<void> {
  const before = all.items.length;
  for (const batch of batches(items)) {
    const texts = batch.map(({ text }) => text).join(',');
    const body = `{"items":[${texts}],${JSON.stringify(question).slice(1)}`;
    const { query, result, warnings, dataset } = await server('verify', VerifyEnvelope, body);
    const placeOf = (at: number) => before + (batch[at]?.index ?? at);
    for (const item of result.items) all.items[placeOf(item.index)] = placed(item, question.lang, placeOf);
    // Each request has one drift for each pair of targets.
    for (const [at, { items: drifted, ...targets }] of (result.drifts ?? []).entries()) {
      const drift = all.drifts[at] ?? { ...targets, items: [] };
      all.drifts[at] = drift;
      drift.items.push(...drifted.map((each) => ({ ...each, index: placeOf(each.index) })));
      drift.items.sort((a, b) => a.index - b.index);
    }
    all.warnings = [...new Set([...all.warnings, ...warnings])];
    Object.assign(all, { dataset, lang: query.lang });
  }
}

/** An answer with the indexes of its items in the whole list. */
function placed(given: VerifiedItem, lang: string, placeOf: (index: number) => number): VerifiedItem {
  const { conflictsWith: _, conflicts = [], ...item } = withoutIndexes(given, lang);
  for (const mdm of nodesOf(item)) if (mdm.payloadAt !== undefined) mdm.payloadAt = placeOf(mdm.payloadAt);
  const own = conflicts.map((each) => ({ ...each, indexes: each.indexes.map(placeOf) }));
  return { ...item, index: placeOf(item.index), ...conflictMembers(own) };
}

/** Names are not cut here: a reader returns no more of one than a server needs to refuse it. */
const textOf = (item: Item) => JSON.stringify(requestItem(item));

interface Sent {
  /** Index in the given items. */
  index: number;
  /** The item's JSON text in a request. */
  text: string;
  /** Including the comma. */
  bytes: number;
}

/**
 * Splits items into requests within the limits. A payload is made from the values of one request: values of one key
 * stay together, beside those of its subkeys, if they fit into one.
 */
export function batches(items: readonly Item[]): Sent[][] {
  const groups = new Map<string, Sent[]>();
  for (const [index, item] of items.entries()) {
    const text = textOf(item);
    append(groups, groupOf(item), { index, text, bytes: Buffer.byteLength(text) + 1 });
  }
  const all: Sent[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const [, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    // A group that is too large for one request is divided.
    for (const part of fits(group.length, sizeOf(group)) ? [group] : group.map((each) => [each])) {
      const last = all.at(-1) ?? [];
      const size = sizeOf(part);
      const isRoom = fits(last.length + part.length, bytes + size);
      bytes = isRoom ? bytes + size : size;
      if (isRoom) last.push(...part);
      else all.push([...part]);
    }
  }
  return all.map((batch) => batch.sort((a, b) => a.index - b.index));
}

function sizeOf(items: readonly Sent[]): number {
  return items.reduce((sum, { bytes }) => sum + bytes, 0);
}

function fits(items: number, bytes: number): boolean {
  return items <= MAX_ITEMS && bytes <= MAX_BATCH_BYTES;
}

/** One group for an OMA-URI and its identifier in the settings catalog: conflicts are found within a request. */
function groupOf(item: Item): string {
  if ('omaUri' in item) return readCatalogId(item.omaUri)?.name ?? flattenUri(item.omaUri);
  const { hive, key } = parseKey(item.key);
  return `${hive}\\${key}`;
}
