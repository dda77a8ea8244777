/** Damaged files of Registry.pol: cut ones are in damage.test.ts, sound ones in `test/vectors/readers.jsonl`. */
import { expect, it } from 'vitest';
import { read } from './generators.ts';
import { type WrittenValue, writePol } from './writers.ts';

const PATH = 'GPO/Machine/Registry.pol';

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
