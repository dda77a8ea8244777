/** Reads what a request has for the elements of a policy, as the values of an ADMX payload. Pure. */

import type { PayloadReason } from '../contract/verify-reasons.ts';
import { takesName } from '../format/format.ts';
import { pairKey, splitPairKey } from '../format/keys.ts';
import { pairName } from '../messages/names.ts';
import { ENTRY_SEPARATOR, joinEntries, joinLines } from './mdm-payload.ts';
import type { Written, WrittenValues } from './payload.ts';
import {
  type Choice,
  elementType,
  fitsElement,
  type PairContent,
  type PolicyElement,
} from './policy-parts.ts';
import { contentAs } from './registry-content.ts';

export interface ReadElement {
  /** The value in a payload; undefined: the request has none. */
  text?: string;
  /** It was told by deletions alone, as that of an unticked box. */
  deleted?: boolean;
  /** Of a list that the request only deletes values of: the first of them. */
  deletes?: string;
  /** Why no payload sets the element to what the request has. */
  reason?: PayloadReason;
  /** An entry holds the character that separates entries. */
  divided?: boolean;
  /** Pairs that the payload would write for it; of a list none. */
  pairs: readonly string[];
  /** Those of them that the request lacks. */
  missing?: readonly string[];
}

const NOTHING: ReadElement = { pairs: [] };

/** @param named Pairs that other parts of the policy write; Office has its `policyon` among the entries of a list. */
export function readElement(
  element: PolicyElement,
  values: WrittenValues,
  named: ReadonlySet<string>,
): ReadElement {
  if (element.type === 'list') return readList(element, values, named);
  const written = values.get(element.pair);
  if (written === undefined) return NOTHING;
  return element.choices === undefined
    ? readFree(element, written)
    : readChoice(element, element.choices, written, values);
}

export function pairText(pair: string): string {
  return pairName(...splitPairKey(pair));
}

export function isContent(written: Written, { data, type }: Pick<PairContent, 'data' | 'type'>): boolean {
  if (data === undefined || type === undefined) return written.delete === true;
  if (written.delete || written.data === undefined) return false;
  if (written.type !== undefined && written.type !== type) return false;
  return contentAs(type, written.data) === contentAs(type, data);
}

function undocumented({ id }: PolicyElement): ReadElement {
  return { reason: { code: 'elementUndocumented', elementId: id }, pairs: [] };
}

/** A box or an option of a drop-down list: MDM takes only its text, and writes all that it writes. */
function readChoice(
  element: PolicyElement,
  choices: readonly Choice[],
  written: Written,
  values: WrittenValues,
): ReadElement {
  const matching = choices.filter(({ writes }) =>
    writes.some((each) => each.pair === element.pair && isContent(written, each)),
  );
  const choice = matching.find(({ writes }) => otherOf(writes, values) === undefined) ?? matching[0];
  // No document says what names an option that deletes its value.
  if (choice?.text === undefined) return written.delete ? NOTHING : undocumented(element);
  const { text, writes } = choice;
  const pairs = writes.map(({ pair }) => pair);
  const other = otherOf(writes, values);
  // "Three days", "One week", "Two weeks" and "All" of outlk16.admx have the value 0 and differ in what they write besides.
  if (isShared(text, choices)) {
    return { text, pairs, reason: { code: 'optionsShareValue', elementId: element.id } };
  }
  if (other !== undefined) {
    return { text, pairs, reason: { code: 'alsoWrites', elementId: element.id, pair: pairText(other.pair) } };
  }
  return {
    text,
    pairs,
    deleted: writes.every(({ data }) => data === undefined),
    // Deleting a value that the request does not name is no part of the request either way.
    missing: writes.flatMap(({ pair, data }) =>
      data !== undefined && values.get(pair) === undefined ? [pair] : [],
    ),
  };
}

/** What the request writes otherwise. */
function otherOf(writes: readonly PairContent[], values: WrittenValues): PairContent | undefined {
  return writes.find((each) => {
    const written = values.get(each.pair);
    return written !== undefined && !isContent(written, each);
  });
}

/** Whether choices with this text write different contents. */
function isShared(text: string, choices: readonly Choice[]): boolean {
  const effects = choices.flatMap((each) => (each.text === text ? [JSON.stringify(each.writes)] : []));
  return new Set(effects).size > 1;
}

function readFree(element: PolicyElement, written: Written): ReadElement {
  if (written.delete || written.data === undefined) return NOTHING;
  const type = elementType(element);
  if (written.type !== undefined && written.type !== type) return undocumented(element);
  const lines = type === 'REG_MULTI_SZ' && Array.isArray(written.data) ? written.data : undefined;
  const text = lines === undefined ? contentAs(type, written.data) : joinLines(lines);
  if (text === undefined || !fitsElement(element, lines ?? [text])) return undocumented(element);
  return { text, pairs: [element.pair], ...(lines !== undefined && { divided: hasSeparator(lines) }) };
}

function hasSeparator(entries: readonly string[]): boolean {
  return entries.some((entry) => entry.includes(ENTRY_SEPARATOR));
}

function readList(element: PolicyElement, values: WrittenValues, named: ReadonlySet<string>): ReadElement {
  const { id, explicitValue = false, additive = false, valuePrefix } = element;
  const facts = { explicitValue, additive, ...(valuePrefix !== undefined && { valuePrefix }) };
  const taken = values
    .below(element.pair)
    .filter(({ value }) => takesName(facts, value) && !named.has(pairKey(element.pair, value)));
  const set = taken.filter(({ written }) => !written.delete && written.data !== undefined);
  const gone = taken.find(({ written }) => written.delete);
  const deletes = gone && pairKey(element.pair, gone.value);
  if (set.length === 0) return { pairs: [], ...(deletes !== undefined && { deletes }) };
  // Writing a list deletes the other values of its key, but for an additive one.
  if (additive && deletes !== undefined) {
    return { reason: { code: 'notWritten', pair: pairText(deletes) }, pairs: [] };
  }
  const type = elementType(element);
  if (set.some(({ written }) => Array.isArray(written.data) || (written.type ?? type) !== type)) {
    return undocumented(element);
  }
  const entries = explicitValue
    ? set.map(({ written }) => [written.name, String(written.data)] as const)
    : numbered(set);
  if (entries === undefined) return { reason: { code: 'listNames', elementId: id }, pairs: [] };
  return { text: joinEntries(entries), divided: hasSeparator(entries.flat()), pairs: [] };
}

/**
 * The entries as they are sent, from 1 on, whatever their order in the request; undefined where their names are others.
 * In a list without a prefix the name is the data (`RestrictRun` of Windows), and no document says how MDM sends that;
 * nor whether MDM adds the prefix of a list that has one (`TCID1` of Office, `STORE1` of Citrix).
 */
function numbered(
  set: ReturnType<WrittenValues['below']>,
): (readonly [name: string, value: string])[] | undefined {
  const byName = new Map(set.map(({ value, written }) => [value, String(written.data)]));
  const entries = set.flatMap((_, at) => {
    const data = byName.get(String(at + 1));
    return data === undefined ? [] : [[String(at + 1), data] as const];
  });
  return entries.length === set.length ? entries : undefined;
}
