/** What each field of a list is taken for, by a table written here, in CSV and JSON alike. */
import { expect, it } from 'vitest';
import { vectors } from '../vectors.ts';
import { itemsOf, kindsOf, read } from './generators.ts';

/** By role the names of its fields, the first of them before the others. */
const NAMES = {
  key: 'RegistryPath,Registry Key Path,Registry Key,Reg Path,RegKey,Key Path,KeyName,key,PATH',
  value:
    'Registry Value Name,RegistryItem,Registry Name,ValueName,RegValue,Property Name,Property,Name,Registry Value,value',
  type: 'Registry Type,Registry_Value_Type,RegType,Value Type,DataType,Property Type,ValueKind,type',
  data: 'Registry Data,RegistryValueData,RegData,Value Data,data,RecommendedValue',
  hive: 'Registry Hive,hive',
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

it('a field is known by each of its names, and the first of them wins', () => {
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
  for (const name of ['OMA-URI', 'CSP Path', 'settingDefinitionId'])
    expect(itemsOf(read('a.csv', `${name}\n./A\n`))).toEqual([{ omaUri: './A' }]);
});

interface Case {
  row: Row;
  items?: object[];
  notes?: string[];
  problem?: string;
}

it.each(vectors<Case>('list-entries'))('$row', ({ row, items, notes = [], problem }) => {
  for (const result of both(row)) {
    expect(result.problem?.message ?? '').toMatch(new RegExp(problem ?? '^$'));
    if (problem !== undefined) continue;
    expect(itemsOf(result)).toEqual(items);
    expect(kindsOf(result)).toEqual(notes);
  }
});
