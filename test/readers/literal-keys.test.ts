/** Windows takes the keys of files as they stand: no lenience for keys that somebody typed may find another key. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseKey } from '../../runtime/format/keys.ts';
import type { RegistryItem } from '../../runtime/readers/index.ts';
import { itemsOf, read } from './generators.ts';
import { encode, writePol } from './writers.ts';

const KEY = 'Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';
const value = { value: 'x', type: 'REG_DWORD', data: 1 };

const text = (make: (key: string) => string) => (key: string) => encode(make(key), 'utf-8');
const FILES: [name: string, make: (key: string) => Uint8Array][] = [
  ['a.reg', text((key) => `REGEDIT4\n[HKEY_LOCAL_MACHINE\\${key}]\n"x"=dword:1\n`)],
  ['Machine/Registry.pol', (key) => writePol([{ ...value, key: `HKLM\\${key}` }])],
  ['lgpo.txt', text((key) => `Computer\n${key}\nx\nDWORD:1\n\n`)],
  ['GptTmpl.inf', text((key) => `[Registry Values]\nMACHINE\\${key}\\x=4,1\n`)],
  [
    'a.PolicyRules',
    text(
      (key) =>
        `<PolicyRules><ComputerConfig><Key>${key}</Key><Value>x</Value><RegType>REG_DWORD</RegType><RegData>1</RegData></ComputerConfig></PolicyRules>`,
    ),
  ],
];

/** As an answer reads the key of the one item. */
function keyOf(name: string, content: Uint8Array) {
  const [item] = itemsOf(read(name, content)) as RegistryItem[];
  if (item === undefined) throw new Error('no value');
  return parseKey(item.key, item.literal);
}

const blank = fc.constantFrom(' ', '\t', '\u00a0', '\u3000', '\ufeff');
const hive = fc.constantFrom(
  'HKEY_LOCAL_MACHINE\\',
  'HKLM:\\',
  'Registry::HKLM\\',
  'MACHINE\\',
  'Computer\\HKLM\\',
);
const other = fc.oneof(
  fc.constantFrom(KEY.replaceAll('\\', '/'), KEY.replace('\\', '/'), `/${KEY}`, `${KEY}/`, `[${KEY}]`),
  blank.map((each) => `${KEY}${each}`),
  blank.map((each) => `${each}${KEY}`),
  hive.map((each) => each + KEY),
);

describe.each(FILES)('%s', (name, make) => {
  it('names the key that stands there', () => {
    const plain = { hive: 'HKLM', key: KEY.toLowerCase(), keys: [KEY.toLowerCase()] };
    for (const key of [KEY, KEY.toUpperCase(), KEY.replaceAll('\\', '\\\\'), `\\${KEY}\\`])
      expect(keyOf(name, make(key))).toEqual(plain);
  });

  it('names no other key', () => {
    fc.assert(
      fc.property(other, (key) => {
        // The specification of Registry.pol allows no control characters.
        fc.pre(!(name.endsWith('.pol') && key.includes('\t')));
        const found = keyOf(name, make(key));
        expect(found.hive).toBe('HKLM');
        expect(found.keys).toEqual([key.toLowerCase().replace(/^\\+|\\+$/g, '')]);
      }),
    );
  });
});

it('a Registry.pol of an unknown hive has no hive in its keys', () => {
  for (const start of ['HKLM\\', 'MACHINE\\', 'HKEY_CURRENT_USER\\', 'HKML\\']) {
    const { hive: found, key } = keyOf('a.pol', writePol([{ ...value, key: `HKLM\\${start}${KEY}` }]));
    expect([found, key]).toEqual([null, `${start}${KEY}`.toLowerCase()]);
  }
});

it.each(['USER', 'CURRENT_USER', 'USERS', 'CLASSES_ROOT'])('%s of a security template is a hive', (name) => {
  expect(keyOf('GptTmpl.inf', encode(`[Registry Values]\n${name}\\A\\x=4,1\n`, 'utf-8')).hive).not.toBeNull();
});

it('keys of lists are read as typed', () => {
  const csv = `key,value,data\nHKLM:/${KEY.replaceAll('\\', '/')},x,1\n`;
  expect(keyOf('a.csv', encode(csv, 'utf-8')).keys).toContain(KEY.toLowerCase());
  const json = JSON.stringify([{ key: ` HKLM\\${KEY} `, value: 'x' }]);
  expect(keyOf('a.json', encode(json, 'utf-8')).keys).toEqual([KEY.toLowerCase()]);
});

it('a blank of a list that is not ASCII is a part of the key', () => {
  for (const key of [`HKLM\\${KEY}\u00a0`, `\u3000HKLM\\${KEY}`])
    expect(keyOf('a.csv', encode(`key,value,data\n${key},x,1\n`, 'utf-8')).keys).not.toContain(
      KEY.toLowerCase(),
    );
});
