/** Compares what is to be written to a value with what the vendor documents for it. Pure. */

import type { DocumentedData, DocumentedValue } from '../contract/data.ts';
import type { DataVerdict } from '../contract/verified.ts';
import type { DataReason } from '../messages/verify-en.ts';
import { isNumeric, isPadded } from '../readers/data.ts';
import type { RegistryItem, ValueData } from '../readers/types.ts';
import { contentAs, isWithin } from './registry-content.ts';

/** What an item writes. `type` is the registry's name of it; data of a stated type is in that type's form. */
export type Given = Pick<RegistryItem, 'type' | 'data' | 'unread' | 'delete'>;

export interface DataFinding {
  verdict: DataVerdict;
  reason?: DataReason;
  /** The documented contents that it equals. */
  means: readonly DocumentedValue[];
}

/** `documented`: of one match; undefined where the dataset has none. */
export function judgeData(given: Given, documented: DocumentedData | undefined): DataFinding {
  if (documented === undefined) return finding('unknown', { code: 'noDocumentedData' });
  const values = documented.values ?? [];
  if (given.delete) {
    const deletions = values.filter(({ data }) => data === null);
    return deletions.length > 0
      ? { verdict: 'documented', means: deletions }
      : finding('undocumented', { code: 'deletionUndocumented' });
  }
  const { type, data } = given;
  if (type !== undefined && type !== documented.registryType) {
    const types = documentedTypes(documented);
    if (types.length > 0 && !types.includes(type)) {
      return finding('wrong-type', { code: 'wrongType', given: type, documented: types.join(', ') });
    }
  }
  if (data === undefined) return finding('unknown', { code: 'noData' });
  if (isOpenNumber(given, documented)) return finding('unknown', { code: 'numberSpelt' });
  const equal = equalTo(data, type, documented);
  const flags = flagsIn(data, type, documented);
  const means = flags.length === 0 || equal.some(isLabelled) ? equal : flags;
  if (means.length > 0) return { verdict: 'documented', means };
  return judgeOpen(given, documented, documentedTypes(documented));
}

/** Whether data of no type is a number that may be hexadecimal: `00000010`. */
function isOpenNumber({ type, data = '' }: Given, documented: DocumentedData): boolean {
  const types = type === undefined ? documentedTypes(documented) : [];
  return types.filter(isNumeric).some((each) => isPadded(each, data));
}

export function finding(verdict: DataVerdict, reason?: DataReason): DataFinding {
  return { verdict, ...(reason && { reason }), means: [] };
}

export function documentedTypes({ registryType, values = [], openTypes = [] }: DocumentedData): string[] {
  const all = [registryType, ...values.map(({ type }) => type), ...openTypes];
  return [...new Set(all.filter((type) => type !== undefined))];
}

/** The documented contents that the data is, if it is of the type. */
function equalTo(
  given: ValueData,
  givenType: string | undefined,
  { values = [], registryType }: DocumentedData,
): DocumentedValue[] {
  let as: { type: string; content: string | undefined } | undefined;
  return values.filter(({ data, type = registryType }) => {
    if (data === null || type === undefined || (givenType !== undefined && givenType !== type)) return false;
    // The contents of nearly all values are of one type.
    if (as?.type !== type) as = { type, content: contentAs(type, given) };
    return as.content !== undefined && as.content === contentAs(type, data);
  });
}

/** The documented flags that the number is the sum of; none where it has a bit that no flag has. */
function flagsIn(given: ValueData, type: string | undefined, documented: DocumentedData): DocumentedValue[] {
  const { flags, values = [], registryType } = documented;
  const content = flags && contentAs(type ?? registryType ?? '', given);
  if (content === undefined) return [];
  const number = BigInt(content);
  const parts = values.filter(
    ({ data }) => data !== null && data !== '0' && (number & BigInt(data)) === BigInt(data),
  );
  // Sums are listed besides, without a label (24 of the encryption types of Kerberos).
  return [parts.filter(isLabelled), parts].find((flags) => sumOf(flags) === number) ?? [];
}

const isLabelled = ({ label }: DocumentedValue) => label !== undefined;
const sumOf = (flags: readonly DocumentedValue[]) =>
  flags.reduce((sum, { data }) => sum | BigInt(data ?? 0), 0n);
const isAnyStated = (limits: readonly unknown[]) => limits.some((limit) => limit !== undefined);

