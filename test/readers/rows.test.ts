/** What each field of a list is taken for, by a table written here, in CSV and JSON alike. */
import { describe, expect, it } from 'vitest';
import { itemsOf, kindsOf, read } from './generators.ts';

/** By role the names of its fields, the first of them before the others. */
const NAMES = {
  key: 'Registry Key,RegistryPath,Registry Key Path,RegKey,Reg Path,Key Path,KeyName,key,PATH',
  value:
    'Registry Value Name,RegistryItem,Registry Name,ValueName,RegValue,Property Name,Property,Name,Registry Value,value',
  type: 'Registry Type,Registry_Value_Type,RegType,Value Type,DataType,Property Type,type',
  data: 'Registry Data,RegistryValueData,RegData,Value Data,data,RecommendedValue',
  hive: 'Registry Hive,hive',
  omaUri: 'OMA-URI,CSP Path,settingDefinitionId',
  delete: 'Delete',
  action: 'Action,Ensure',
  operator: 'Operator',
};

type Row = Record<string, string>;

/** The one row in CSV and in JSON. */
function both(row: Row): ReturnType<typeof read>[] {
  const cells = (texts: string[]) => texts.map((text) => `"${text}"`).join(',');
  const csv = `${cells(Object.keys(row))}\n${cells(Object.values(row))}\n`;
  return [read('a.csv', csv), read('a.json', JSON.stringify([row]))];
}

function expectItem(row: Row, expected: object): void {
  for (const result of both(row)) expect(itemsOf(result), JSON.stringify(row)).toEqual([expected]);
}

const CONTENTS: Row = { key: 'A', value: 'v', type: 'REG_SZ', data: 'd', hive: 'HKLM' };

describe('a field', () => {
  it('is known by each of its names, and the first of them wins', () => {
    const rows = Object.entries(NAMES).map(([role, names]) => ({ role, names: names.split(',') }));
    for (const { role, names } of rows.filter(({ role: each }) => each in CONTENTS)) {
      for (const [at, name] of names.entries()) {
        const others = Object.entries(CONTENTS).filter(([other]) => other !== role);
        // The value's own column is `RegistryItem` where the data's names are tried, so that no name is taken twice.
        const row = Object.fromEntries(
          others.map(([other, content]) => [other === 'value' ? 'RegistryItem' : other, content]),
        );
        const later = Object.fromEntries(names.slice(at + 1).map((each) => [each, 'other']));
        const expected = { key: 'HKLM\\A', value: 'v', type: 'REG_SZ', data: 'd' };
        expectItem({ ...later, ...row, [name]: CONTENTS[role] ?? '' }, expected);
      }
    }
    for (const name of NAMES.omaUri.split(','))
      expect(itemsOf(read('a.csv', `${name}\n./A\n`))).toEqual([{ omaUri: './A' }]);
    for (const [name, word] of [
      ['Delete', 'True'],
      ['Action', ' Remove '],
      ['Ensure', 'absent'],
    ] as const)
      expectItem({ key: 'K', value: 'v', [name]: word }, { key: 'K', value: 'v', delete: true });
  });

  it('of the name value is data beside another name of the value, and beside no other data', () => {
    expectItem({ key: 'K', name: 'v', value: 'd' }, { key: 'K', value: 'v', data: 'd' });
    expectItem({ key: 'K', name: 'v', RegistryValue: 'd' }, { key: 'K', value: 'v', data: 'd' });
    expectItem({ key: 'K', name: 'v', value: 'x', data: 'd' }, { key: 'K', value: 'v', data: 'd' });
    expectItem({ key: 'K', value: 'v' }, { key: 'K', value: 'v' });
  });

  it('with a role stands there once', () => {
    for (const name of ['Key', 'DATA', 'Name']) {
      const row: Row = { key: 'K', name: 'v', data: '0', note: '', Note: '', [name]: '1' };
      for (const { problem } of both(row))
        expect(problem?.message, name).toMatch(/^two (?:columns|fields) have the same name/);
    }
    expectItem({ key: 'K', name: 'v', note: '', Note: '' }, { key: 'K', value: 'v' });
  });

  it('has blanks around a key, a hive, a type and a word, and they are part of a value name and of text', () => {
    const row = { key: ' A\t', hive: ' HKLM ', name: ' v ', type: ' sz ', data: ' d ', action: ' Set ' };
    expectItem(row, { key: 'HKLM\\A', value: ' v ', type: 'REG_SZ', data: ' d ' });
    expectItem({ key: 'A', name: 'v', type: ' ', data: 'd' }, { key: 'A', value: 'v', data: 'd' });
    expectItem({ 'oma-uri': ' ./A ' }, { omaUri: './A' });
    for (const result of both({ key: ' ', name: 'v', omaUri: ' ' }))
      expect(kindsOf(result)).toEqual(['skipped']);
  });
});

describe('an entry', () => {
  it('with a key and an OMA-URI is of the key', () => {
    expectItem({ key: 'K', name: 'v', omaUri: './A' }, { key: 'K', value: 'v' });
  });

  it('that deletes and names no value may delete its key where an action does, and only there', () => {
    const of = (name: string, word: string, value: string) =>
      both({ key: 'K', name: value, [name]: word }).map(kindsOf);
    expect(of('action', 'delete', '')).toEqual([['delete-keys'], ['delete-keys']]);
    expect(of('action', 'delete', 'v')).toEqual([[], []]);
    expect(of('delete', 'true', '')).toEqual([[], []]);
  });

  it('with an instruction and no data names nothing by it', () => {
    for (const result of both({ key: 'K', name: '**DeleteValues' })) {
      expect(itemsOf(result)).toEqual([]);
      expect(kindsOf(result)).toEqual(['delete-values']);
    }
  });

  it('of JSON has null where it has nothing', () => {
    const nothing = {
      omaUri: null,
      hive: null,
      type: null,
      data: null,
      delete: null,
      action: null,
      operator: null,
    };
    expect(itemsOf(read('a.json', JSON.stringify([{ key: 'K', name: 'v', ...nothing }])))).toEqual([
      { key: 'K', value: 'v' },
    ]);
  });

  it('keeps why its data was not read beside a type', () => {
    const row = { key: 'K', name: 'v', type: 'REG_DWORD', data: '1', action: 'audit' };
    expectItem(row, { key: 'K', value: 'v', type: 'REG_DWORD', unread: expect.stringContaining('"audit"') });
  });

  it.each([
    ['a', { data: ['a'] }],
    ['a\r\nb\n\nc', { data: ['a', 'b', 'c'] }],
    ['a\\0b', { unread: expect.stringContaining('told apart') }],
    ['a|b', { unread: expect.stringContaining('told apart') }],
    ['a;b', { unread: expect.stringContaining('told apart') }],
  ])('has the entries of %j', (data, expected) => {
    const type = 'REG_MULTI_SZ';
    expectItem({ key: 'K', name: 'v', type, data }, { key: 'K', value: 'v', type, ...expected });
  });
});
