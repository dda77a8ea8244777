import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delimiterOf } from '../../runtime/readers/csv.ts';
import { itemsOf, read, VALUES } from './generators.ts';

// Names that begin with ** are instructions here, as in Registry.pol.
const NAMED = VALUES.map((values) => values.filter(({ value }) => !value.startsWith('**')));
const EXACT = NAMED.map((values) =>
  values.filter(({ type }) => type !== 'REG_NONE' && type !== 'REG_MULTI_SZ'),
);

const DELIMITERS = [',', ';', '\t', '|'];
const item = (value: string, data: string) => ({ key: 'HKLM\\A', value, data });

describe('CSV', () => {
  const field = (text: unknown) => `"${String(text ?? '').replaceAll('"', '""')}"`;
  // CSV is written here as UTF-8, which has no unpaired surrogates.
  const sound = EXACT.map((values) =>
    values.filter((value) => !/\p{Surrogate}/u.test(`${value.value}${value.data}`) && value.data !== ''),
  );

  it('reads back what is written, with any delimiter and line break, comments and blank lines', () => {
    const form = fc.record({
      delimiter: fc.constantFrom(...DELIMITERS),
      lineBreak: fc.constantFrom('\n', '\r\n'),
      before: fc.constantFrom('', '#TYPE System.Object\n', '\n', '  \n#TYPE x\n\n'),
      between: fc.constantFrom('', '\n'),
    });
    fc.assert(
      fc.property(sound, form, (values, { delimiter, lineBreak, before, between }) => {
        const rows = values.map((value) =>
          [value.key, value.value, value.type, value.data, value.delete ?? ''].map(field),
        );
        const header = ['Registry Key', 'Value Name', 'Type', 'Data', 'Delete'];
        const lines = [header, ...rows].map((row) => row.join(delimiter) + lineBreak);
        expect(itemsOf(read('list.csv', before + lines.join(between)))).toEqual(values);
      }),
    );
  });

  it('leaves a number open that has the digits of its type and leading zeros: it may be hexadecimal', () => {
    const digits = fc.record({
      type: fc.constantFrom(['REG_DWORD', 8] as const, ['REG_QWORD', 16] as const),
      number: fc.oneof(fc.nat(20), fc.nat(9_999_999)),
      more: fc.constantFrom(-1, 0, 0, 0, 1),
    });
    fc.assert(
      fc.property(digits, ({ type: [type, length], number, more }) => {
        const data = String(number).padStart(length + more, '0');
        const open = data.length === length && data.startsWith('0') && Number.parseInt(data, 16) !== number;
        for (const text of [
          `key,value,type,data\nHKLM\\A,v,${type},${data}\n`,
          JSON.stringify([{ key: 'HKLM\\A', value: 'v', type, data }]),
        ]) {
          const [item, ...others] = itemsOf(read('list.csv', text));
          expect(others).toEqual([]);
          expect(item, data).toMatchObject({
            type,
            ...(open ? { unread: expect.any(String) } : { data: number }),
          });
          expect(item !== undefined && 'data' in item).toBe(!open);
        }
      }),
    );
  });
});

describe('JSON lists', () => {
  it('reads back JSON lines, an array and a body of POST /v1/verify', () => {
    fc.assert(
      fc.property(NAMED, (values) => {
        fc.pre(values.length > 1);
        const forms = [
          values.map((value) => JSON.stringify(value)).join('\n'),
          JSON.stringify(values),
          JSON.stringify({ items: values }, null, 2),
        ];
        for (const form of forms) expect(itemsOf(read('a.json', form))).toEqual(values);
      }),
    );
  });

  it('has a number as it is where JavaScript holds it, else its digits', () => {
    const digits = fc.oneof(
      fc.bigInt().map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => JSON.stringify(each)),
      fc.integer({ min: -3, max: 3 }).map((by) => String(2n ** 53n + BigInt(by))),
      fc.constantFrom('1e400', '-1e400', '1e22', '1.0', '1E2', '0.1e-7', '9'.repeat(100)),
    );
    fc.assert(
      fc.property(digits, (text) => {
        const number = JSON.parse(text) as number;
        const isHeld = Number.isInteger(number)
          ? Math.abs(number) < 2 ** 53
          : Math.abs(number) <= Number.MAX_VALUE;
        const [item] = itemsOf(read('a.json', `[{"key":"SYSTEM","value":"v","data":${text}}]`));
        expect(item).toEqual({ key: 'SYSTEM', value: 'v', data: isHeld ? number : text });
      }),
    );
  });
});

it('delimiters in quotation marks are no fields of a list', () => {
  const rows = `SYSTEM,v,"${','.repeat(400_000)}"\n`.repeat(9);
  expect(itemsOf(read('a.csv', `key,name,data\n${rows}`)).length).toBe(9);
});

it('the delimiter of a header line is the one that it has most of outside quotation marks, the first of equals', () => {
  const piece = fc.constantFrom(...DELIMITERS, 'a', '"x,y,z"', '"|;"');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
      const counts = DELIMITERS.map((delimiter) => pieces.filter((each) => each === delimiter).length);
      const most = Math.max(...counts);
      expect(delimiterOf(pieces.join(''))).toBe(most === 0 ? undefined : DELIMITERS[counts.indexOf(most)]);
    }),
  );
});

it('a CSV list may name its delimiter in its first line, as Excel reads it, whatever the header has most of', () => {
  const form = fc.record({
    delimiter: fc.constantFrom(...DELIMITERS, '^', ':'),
    first: fc.constantFrom(
      (d: string) => `sep=${d}`,
      (d: string) => `"SEP=${d}"`,
    ),
    end: fc.constantFrom('\n', '\r\n'),
    // A column whose name holds other delimiters.
    note: fc.constantFrom('note', 'note|note,note;note'),
    name: fc.constantFrom('a.csv', 'stdin'),
  });
  fc.assert(
    fc.property(form, ({ delimiter: d, first, end, note, name }) => {
      fc.pre(!note.includes(d) && (name === 'a.csv' || (DELIMITERS.includes(d) && note === 'note')));
      const rows = [['key', 'value', 'data', note].join(d), ['HKLM\\A', 'v', 'x', ''].join(d)];
      const result = read(name, [first(d), ...rows, ''].join(end));
      expect(itemsOf(result)).toEqual([item('v', 'x')]);
      expect(result).toMatchObject({ items: [{ at: { line: 3 } }] });
    }),
  );
});
