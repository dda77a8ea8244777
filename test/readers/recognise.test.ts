/** Formats told by their content, and bounds of what is read, each at the bound and one beyond it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backupFolder } from '../../cli/verify/collect.ts';
import { recognise } from '../../runtime/readers/recognise.ts';
import { soundFiles } from './corpus.ts';
import { itemsOf, read } from './generators.ts';
import { encode, type RegForm } from './writers.ts';

it('tells every format by its content, under any name', () => {
  for (const { format, name, content } of soundFiles(3)) {
    for (const other of [name, 'stdin', 'x.txt', 'x.bin'])
      expect(recognise(content, other), name).toBe(format);
  }
});

it('tells text in every encoding', () => {
  const encodings: RegForm['encoding'][] = ['utf-8', 'utf-8-mark', 'utf-16le', 'utf-16be'];
  for (const encoding of encodings) {
    expect(recognise(encode('Computer\r\nK\r\nv\r\nDWORD:1\r\n', encoding), 'x')).toBe('lgpo-text');
    const withoutMark = encode('REGEDIT4\r\n', encoding).subarray(encoding.startsWith('utf-16') ? 2 : 0);
    expect(recognise(withoutMark, 'x')).toBe('reg');
  }
});

it('takes a list of registry values for one, whatever else its entries name', () => {
  const value = { key: 'HKLM\\Software\\A', value: 'v', type: 'REG_DWORD', data: 1 };
  for (const name of ['settingDefinitionId', 'omaSettings', '@odata.type']) {
    for (const list of [[value], { items: [value] }, value]) {
      const more = JSON.stringify(list).replace('"data":1', `"data":1,"${name}":"device_vendor_msft_x"`);
      expect(itemsOf(read('a.json', more)), more).toMatchObject([value]);
    }
    const profile = { [name]: 'device_vendor_msft_x', id: '1', name: 'v', value: 1 };
    expect(recognise(Buffer.from(JSON.stringify([profile])), 'a.json')).toBe('intune');
  }
});

it('refuses a file that is too large, and one with too many values', () => {
  const [file] = soundFiles(10);
  expect(file && read('x', file.content, { maxBytes: 100 }).problem).toMatchObject({
    message: expect.stringContaining('at most 100'),
  });
  for (const each of soundFiles(10)) {
    const place = each.name.endsWith('pol') ? { offset: expect.any(Number) } : { line: expect.any(Number) };
    expect(read(each.name, each.content, { maxItems: 9 }).problem, each.name).toMatchObject({
      ...place,
      message: expect.stringContaining('more than 9'),
    });
    expect(read(each.name, each.content, { maxItems: 10 }).problem, each.name).toBeUndefined();
  }
});

it('tells the folder of a GPO backup', () => {
  expect(backupFolder('b/{G}/DomainSysvol/GPO/Machine/registry.pol')).toBe('b/{G}');
  expect(backupFolder('b\\{G}\\domainsysvol\\GPO\\User\\registry.pol')).toBe('b\\{G}');
  expect(backupFolder('b/{G}/bkupInfo.xml')).toBe('b/{G}');
  expect(backupFolder('DomainSysvol/GPO/x')).toBe('');
  expect(backupFolder('b/Machine/registry.pol')).toBeUndefined();
});

it('data has the bytes that the registry has for it, and not one more than allowed', () => {
  const entry = (data: unknown, type?: string) => JSON.stringify([{ key: 'SYSTEM', value: 'v', type, data }]);
  const text = fc.stringMatching(/^[a-z]{0,20}$/);
  const sized = fc.oneof(
    fc.tuple(text, fc.constantFrom(undefined, 'REG_SZ', 'REG_EXPAND_SZ')).map(([data, type]) => ({
      json: entry(data, type),
      bytes: 2 * data.length,
    })),
    fc.array(text, { maxLength: 4 }).map((data) => ({
      json: entry(data, 'REG_MULTI_SZ'),
      bytes: data.reduce((sum, each) => sum + 2 * (each.length + 1), 0),
    })),
    fc.uint8Array({ maxLength: 20 }).map((data) => ({
      json: entry(Buffer.from(data).toString('hex'), 'REG_BINARY'),
      bytes: data.length,
    })),
  );
  fc.assert(
    fc.property(sized, ({ json, bytes }) => {
      expect(itemsOf(read('a.json', json, { maxValueBytes: bytes }))[0]).not.toHaveProperty('unread');
      if (bytes === 0) return;
      expect(itemsOf(read('a.json', json, { maxValueBytes: bytes - 1 }))[0]).toHaveProperty('unread');
    }),
  );
});

it('a key of 1,024 characters is whole; a longer one has one more than these, in its notes too', () => {
  for (const length of [1023, 1024, 1025, 1026, 5000]) {
    const key = 'k'.repeat(length);
    const result = read('a.json', JSON.stringify([{ key, value: 'v', type: 'x', data: 'y' }]));
    if (result.problem !== undefined) throw new Error(result.problem.message);
    const lengths = [...result.items, ...result.notes].map((each) => ('key' in each ? each.key?.length : 0));
    expect(lengths).toEqual([Math.min(length, 1025), Math.min(length, 1025)]);
  }
});
