/** Keys of files that Windows reads: nothing in them is read as a slip of somebody who typed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseKey } from '../../runtime/format/keys.ts';

it.each([
  ['HKEY_LOCAL_MACHINE\\Software\\A/B', 'HKLM', 'software\\a/b'],
  ['HKLM\\Software\\ A ', 'HKLM', 'software\\ a '],
  ['HKLM\\\\Software\\\\A\\', 'HKLM', 'software\\a'],
  ['HKLM/Software', null, 'hklm/software'],
  [' HKLM\\Software', null, ' hklm\\software'],
  ['HKLM:\\Software', null, 'hklm:\\software'],
  ['Computer\\HKEY_LOCAL_MACHINE\\Software', null, 'computer\\hkey_local_machine\\software'],
  ['User\\Software', 'HKCU', 'software'],
])('%j', (input, hive, key) => {
  expect(parseKey(input, true)).toMatchObject({ hive, key, keys: [key] });
});

it('a key of a file has one reading, one that was typed also that with its slashes as separators', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'B', '/', ' ', '1'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
      const input = `HKLM\\x${parts.join('\\')}x`;
      expect(parseKey(input, true).keys).toHaveLength(1);
      expect(parseKey(input).keys).toHaveLength(input.includes('/') ? 2 : 1);
    }),
  );
});
