/** Compares the data of an MDM setting with the values that the DDF documents for its node. Pure. */
import type { RecordNode } from '../contract/record.ts';
import type { DataVerdict } from '../contract/verified.ts';

export type Allowed = NonNullable<RecordNode['allowedValues']>;

interface AllowedFinding {
  verdict: DataVerdict;
  /** The documented values, where the data is none of them. */
  allowed?: string;
  /** The kind of a description that is not evaluated here. */
  unchecked?: string;
  label?: string | undefined;
}

const JUDGES = new Map([
  ['ENUM', judgeList],
  ['Flag', judgeFlag],
  ['Range', judgeRange],
  ['None', (): AllowedFinding => ({ verdict: 'free' })],
]);

export function judgeAllowed(allowed: Allowed, text: string): AllowedFinding {
  return JUDGES.get(allowed.kind)?.(allowed, text) ?? { verdict: 'unknown', unchecked: allowed.kind };
}

function judgeList({ values = [], delimiter }: Allowed, text: string): AllowedFinding {
  if (values.length === 0) return { verdict: 'unknown', unchecked: 'ENUM' };
  const found = listedIn(text, delimiter).map((part) =>
    values.find(({ value }) => value.toLowerCase() === part.toLowerCase()),
  );
  if (found.some((value) => value === undefined)) return refusedValues(values);
  const [only] = found;
  return { verdict: 'documented', label: found.length === 1 ? only?.label : undefined };
}

function listedIn(text: string, delimiter: string | undefined): string[] {
  return delimiter === undefined ? [text] : text.split(delimiter);
}

function refusedValues(values: NonNullable<Allowed['values']>): AllowedFinding {
  return { verdict: 'undocumented', allowed: values.map(({ value }) => value).join(', ') };
}

/** A sum of documented flags. Without a flag it is documented only where the vendor lists 0. */
function judgeFlag({ values = [] }: Allowed, text: string): AllowedFinding {
  const flags = values.map(({ value }) => value.trim());
  if (values.length === 0 || !flags.every((flag) => NUMBER.test(flag))) {
    return { verdict: 'unknown', unchecked: 'Flag' };
  }
  if (!NUMBER.test(text.trim())) return refusedValues(values);
  const number = BigInt(text.trim());
  const parts = flags.map(BigInt).filter((flag) => (number & flag) === flag);
  const sum = parts.reduce((bits, flag) => bits | flag, 0n);
  if (parts.length === 0 || sum !== number) return refusedValues(values);
  const exact = values.find(({ value }) => BigInt(value.trim()) === number);
  return { verdict: 'documented', label: exact?.label };
}

const NUMBER = /^(?:\d{1,20}|0x[\da-f]{1,16})$/i;

function judgeRange({ min, max, values = [], delimiter }: Allowed, text: string): AllowedFinding {
  const ranges = min === undefined || max === undefined ? values.map(readRange) : [{ min, max }];
  const known = ranges.filter((range) => range !== undefined);
  if (known.length === 0 || known.length < ranges.length) return { verdict: 'unknown', unchecked: 'Range' };
  const numbers = listedIn(text, delimiter).map((part) =>
    /^-?\d{1,15}$/.test(part.trim()) ? Number(part) : Number.NaN,
  );
  return numbers.every((number) => known.some((range) => number >= range.min && number <= range.max))
    ? { verdict: 'documented' }
    : { verdict: 'undocumented', allowed: known.map((range) => `${range.min} – ${range.max}`).join(', ') };
}

/** Conditions of LAPS.xml have `[6-8]` in the place of bounds, those of VPNv2.xml a number each. */
function readRange({ value }: { value: string }): { min: number; max: number } | undefined {
  const [, from, to] = /^\[(\d{1,15})-(\d{1,15})\]$/.exec(value) ?? /^(\d{1,15})$/.exec(value) ?? [];
  return from === undefined ? undefined : { min: Number(from), max: Number(to ?? from) };
}