/** The content is none of those listed. */
function judgeOpen(given: Given, documented: DocumentedData, types: readonly string[]): DataFinding {
  const { values, bounds, maxLength, maxStrings, entries, patterns, open } = documented;
  const limited = isAnyStated([bounds, maxLength, maxStrings, entries, patterns]);
  if (values !== undefined && !limited && !open) return notListed(values);
  const openTypes = documented.openTypes ?? types;
  const ofData = openTypes.find((each) => contentAs(each, given.data ?? '') !== undefined);
  // Data of no type is out of bounds, as it would be with the type.
  const type = given.type ?? ofData ?? (bounds && openTypes[0]);
  if (type === undefined || !openTypes.includes(type)) {
    return notListed(values ?? [], openTypes);
  }
  if (bounds !== undefined && isSpeltOtherwise(type, given.data ?? ''))
    return finding('unknown', { code: 'numberSpelt' });
  const refusal =
    refusedByBounds(given, type, bounds) ??
    refusedByLength(given, documented) ??
    refusedByEntries(given, documented);
  if (refusal !== undefined) return finding('undocumented', refusal);
  if (patterns !== undefined) return finding('unknown', { code: 'patternNotChecked' });
  return finding(isAnyStated([bounds, entries]) ? 'documented' : 'free');
}

function notListed(values: readonly DocumentedValue[], openTypes: readonly string[] = []): DataFinding {
  const listed = values.filter((value) => value.data !== null);
  const texts = [...new Set([...listed.map((value) => legible(String(value.data))), ...openTypes])];
  // Where nothing but a deletion is documented, nothing is known of data.
  return texts.length === 0
    ? finding('unknown', { code: 'noDocumentedData' })
    : finding('undocumented', { code: 'notListed', listed: texts.join(', ') });
}

/** An empty text would not be seen in a list. */
function legible(text: string): string {
  return text.trim() === '' ? `“${text}”` : text;
}

/** A number that is stored as text: what reads `010` or `0x10` may take it for another one, or for none. */
function isSpeltOtherwise(type: string, data: ValueData): boolean {
  const number = isNumeric(type) ? undefined : contentAs('REG_QWORD', data);
  return (number !== undefined && number !== String(data)) || isPadded('REG_QWORD', data);
}

function refusedByBounds(
  { data }: Given,
  type: string,
  bounds: DocumentedData['bounds'],
): DataReason | undefined {
  if (bounds === undefined) return undefined;
  // A number that is stored as text has bounds too.
  const text = contentAs(isNumeric(type) ? type : 'REG_QWORD', data ?? '');
  const { min, max } = bounds;
  if (text !== undefined && isWithin(text, min, max)) return undefined;
  return { code: 'outOfBounds', min: min ?? '', max: max ?? '' };
}

function refusedByLength({ data }: Given, { maxLength, maxStrings }: DocumentedData): DataReason | undefined {
  const texts = Array.isArray(data) ? data : [String(data ?? '')];
  if (maxStrings !== undefined && texts.length > Number(maxStrings)) {
    return { code: 'tooManyEntries', most: String(maxStrings) };
  }
  return maxLength !== undefined && texts.some((text) => text.length > Number(maxLength))
    ? { code: 'tooLong', most: String(maxLength) }
    : undefined;
}

/** One text may hold several, divided by commas: hardened UNC paths, cipher suites. */
function refusedByEntries({ data }: Given, { entries }: DocumentedData): DataReason | undefined {
  if (entries === undefined) return undefined;
  const known = new Set(entries.flatMap(dividedEntries));
  const given = Array.isArray(data) ? data : [String(data ?? '')];
  return given.flatMap(dividedEntries).every((entry) => known.has(entry))
    ? undefined
    : { code: 'entryNotListed', listed: entries.join(', ') };
}

function dividedEntries(text: string): string[] {
  return text.split(',').map((entry) => entry.trim().toLowerCase());
}

const ORDER: readonly DataVerdict[] = ['documented', 'free', 'unknown', 'undocumented', 'wrong-type'];

/**
 * Of several settings that write one pair: what one of them documents is documented; excluded is what all of them
 * exclude.
 */
export function strongest<T extends { finding: DataFinding }>(all: readonly T[]): T | undefined {
  const rank = ({ finding }: T) => ORDER.indexOf(finding.verdict);
  return all.toSorted((a, b) => rank(a) - rank(b))[0];
}
