/** Cut and damaged files of Registry.pol; sound ones are rows of `test/vectors/readers.jsonl`. */
import { expect, it } from 'vitest';
import { itemsOf, read } from './generators.ts';
import { type WrittenValue, writePol } from './writers.ts';

const PATH = 'GPO/Machine/Registry.pol';
function sz(key: string, value: string, data = ' '): WrittenValue {
  return { key: `HKLM\\${key}`, value, type: 'REG_SZ', data };
}

it('refuses every truncation inside a record with an offset, and reads one between records as what is left', () => {
  const values = [sz('Software\\A', 'b', 'text'), sz('Software\\C', 'd', 'more')];
  const whole = writePol(values);
  const boundaries = [0, 1, 2].map((count) => writePol(values.slice(0, count)).length);
  for (let length = 4; length < whole.length; length++) {
    const result = read(PATH, whole.subarray(0, length));
    const count = boundaries.indexOf(length);
    if (count >= 0) expect(itemsOf(result)).toEqual(values.slice(0, count));
    else expect(result.problem, `at ${length}`).toMatchObject({ file: PATH, offset: expect.any(Number) });
  }
});

it.each([
  { type: 'REG_SZ', data: 'text', bytes: 10 },
  { type: 'REG_BINARY', data: '00ff01', bytes: 3 },
])('refuses a size of $type that ends where a later record does', ({ type, data, bytes }) => {
  const values = ['b', 'c', 'd'].map((value): WrittenValue => ({ key: 'HKLM\\A', value, type, data }));
  const ends = [1, 2, 3].map((count) => writePol(values.slice(0, count)).length - ']'.length * 2);
  const begin = (ends[0] ?? 0) - bytes;
  for (const end of ends.slice(1)) {
    const file = Buffer.from(writePol(values));
    file.writeUInt32LE(end - begin, begin - 6);
    const message = expect.stringContaining('reaches over the next record');
    expect(read(PATH, file).problem).toMatchObject({ offset: 8, message });
  }
});
