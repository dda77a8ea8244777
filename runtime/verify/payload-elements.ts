/** Reads what a request has for the elements of a policy, as the values of an ADMX payload. Pure. */

import type { PartChoice, PartElement, PartsEntry, PartWrite } from '../contract/parts.ts';
import { takesName } from '../format/format.ts';
import { pairKey, splitPairKey } from '../format/keys.ts';
import { pairName } from '../messages/names.ts';
import type { PayloadReason } from '../messages/verify-en.ts';
import type { Given } from './data-verdict.ts';
import { ENTRY_SEPARATOR } from './mdm-payload.ts';
import { contentAs, fitsElement } from './registry-content.ts';

/** What a request writes to one registry value; `name` as the request has it. */
export interface Written extends Given {
  name: string;
  /** Of the first item whose data is read, with the first type that one names. */
  known?: Given;
  /** Other items of its unit write other data to it. */
  conflict?: boolean;
}

/** The values of a request in one hive. */
export interface WrittenValues {
  /** By `pairKey`. */
  get(pair: string): Written | undefined;
  /** Those of a normalized key, in the order of the request. */
  below(key: string): readonly { value: string; written: Written }[];
}

/** A policy, and what a request writes to its values. */
export interface PolicyValues {
  parts: PartsEntry;
  /** By the index of `parts.pairs`. */
  written: readonly (Written | undefined)[];
  request: WrittenValues;
}

interface ElementContent {
  /** The value in a payload; undefined: the request has none. */
  text?: string;
  /** Only deletions were read, as those of an unticked box. */
  deleted?: boolean;
  /** Of a list of which the request only deletes values: the first of them. */
  deletes?: string;
  /** Why no payload sets the element to what the request has. */
  reason?: PayloadReason;
  /** An entry holds the character that separates entries. */
  containsSeparator?: boolean;
  /** Indexes of pairs that the payload would write for it; of a list none. */
  pairs: readonly number[];
  /** Those of them that the request lacks. */
  missing?: readonly number[];
}

export type ReadElement = ElementContent & { element: PartElement };

const NOTHING: ElementContent = { pairs: [] };

export function readElement(element: PartElement, values: PolicyValues): ElementContent {
  if (element.type === 'list') return readList(element, values.parts, values.request);
  const written = values.written[element.pair ?? -1];
  if (written === undefined) return NOTHING;
  return element.choices === undefined
    ? readFree(element, written)
    : readChoice(element, element.choices, written, values);
}

export function pairText(pair: string): string {
  return pairName(...splitPairKey(pair));
}

export function pairTextAt(pair: number, { parts }: PolicyValues): string {
  return pairText(parts.pairs[pair] ?? '');
}

export function isContent(written: Given, { type, content }: Omit<PartWrite, 'pair'>): boolean {
  if (type === undefined) return written.delete === true;
  if (written.delete || written.data === undefined) return false;
  if (written.type !== undefined && written.type !== type) return false;
  return contentAs(type, written.data) === content;
}

function undocumented({ id }: PartElement): ElementContent {
  return { reason: { code: 'elementUndocumented', elementId: id }, pairs: [] };
}

/** A box or an option of a drop-down list: MDM takes only its text, and writes all that it writes. */
function readChoice(
  element: PartElement,
  choices: readonly PartChoice[],
  written: Written,
  values: PolicyValues,
): ElementContent {
  const { id, pair } = element;
  const matching = choices.filter(({ writes }) =>
    writes.some((each) => each.pair === pair && isContent(written, each)),
  );
  const choice = matching.find(({ writes }) => otherOf(writes, values) === undefined) ?? matching[0];
  // No document names an option that deletes its value.
  if (choice?.text === undefined) return written.delete ? NOTHING : undocumented(element);
  const { text, writes } = choice;
  const pairs = writes.map((each) => each.pair);
  const other = otherOf(writes, values);
  // "Three days", "One week", "Two weeks" and "All" of outlk16.admx have the value 0 and differ in what they write besides.
  if (isShared(text, choices)) return { text, pairs, reason: { code: 'optionsShareValue', elementId: id } };
  if (other !== undefined)
    return { text, pairs, reason: { code: 'alsoWrites', elementId: id, pair: pairTextAt(other, values) } };
  return {
    text,
    pairs,
    deleted: writes.every(({ type }) => type === undefined),
    // Deleting a value that the request does not name is no part of the request either way.
    missing: writes.flatMap((each) =>
      each.type !== undefined && values.written[each.pair] === undefined ? [each.pair] : [],
    ),
  };
}

