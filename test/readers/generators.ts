/** Generated registry values, and helpers that the tests of the readers share. */
import fc from 'fast-check';
import {
  type Item,
  type ReadLimits,
  type ReadResult,
  type RegistryItem,
  readFile,
} from '../../runtime/readers/index.ts';
import { longHive, type WrittenValue } from './writers.ts';

const encoder = new TextEncoder();

export function read(name: string, content: string | Uint8Array, limits?: Partial<ReadLimits>): ReadResult {
  return readFile({ name, content: typeof content === 'string' ? encoder.encode(content) : content }, limits);
}

/** Files whose keys and names people type; Windows reads those of all others as they stand. */
const TYPED = /^(?:csv|json|json-lines|powershell|batch|tasks|intune)$/;

/**
 * The items without their places, and without `literal`, which is checked here, but for answer files: .reg files in them
 * have it. Throws where the file was not read.
 */
export function itemsOf(result: ReadResult): Omit<Item, 'at'>[] {
  if (result.problem !== undefined) throw new Error(JSON.stringify(result.problem));
  const literal = TYPED.test(result.format) ? undefined : true;
  return result.items.map(({ at: _at, ...item }) => {
    const { literal: found, ...others } = item as RegistryItem;
    if (result.format === 'unattend') return item;
    if (found !== literal) throw new Error(`literal is ${found} in ${result.format}`);
    return others;
  });
}

export function kindsOf(result: ReadResult): string[] {
  if (result.problem !== undefined) throw new Error(JSON.stringify(result.problem));
  return result.notes.map((note) => note.kind);
}

/** With the hive as .reg files spell it. */
export function inReg(values: WrittenValue[]): WrittenValue[] {
  return values.map((each) => ({ ...each, key: longHive(each.key) }));
}

/** UTF-16 units, paired or not: the registry does not check them. */
const UNITS = fc
  .array(fc.integer({ min: 1, max: 0xffff }), { maxLength: 10 })
  .map((units) => String.fromCharCode(...units));
const TROUBLE = fc.string({
  unit: fc.constantFrom('"', '\\', '\n', '\r\n', ';', '[', ']', '=', 'a', ' '),
  maxLength: 12,
});
const ANY = fc.oneof(UNITS, TROUBLE, fc.string({ maxLength: 20 }), fc.constant('@'));
const ASCII = fc.string({ unit: 'grapheme-ascii', maxLength: 20 });

/** No control characters, separators at the ends or brackets, which a line of a .reg file could not tell. */
const PART = fc
  .stringMatching(/^[A-Za-z0-9 ;,{}()é語.-]{1,15}$/)
  .map((text) => text.trim())
  .filter((text) => text !== '');

const KEY = fc
  .tuple(fc.constantFrom('HKLM', 'HKCU'), fc.array(PART, { minLength: 1, maxLength: 4 }))
  .map(([hive, parts]) => [hive, ...parts].join('\\'));

function dataOf(text: fc.Arbitrary<string>): fc.Arbitrary<Pick<WrittenValue, 'type' | 'data' | 'delete'>> {
  const of = (type: string, data: fc.Arbitrary<number | string | string[]>) =>
    data.map((each) => ({ type, data: each }));
  const entry = text.filter((each) => each !== '');
  const qword = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  return fc.oneof(
    of('REG_SZ', text),
    of('REG_EXPAND_SZ', text),
    of('REG_MULTI_SZ', fc.array(entry, { maxLength: 4 })),
    of('REG_DWORD', fc.integer({ min: 0, max: 0xffff_ffff })),
    of(
      'REG_QWORD',
      qword.map((each) => (each <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(each) : `${each}`)),
    ),
    of(
      'REG_BINARY',
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    ),
    of(
      'REG_NONE',
      fc.uint8Array({ minLength: 1, maxLength: 5 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    ),
    fc.constant({ delete: true as const }),
  );
}

function valuesOf(text: fc.Arbitrary<string>): fc.Arbitrary<WrittenValue[]> {
  const value = fc.tuple(KEY, text, dataOf(text)).map(([key, name, data]) => ({ key, value: name, ...data }));
  return fc.array(value, { maxLength: 8 });
}

/** Text of any characters but NUL, with line breaks, quotation marks and backslashes. */
export const VALUES = valuesOf(ANY);
export const ASCII_VALUES = valuesOf(ASCII);

/** Without names that are instructions in a Registry.pol, half surrogate pairs, and NUL, which no script can hold. */
export const WHOLE_TEXTS = VALUES.map((values) =>
  values.filter(
    ({ value, data }) => !value.startsWith('**') && !/\p{Surrogate}|\0/u.test(`${value} ${data}`),
  ),
);
