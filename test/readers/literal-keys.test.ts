/** Windows takes the keys of files as they stand: no lenience for keys that somebody typed may find another key. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseKey } from '../../runtime/format/keys.ts';
import type { RegistryItem } from '../../runtime/readers/index.ts';
import { read } from './generators.ts';
import { encode, writePol, writeRules } from './writers.ts';

const KEY = 'Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';
const value = { value: 'x', type: 'REG_DWORD', data: 1 };

const text = (make: (key: string) => string) => (key: string) => encode(make(key), 'utf-8');
const FILES: [name: string, make: (key: string) => Uint8Array][] = [
  ['a.reg', text((key) => `REGEDIT4\n[HKEY_LOCAL_MACHINE\\${key}]\n"x"=dword:1\n`)],
  ['Machine/Registry.pol', (key) => writePol([{ ...value, key: `HKLM\\${key}` }])],
  ['lgpo.txt', text((key) => `Computer\n${key}\nx\nDWORD:1\n\n`)],
  ['GptTmpl.inf', text((key) => `[Registry Values]\nMACHINE\\${key}\\x=4,1\n`)],
  ['a.PolicyRules', text((key) => writeRules([{ ...value, key }]))],
];

/** As an answer reads the key of the one item. */
function keyOf(name: string, content: Uint8Array) {
  const { items = [] } = read(name, content) as { items?: RegistryItem[] };
  const [item] = items;
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
const spelled = fc.oneof(
  fc.constantFrom(KEY, KEY.toUpperCase(), KEY.replaceAll('\\', '\\\\'), `\\${KEY}\\`),
  fc.constantFrom(KEY.replaceAll('\\', '/'), KEY.replace('\\', '/'), `/${KEY}`, `${KEY}/`, `[${KEY}]`),
  blank.map((each) => `${KEY}${each}`),
  blank.map((each) => `${each}${KEY}`),
  hive.map((each) => each + KEY),
);

it.each(FILES)('%s names the key that stands there, and no other', (name, make) => {
  fc.assert(
    fc.property(spelled, (key) => {
      // The specification of Registry.pol allows no control characters.
      fc.pre(!(name.endsWith('.pol') && key.includes('\t')));
      const plain = key
        .toLowerCase()
        .replaceAll('\\\\', '\\')
        .replace(/^\\|\\$/g, '');
      expect(keyOf(name, make(key))).toEqual({ hive: 'HKLM', key: plain, keys: [plain] });
    }),
  );
});

it('a Registry.pol of an unknown hive has no hive in its keys', () => {
  for (const start of ['HKLM\\', 'MACHINE\\', 'HKEY_CURRENT_USER\\', 'HKML\\']) {
    const { hive: found, key } = keyOf('a.pol', writePol([{ ...value, key: `HKLM\\${start}${KEY}` }]));
    expect([found, key]).toEqual([null, `${start}${KEY}`.toLowerCase()]);
  }
});
