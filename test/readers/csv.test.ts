/** The form of CSV lists and of PolicyRules: delimiters, comments, quoting, empty fields, and text in parts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delimiterOf } from '../../runtime/readers/csv.ts';
import { itemsOf, read } from './generators.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const item = (value: string, data: string) => ({ key: 'HKLM\\A', value, data });

describe('the delimiter of a header line', () => {
  it('is the one that it has most of outside quotation marks, the first of equals', () => {
    const piece = fc.constantFrom(...DELIMITERS, 'a', '"x,y,z"', '"|;"');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const counts = DELIMITERS.map((delimiter) => pieces.filter((each) => each === delimiter).length);
        const most = Math.max(...counts);
        expect(delimiterOf(pieces.join(''))).toBe(most === 0 ? undefined : DELIMITERS[counts.indexOf(most)]);
      }),
    );
  });
});

describe('a CSV list', () => {
  it('is read with any delimiter, with comments and blank lines before its header', () => {
    for (const d of DELIMITERS) {
      for (const before of ['', '#TYPE System.Object\n', '\n', '  \n#TYPE x\n\n']) {
        const text = `${before}key${d}value${d}data\nHKLM\\A${d}v${d}x\n\nHKLM\\A${d}w${d}y\n`;
        const result = read('a.csv', text);
        expect(itemsOf(result), JSON.stringify(text)).toEqual([item('v', 'x'), item('w', 'y')]);
      }
    }
  });

  it('may name its delimiter in its first line, as Excel reads it, whatever the header has most of', () => {
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
    // Without a character it says nothing.
    expect(itemsOf(read('a.csv', 'sep=\nkey,value,data\nHKLM\\A,v,x\n'))).toEqual([item('v', 'x')]);
  });

  it('may have quotation marks within a field where tabs separate its fields, and nowhere else', () => {
    const text = 'key\tvalue\tdata\nHKLM\\A\tv\tsay "x"\n';
    expect(itemsOf(read('a.csv', text))).toEqual([item('v', 'say "x"')]);
    expect(read('a.csv', text.replaceAll('\t', ',')).problem).toMatchObject({ line: 2 });
  });

  it('may have empty fields beyond its header, and no others', () => {
    expect(itemsOf(read('a.csv', 'key,value,data\nHKLM\\A,v,x,,\n'))).toEqual([item('v', 'x')]);
    expect(read('a.csv', 'key,value,data\nHKLM\\A,v,x,,y\n').problem).toMatchObject({ line: 2 });
  });

  it('has no content where a field is empty', () => {
    expect(itemsOf(read('a.csv', 'key,value,type,data\nHKLM\\A,v,,x\n'))).toEqual([item('v', 'x')]);
  });
});

describe('PolicyRules', () => {
  const rules = (inner: string) => `<PolicyRules>${inner}</PolicyRules>`;
  const config = (key: string, data = '<RegData>x</RegData>') =>
    `<ComputerConfig><Key>${key}</Key><Value>v</Value><RegType>REG_SZ</RegType>${data}</ComputerConfig>`;

  it('has text that comes in parts, and data that may be absent', () => {
    const result = read('a.PolicyRules', rules(config('A', '<RegData>a&amp;b<![CDATA[<c>]]></RegData>')));
    expect(itemsOf(result)).toMatchObject([{ key: 'HKLM\\A', data: 'a&b<c>' }]);
    expect(itemsOf(read('a.PolicyRules', rules(config('A', ''))))).toMatchObject([{ data: '' }]);
  });

  it('has no key of blanks', () => {
    for (const key of ['', ' ', '\n\t']) {
      expect(read('a.PolicyRules', rules(config(key))).problem?.message).toContain('<Key> is empty');
    }
  });

  it('has blanks around a line of a security template', () => {
    const line = '\n  MACHINE\\a\\b=4,1  \n';
    const inner = `<SecurityTemplate Section="Registry Values"><LineItem>${line}</LineItem></SecurityTemplate>`;
    expect(itemsOf(read('a.PolicyRules', rules(inner)))).toMatchObject([
      { key: 'MACHINE\\a', value: 'b', data: 1 },
    ]);
  });

  it('names the first line of rules without registry values', () => {
    const rule = '<AuditSubcategory/>';
    expect(read('a.PolicyRules', rules(`\n${rule}\n${rule}\n${rule}`))).toMatchObject({
      notes: [{ message: expect.stringContaining('its 3 rules'), at: { line: 2 } }],
    });
  });
});
