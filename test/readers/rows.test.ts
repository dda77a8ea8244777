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
  return [read('a.csv', csvOf(row)), read('a.json', JSON.stringify([row]))];
}

function csvOf(row: Row): string {
  const cells = (texts: string[]) => texts.map((text) => `"${text}"`).join(',');
  return `${cells(Object.keys(row))}\n${cells(Object.values(row))}\n`;
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
      expectItem({ key: 'SYSTEM', value: 'v', [name]: word }, { key: 'SYSTEM', value: 'v', delete: true });
  });

  it('of the name value is data beside another name of the value, and beside no other data', () => {
    expectItem({ key: 'SYSTEM', name: 'v', value: 'd' }, { key: 'SYSTEM', value: 'v', data: 'd' });
    expectItem({ key: 'SYSTEM', name: 'v', RegistryValue: 'd' }, { key: 'SYSTEM', value: 'v', data: 'd' });
    expectItem({ key: 'SYSTEM', name: 'v', value: 'x', data: 'd' }, { key: 'SYSTEM', value: 'v', data: 'd' });
    expectItem({ key: 'SYSTEM', value: 'v' }, { key: 'SYSTEM', value: 'v' });
  });

  it('with a role stands there once', () => {
    for (const name of ['Key', 'DATA', 'Name']) {
      const row: Row = { key: 'SYSTEM', name: 'v', data: '0', note: '', Note: '', [name]: '1' };
      for (const { problem } of both(row))
        expect(problem?.message, name).toMatch(/^two (?:columns|fields) have the same name/);
    }
    expectItem({ key: 'SYSTEM', name: 'v', note: '', Note: '' }, { key: 'SYSTEM', value: 'v' });
  });

  it('has blanks around a key, a hive, a type and a word, and they are part of a value name and of text', () => {
    const row = { key: ' A\t', hive: ' HKLM ', name: ' v ', type: ' sz ', data: ' d ', action: ' Set ' };
    expectItem(row, { key: 'HKLM\\A', value: ' v ', type: 'REG_SZ', data: ' d ' });
    expectItem({ key: 'SYSTEM', name: 'v', type: ' ', data: 'd' }, { key: 'SYSTEM', value: 'v', data: 'd' });
    expectItem({ 'oma-uri': ' ./A ' }, { omaUri: './A' });
    for (const result of both({ key: ' ', name: 'v', omaUri: ' ' }))
      expect(kindsOf(result)).toEqual(['skipped']);
  });
});

describe('an entry', () => {
  it('with a key and an OMA-URI is of the key', () => {
    expectItem({ key: 'SYSTEM', name: 'v', omaUri: './A' }, { key: 'SYSTEM', value: 'v' });
  });

  it('that deletes and names no value may delete its key where an action does, and only there', () => {
    const of = (name: string, word: string, value: string) =>
      both({ key: 'SYSTEM', name: value, [name]: word }).map(kindsOf);
    expect(of('action', 'delete', '')).toEqual([['delete-keys'], ['delete-keys']]);
    expect(of('action', 'delete', 'v')).toEqual([[], []]);
    expect(of('delete', 'true', '')).toEqual([[], []]);
  });

  it('with an instruction and no data names nothing by it', () => {
    for (const result of both({ key: 'SYSTEM', name: '**DeleteValues' })) {
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
    expect(itemsOf(read('a.json', JSON.stringify([{ key: 'SYSTEM', name: 'v', ...nothing }])))).toEqual([
      { key: 'SYSTEM', value: 'v' },
    ]);
  });

  it('keeps why its data was not read beside a type', () => {
    const row = { key: 'SYSTEM', name: 'v', type: 'REG_DWORD', data: '1', action: 'audit' };
    expectItem(row, {
      key: 'SYSTEM',
      value: 'v',
      type: 'REG_DWORD',
      unread: expect.stringContaining('"audit"'),
    });
  });

  it.each([
    ['a', { data: ['a'] }],
    ['a\r\nb\n\nc', { data: ['a', 'b', 'c'] }],
    ['a\\0b', { unread: expect.stringContaining('told apart') }],
    ['a|b', { unread: expect.stringContaining('told apart') }],
    ['a;b', { unread: expect.stringContaining('told apart') }],
  ])('has the entries of %j', (data, expected) => {
    const type = 'REG_MULTI_SZ';
    expectItem({ key: 'SYSTEM', name: 'v', type, data }, { key: 'SYSTEM', value: 'v', type, ...expected });
  });
});

describe('a key', () => {
  const unread = expect.stringContaining('neither a hive nor a root');

  it('without a hive and of no root of the registry is unread: a column path may hold other paths', () => {
    for (const key of [
      'Computer Configuration\\Administrative Templates\\System',
      'Softwares\\A',
      'C',
      'Windows Components/A',
    ])
      for (const row of [
        { Path: key, Setting: 's', Value: 'v' },
        { key, name: 'v', type: 'REG_DWORD', data: '1' },
        { key, name: 'v', delete: 'true' },
      ] as Row[])
        expect(itemsOf(read('a.csv', csvOf(row)))).toEqual([{ key, value: 'v', unread }]);
  });

  it('of a root is read in any case, and below a hive whatever it is', () => {
    for (const key of [
      'SOFTWARE',
      'software/A',
      'System\\A',
      'Control Panel\\Desktop',
      'HKLM:\\x',
      'HKU\\S-1-5-18\\x',
    ])
      expectItem({ key, name: 'v', data: '1' }, { key, value: 'v', data: '1' });
    expectItem({ hive: 'HKLM', key: 'x', name: 'v' }, { key: 'HKLM\\x', value: 'v' });
  });
});
