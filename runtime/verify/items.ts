/** The items of a request: those that were sent, each checked by itself, and those of files. */
import type { FieldError } from '../contract/answers.ts';
import { fieldErrors } from '../contract/field-errors.ts';
import { MAX_LENGTH } from '../contract/requests.ts';
import type { VerifiedFile } from '../contract/verified.ts';
import { MAX_ITEMS, NodeItemBody, RegistryItemBody, type VerifyRequest } from '../contract/verify.ts';
import { isObject } from '../format/json.ts';
import { parseValue } from '../format/keys.ts';
import { base64Bytes } from '../format/text.ts';
import type { Pace } from '../pace.ts';
import { guideContent, readContent, readTypeName } from '../readers/data.ts';
import type { MdmItem, Place, Item as ReadItem, ReadResult, RegistryItem } from '../readers/index.ts';
import type { Given } from './data-verdict.ts';

export type PairItem = Omit<RegistryItem, 'at'>;

export type NodeItem = Omit<MdmItem, 'at'>;

export function hasData(item: PairItem): boolean {
  return item.data !== undefined || item.delete === true || item.type !== undefined;
}

export interface WrongItem {
  errors: FieldError[];
}

type CheckedItem = PairItem | NodeItem | WrongItem;

export interface RequestItem<Item = CheckedItem> {
  /** Position in the request. */
  index: number;
  /** Of an item of a file its place there. */
  at?: Place;
  item: Item;
  /** Payloads are made of the values of one. */
  unit: number;
}

/** @param index In the items of the request. */
export function checkedItem(item: unknown, index: number): CheckedItem {
  const base = `/items/${index}`;
  if (!isObject(item)) return wrong(base, 'must be an object with key and value, or with omaUri');
  if (typeof item.data === 'number' && Math.abs(item.data) > Number.MAX_SAFE_INTEGER)
    return wrong(`${base}/data`, 'must be text where it is a number beyond 2^53: JSON rounds such numbers');
  if (item.omaUri === undefined) return checkRegistryItem(item, base);
  if (item.key !== undefined) return wrong(`${base}/omaUri`, 'must not stand beside key');
  const { output, errors } = fieldErrors(NodeItemBody, item, base);
  return output === undefined ? { errors } : { omaUri: output.omaUri, ...given(output) };
}

function wrong(pointer: string, detail: string): WrongItem {
  return { errors: [{ pointer, detail }] };
}

function checkRegistryItem(item: object, base: string): CheckedItem {
  const { output, errors } = fieldErrors(RegistryItemBody, item, base);
  if (output === undefined) return { errors };
  const { key, value, literal, type: named, data } = output;
  const pair = { key, value, ...(literal && { literal }) };
  const type = named === undefined ? undefined : readTypeName(named);
  if (named !== undefined && type === undefined)
    return wrong(`${base}/type`, 'must be a registry type, such as REG_DWORD');
  if (output.delete && data !== undefined) return wrong(`${base}/delete`, 'must not stand beside data');
  const sent = guideContent(named ?? '', data);
  const read = type === undefined || sent.data === undefined ? sent : readContent(type, sent.data);
  if (read.unread !== undefined) return wrong(`${base}/data`, `must be of the type: ${read.unread}`);
  // In Registry.pol such an entry has a blank as its data, which is never written.
  if (output.delete || parseValue(value).prefix === 'del') return { ...pair, delete: true };
  return { ...pair, ...given({ type, data: read.data, unread: output.unread }) };
}

function given({ type, data, unread }: { [K in 'type' | 'data' | 'unread']?: Given[K] | undefined }): Given {
  return {
    ...(type !== undefined && { type }),
    ...(data !== undefined && { data }),
    ...(unread !== undefined && { unread }),
  };
}

/** Lines, fields, tokens and elements of a file, also empty ones: a thousand values have some twenty each. */
const MAX_ENTRIES = 100_000;

/**
 * At most {@link MAX_ITEMS} values of files: one that has more than the rest gets a problem, and the others are read.
 * `pace`: other work may run between the files.
 */
export async function requestItems(
  {
    items: sent = [],
    files: sentFiles = [],
    units = [],
  }: Pick<VerifyRequest, 'items' | 'files'> & { units?: readonly number[] | undefined },
  pace: Pace,
): Promise<{ items: RequestItem[]; files: VerifiedFile[] }> {
  const items: RequestItem[] = [];
  // Parsing the request may have taken long.
  await pace();
  const unitOf = units.flatMap((count, unit) => Array<number>(count).fill(unit));
  for (const item of sent) {
    const index = items.length;
    items.push({ index, unit: unitOf[index] ?? 0, item: checkedItem(item, index) });
    if (items.length % 50 === 0) await pace();
  }
  const files: VerifiedFile[] = [];
  let noted = 0;
  for (const { name, content } of sentFiles) {
    const result = await readSent(name, content, pace);
    const { items: found, notes } = result.problem === undefined ? result : { items: [], notes: [] };
    // Each note names its file: 100 files with 650 notes each made an answer of 65 MB.
    const fits = Math.max(items.length + found.length, noted + notes.length) <= MAX_ITEMS;
    if (fits) for (const item of found) items.push(fileItem(item, items.length));
    if (fits) noted += notes.length;
    files.push(verifiedFile(name, result, fits));
    await pace();
  }
  return { items, files };
}

const TOO_MANY = `with this file the request has more than ${MAX_ITEMS} values or notes; send it in another request`;

function verifiedFile(name: string, result: ReadResult, fits: boolean): VerifiedFile {
  const { items, notes } = fits && result.problem === undefined ? result : { items: [], notes: [] };
  const problem = fits ? result.problem : { file: name, message: TOO_MANY };
  return {
    name,
    ...(result.format !== undefined && { format: result.format }),
    items: items.length,
    ...(notes.length > 0 && { notes: notes.map(({ kind, message, at }) => ({ kind, message, at })) }),
    ...(problem && { problem }),
  };
}

async function readSent(name: string, content: string, pace: Pace): Promise<ReadResult> {
  let bytes: Uint8Array;
  try {
    bytes = base64Bytes(content);
  } catch {
    return { problem: { file: name, message: 'content is not base64; tools take a text file as “text”' } };
  }
  await pace();
  // The check of a request loads this file at the start of a server; the readers are 180 kB.
  const { readFileInPieces } = await import('../readers/index.ts');
  const limits = { maxItems: MAX_ITEMS, maxEntries: MAX_ENTRIES };
  return readFileInPieces({ name, content: bytes }, limits, pace);
}

/** What a reader found needs no check but of the lengths that a request may have. */
function fileItem({ at, ...item }: ReadItem, index: number): RequestItem {
  const { key, value, omaUri } = MAX_LENGTH;
  const fits =
    'key' in item ? item.key.length <= key && item.value.length <= value : item.omaUri.length <= omaUri;
  return { index, at, unit: 0, item: fits ? item : checkedItem(item, index) };
}
