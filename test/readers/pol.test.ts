import { describe, expect, it } from 'vitest';
import { itemsOf, kindsOf, read } from './generators.ts';
import { type WrittenValue, writePol } from './writers.ts';

const PATH = 'GPO/Machine/Registry.pol';
function sz(key: string, value: string, data = ' '): WrittenValue {
  return { key: `HKLM\\${key}`, value, type: 'REG_SZ', data };
}

describe('Registry.pol', () => {
  it('reads entries that look like the end of a record', () => {
    const data = ['a][b', ';cd;ef;', 'g'];
    const file = writePol([{ key: 'HKLM\\A', value: 'b', type: 'REG_MULTI_SZ', data }]);
    expect(itemsOf(read(PATH, file))).toEqual([{ key: 'HKLM\\A', value: 'b', type: 'REG_MULTI_SZ', data }]);
  });

  it('takes the hive from the folder, and else says that it is unknown', () => {
    const file = writePol([sz('A', 'b')]);
    const keyIn = (path: string) => itemsOf(read(path, file))[0];
    expect(keyIn('x/DomainSysvol/GPO/machine/registry.pol')).toMatchObject({ key: 'HKLM\\A' });
    expect(keyIn('{GUID}\\USER\\Registry.pol')).toMatchObject({ key: 'HKCU\\A' });
    for (const path of ['registry.pol', '/home/user/registry.pol', 'C:\\Users\\Machine\\registry.pol']) {
      expect(keyIn(path)).toMatchObject({ key: 'A' });
      expect(kindsOf(read(path, file))).toEqual(['unknown-hive']);
    }
  });

  it('notes instructions, with the values that they name', () => {
    const file = writePol([
      sz('A', '**Del.x.y'),
      sz('B', '**delvals.'),
      sz('B', '**DELVALS'),
      sz('C', '**DeleteValues', 'p; q;'),
      sz('D', '**DeleteKeys', 'K1;K2'),
      { key: 'HKLM\\E', value: '**soft.s', type: 'REG_DWORD', data: 7 },
      { key: 'HKLM\\F', value: '**SecureKey', type: 'REG_DWORD', data: 1 },
      sz('F', '**SecureKey=1'),
      sz('G', '**other'),
      { key: 'HKLM\\H', value: '', type: 'REG_NONE', data: '' },
    ]);
    const result = read(PATH, file);
    expect(itemsOf(result)).toEqual([
      { key: 'HKLM\\A', value: 'x.y', delete: true },
      { key: 'HKLM\\C', value: 'p', delete: true },
      { key: 'HKLM\\C', value: 'q', delete: true },
      { key: 'HKLM\\E', value: 's', type: 'REG_DWORD', data: 7 },
    ]);
    expect(kindsOf(result)).toEqual([
      'delete-value',
      'delete-all-values',
      'delete-all-values',
      'delete-values',
      'delete-keys',
      'soft-value',
      'secure-key',
      'secure-key',
      'unknown-instruction',
      'create-key',
    ]);
  });

  it('tells the offset of every record', () => {
    const one = writePol([sz('A', 'b')]);
    const result = read(PATH, writePol([sz('A', 'b'), sz('C', 'd')]));
    expect(result.problem === undefined && result.items.map((item) => item.at)).toEqual([
      { file: PATH, offset: 8 },
      { file: PATH, offset: one.length },
    ]);
  });

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

  it('refuses control characters in a key and in a name', () => {
    for (const value of [sz('A\u0001', 'b'), sz('A', 'b\u001f')]) {
      const message = expect.stringContaining('holds a control character');
      expect(read(PATH, writePol([value])).problem).toMatchObject({ message });
    }
  });

  it('does not read more data than is allowed, and reads the other values', () => {
    const values = ['b', '**soft.c', '**DeleteValues'].map((name) => sz('A', name, 'x'.repeat(100)));
    const result = read(PATH, writePol([...values, sz('A', 'd', 'x')]), { maxValueBytes: 100 });
    const unread = 'the value has more than 100 bytes of data';
    expect(itemsOf(result)).toEqual([
      ...values.map(({ key, value, type }) => ({ key, value, type, unread })),
      sz('A', 'd', 'x'),
    ]);
    expect(kindsOf(result)).toEqual(values.map(() => 'unreadable-data'));
  });

  it('refuses another version', () => {
    const file = writePol([sz('A', 'b', 'x')]);
    const other = file.slice();
    other[4] = 2;
    expect(read(PATH, other).problem).toMatchObject({
      offset: 4,
      message: expect.stringContaining('version 2'),
    });
  });
});
