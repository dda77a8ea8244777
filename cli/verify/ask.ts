/** Verifies the values of units by the dataset, or by a server in as many requests as its limits demand. */
import * as v from 'valibot';
import { parseJson } from '../../runtime/answer/json.ts';
import { requestedLanguage } from '../../runtime/check/requests.ts';
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
import { openSnapshot } from '../open.ts';
import { request } from '../server.ts';
import type { Unit } from './collect.ts';

export interface Verified {
  items: VerifiedItem[];
  /** With several targets. */
  drifts: TargetDrift[];
  /** The language of the texts. */
  lang: string;
  /** The one that the last answer is from; where there was nothing to verify, the one in service. */
  dataset: DatasetStamp;
  /** On the question: a target OS or a product that cannot be read. */
  warnings: string[];
}

interface Question {
  targetOs: string | string[] | null;
  targetProducts?: GivenProducts;
  lang: string;
}

/** An item as a request has it: without its place. */
export function requestItem({ at: _, ...item }: Item): Record<string, unknown> {
  return item;
}

/**
 * Payloads are made of the values of one unit; what contradicts each other may stand in several.
 * @param payloads are wanted; a server makes them anyway.
 */
export async function localVerify(
  units: readonly Unit[],
  location: string | undefined,
  question: Question,
  payloads: boolean,
): Promise<Verified> {
  const { snapshot, explaining } = await openSnapshot(location);
  const lang = await explaining(async () => requestedLanguage(question.lang, snapshot.languages));
  if (units.length === 0) return { items: [], drifts: [], lang, dataset: snapshot.stamp, warnings: [] };
  const given = units.flatMap(({ items }) => items.map(requestItem));
  const asked = { items: given, files: [], ...question, lang, detail: 'brief' as const };
  const call = { payloads, units: units.map(({ items }) => items.length) };
  const { result, dataset, warnings } = parseJson(await explaining(() => snapshot.verify(asked, call)));
  const items = result.items.map((item) => withPlaces(item, lang, (at) => at));
  return { items, drifts: result.drifts ?? [], lang, dataset, warnings };
}

/** Data that no request has room for is left out of the units, with the reason. */
export async function serverVerify(
  units: readonly Unit[],
  server: string,
  question: Question,
): Promise<Verified> {
  const { dataset } = await request(server, 'health', v.object({ dataset: Stamp }));
  const all: Verified = { items: [], drifts: [], lang: question.lang, dataset, warnings: [] };
  for (const unit of units) {
    unit.items = unit.items.map(sendable);
    await ask(server, question, unit.items, all);
  }
  if (units.length < 2) return all;
  // Each unit is a request of its own: what contradicts each other in several is found by one more for all.
  const between: Verified = { ...all, items: [], drifts: [] };
  await ask(
    server,
    question,
    units.flatMap(({ items }) => items),
    between,
  );
  for (const [at, item] of all.items.entries())
    Object.assign(item, conflictMembers(between.items[at]?.conflicts ?? []));
  return all;
}

/** Room for the fields around the items. */
const MAX_BATCH_BYTES = MAX_VERIFY_BYTES - 2048;

export function sendable(item: Item): Item {
  if (Buffer.byteLength(itemText(item)) < MAX_BATCH_BYTES) return item;
  const { data: _, ...rest } = item;
  const unread = 'the data is larger than a request to a server can be; verify it without --server';
  return { ...rest, unread };
}

/** Adds the answers to the items. */
async function ask(server: string, question: Question, items: readonly Item[], all: Verified): Promise<void> {
  const before = all.items.length;
  for (const batch of batches(items)) {
    const texts = batch.map(({ text }) => text).join(',');
    const body = `{"items":[${texts}],${JSON.stringify(question).slice(1)}`;
    const answer = await request(server, 'verify', VerifyEnvelope, { body });
    const placeOf = (at: number) => before + (batch[at]?.index ?? at);
    for (const item of answer.result.items) {
      const placed = withPlaces(item, question.lang, placeOf);
      all.items[placed.index] = placed;
    }
    addDrifts(answer.result.drifts ?? [], all.drifts, placeOf);
    all.warnings = [...new Set([...all.warnings, ...answer.warnings])];
    all.dataset = answer.dataset;
    all.lang = answer.query.lang;
  }
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

/** The answer to an item of a batch, with the places that its items have among all. Readers of a file know no indexes. */
function withPlaces(
  { conflictsWith: _, conflicts = [], warnings = [], ...item }: VerifiedItem,
  lang: string,
  placeOf: (index: number) => number,
): VerifiedItem {
  for (const mdm of nodesOf(item)) if (mdm.payloadAt !== undefined) mdm.payloadAt = placeOf(mdm.payloadAt);
  const byIndex = conflicts.map((conflict) => conflictText(conflict, textsIn(lang, VERIFY_TEXTS)));
  const told = warnings.filter((warning) => !byIndex.includes(warning));
  const placed = conflicts.map((each) => ({ ...each, indexes: each.indexes.map(placeOf) }));
  return {
    ...item,
    index: placeOf(item.index),
    ...(told.length > 0 && { warnings: told }),
    ...conflictMembers(placed),
  };
}

/** The longest name that a server reads has fewer characters: of a longer one no more is sent, which it refuses alike. */
const NAME_CHARACTERS = Math.max(...Object.values(MAX_LENGTH)) + 1;
const NAMES = new Set(['key', 'value', 'omaUri', 'type']);

function itemText(item: Item): string {
  return JSON.stringify(requestItem(item), (name, part) =>
    NAMES.has(name) && typeof part === 'string' ? part.slice(0, NAME_CHARACTERS) : part,
  );
}

interface BatchItem {
  /** In the items given. */
  index: number;
  /** As a request has it. */
  text: string;
  /** What must be in one request with it. */
  group: string;
  /** Bytes of the texts up to it, with their commas. */
  end: number;
}

/**
 * Requests within the limits. A payload is made of the values of one request: where several are needed, values of one
 * key stay together, beside those of its subkeys, as long as they fit into one.
 */
export function* batches(items: readonly Item[]): Generator<BatchItem[]> {
  const all = items.map((item, index) => ({ index, text: itemText(item), group: groupOf(item), end: 0 }));
  if (!measure(all)) all.sort((a, b) => (a.group < b.group ? -1 : Number(a.group > b.group)));
  measure(all);
  const isTooMuch = (from: number, to: number) =>
    to - from > MAX_ITEMS || (all[to - 1]?.end ?? 0) - (all[from - 1]?.end ?? 0) > MAX_BATCH_BYTES;
  let [from, group] = [0, 0];
  for (const [at, item] of all.entries()) {
    if (item.group !== all[at - 1]?.group) group = at;
    while (at > from && isTooMuch(from, at + 1)) {
      // What is too much for one request as a group is divided.
      const to = group > from ? group : at;
      yield all.slice(from, to);
      from = to;
    }
  }
  if (from < all.length) yield all.slice(from);
}

/** Whether all of them fit into one request. */
function measure(all: BatchItem[]): boolean {
  let end = 0;
  for (const item of all) {
    end += Buffer.byteLength(item.text) + 1;
    item.end = end;
  }
  return all.length <= MAX_ITEMS && end <= MAX_BATCH_BYTES;
}

/** One for an OMA-URI and its identifier in the settings catalog: what contradicts each other is told within a request. */
function groupOf(item: Item): string {
  if ('omaUri' in item) return readCatalogId(item.omaUri)?.name ?? flattenUri(item.omaUri);
  const { hive, key } = parseKey(item.key);
  return `${hive}\\${key}`;
}