/** The first pair to which the request writes another content. */
function otherOf(writes: readonly PartWrite[], { written }: PolicyValues): number | undefined {
  return writes.find((each) => {
    const own = written[each.pair];
    return own !== undefined && !isContent(own, each);
  })?.pair;
}

/** Whether choices with this text write different contents. */
function isShared(text: string, choices: readonly PartChoice[]): boolean {
  const same = choices.filter((each) => each.text === text);
  return same.length > 1 && new Set(same.map(({ writes }) => JSON.stringify(writes))).size > 1;
}

function readFree(element: PartElement, written: Written): ElementContent {
  if (written.delete || written.data === undefined) return NOTHING;
  const { registryType: type = 'REG_SZ', pair } = element;
  if (written.type !== undefined && written.type !== type) return undocumented(element);
  const lines = type === 'REG_MULTI_SZ' && Array.isArray(written.data) ? written.data : undefined;
  const text = lines === undefined ? contentAs(type, written.data) : lines.join(ENTRY_SEPARATOR);
  if (pair === undefined || text === undefined || !fitsElement(element, lines ?? [text]))
    return undocumented(element);
  return { text, pairs: [pair], ...(lines !== undefined && { containsSeparator: hasSeparator(lines) }) };
}

function hasSeparator(entries: readonly string[]): boolean {
  return entries.some((entry) => entry.includes(ENTRY_SEPARATOR));
}

export function readList(element: PartElement, parts: PartsEntry, request: WrittenValues): ElementContent {
  const { below: key = '', explicitValue = false, additive = false, valuePrefix } = element;
  const facts = { explicitValue, additive, ...(valuePrefix !== undefined && { valuePrefix }) };
  // Other parts of the policy may write values of the same key: Office has its `policyon` among the entries of a list.
  const taken = request
    .below(key)
    .filter(({ value }) => takesName(facts, value) && !parts.pairs.includes(pairKey(key, value)));
  const set = taken.filter(({ written }) => !written.delete && written.data !== undefined);
  const gone = taken.find(({ written }) => written.delete);
  const deletes = gone && pairKey(key, gone.value);
  if (set.length === 0) return { pairs: [], ...(deletes !== undefined && { deletes }) };
  // Writing a list deletes the other values of its key, but for an additive one.
  if (additive && deletes !== undefined)
    return { reason: { code: 'notWritten', pair: pairText(deletes) }, pairs: [] };
  const { registryType: type } = element;
  if (set.some(({ written }) => Array.isArray(written.data) || (written.type ?? type) !== type)) {
    return undocumented(element);
  }
  const entries = ordered(set).flatMap(({ written }) => [written.name, String(written.data)]);
  return { text: entries.join(ENTRY_SEPARATOR), containsSeparator: hasSeparator(entries), pairs: [] };
}

/**
 * Entries are sent with the names that they have in the registry, whatever the template says of these: Microsoft's page on
 * ADMX-backed policies has MDM ignore it, and its example names the entries of a list without a prefix by their data.
 */
function ordered(set: ReturnType<WrittenValues['below']>): ReturnType<WrittenValues['below']> {
  const areNumbers = set.every(({ value }) => /^\d+$/.test(value));
  return areNumbers ? [...set].sort((a, b) => Number(a.value) - Number(b.value)) : set;
}
