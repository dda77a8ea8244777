/** How Windows names keys and values: folding, control sets, words that are not hives, Registry.pol. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeValue, parseKey, parseValue } from '../../runtime/format/keys.ts';

describe('folding', () => {
  it('maps ASCII and letters whose mapping goes both ways', () => {
    expect(normalizeValue('ABCxyz ÄÖÜ ÉÇ ЖЯ ΑΩ')).toBe('abcxyz äöü éç жя αω');
  });

  it.each([
    ['KELVIN SIGN', '\u212a', 'k'],
    ['ANGSTROM SIGN', '\u212b', '\u00e5'],
    ['LONG S', '\u017f', 's'],
    ['DOTLESS I', '\u0131', 'i'],
    ['I WITH DOT', '\u0130', 'i'],
    ['SHARP S, CAPITAL', '\u1e9e', '\u00df'],
    ['OHM SIGN', '\u2126', '\u03c9'],
  ])('%s is another letter', (_name, letter, other) => {
    expect(normalizeValue(letter)).toBe(letter);
    expect(normalizeValue(letter)).not.toBe(normalizeValue(other));
    expect(parseKey(`HKLM\\Software\\${letter}`).key).toBe(`software\\${letter}`);
  });

  it('is done once and for all, unit by unit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const folded = normalizeValue(text);
        expect(folded).toHaveLength(text.length);
        expect(normalizeValue(folded)).toBe(folded);
        expect([...text].map(normalizeValue).join('')).toBe(folded);
      }),
    );
  });

  it('agrees with toLowerCase on ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(normalizeValue(text)).toBe(text.toLowerCase());
      }),
    );
  });
});

describe('a numbered control set', () => {
  it.each(['001', '002', '999'])('ControlSet%s is CurrentControlSet, and the answer can say so', (number) => {
    for (const start of ['HKLM\\', 'HKLM:\\', 'MACHINE\\', ''])
      expect(parseKey(`${start}SYSTEM\\ControlSet${number}\\Control\\Lsa`)).toMatchObject({
        key: 'system\\currentcontrolset\\control\\lsa',
        keys: ['system\\currentcontrolset\\control\\lsa'],
        controlSet: true,
      });
    expect(parseKey(`HKLM/System/ControlSet${number}/Services`).keys.at(-1)).toBe(
      'system\\currentcontrolset\\services',
    );
  });

  it('is nothing else: no other number, place or hive', () => {
    for (const key of [
      'HKLM\\System\\ControlSet000\\X',
      'HKLM\\System\\ControlSet01\\X',
      'HKLM\\System\\ControlSet0012\\X',
      'HKLM\\Software\\ControlSet001',
      'HKLM\\Software\\System\\ControlSet001',
      'HKCU\\System\\ControlSet001',
    ]) {
      const parsed = parseKey(key);
      expect(parsed.key).toBe(key.slice(5).toLowerCase());
      expect(parsed).not.toHaveProperty('controlSet');
    }
  });
});

describe('a word in the place of the hive that is none', () => {
  it.each([
    ['HKML:\\Software\\X', 'HKML'],
    ['HKML\\Software\\X', 'HKML'],
    ['HKLM64\\Software\\X', 'HKLM64'],
    ['HKEY_LOCAL_MACHINE32\\Software\\X', 'HKEY_LOCAL_MACHINE32'],
    ['HKEY_LOCALMACHINE\\Software\\X', 'HKEY_LOCALMACHINE'],
    ['Registry::HKEY_MACHINE\\Software\\X', 'HKEY_MACHINE'],
    ['HKLMX\\Software\\X', 'HKLMX'],
    ['C:\\Software\\X', 'C'],
  ])('%s is not part of the key', (key, word) => {
    expect(parseKey(key)).toEqual({
      hive: null,
      key: 'software\\x',
      keys: ['software\\x'],
      unknownHive: word,
    });
  });

  it('is not seen in keys without a hive', () => {
    for (const key of ['Software\\HKML', 'Machinery\\X', 'System\\a:b\\c'])
      expect(parseKey(key)).toEqual({ hive: null, key: key.toLowerCase(), keys: [key.toLowerCase()] });
  });
});

describe('a value name of Registry.pol', () => {
  it('is read as the name that it holds', () => {
    expect(parseValue('**del.NoAutoUpdate')).toEqual({ value: 'noautoupdate', prefix: 'del' });
    expect(parseValue('**Soft.A.B')).toEqual({ value: 'a.b', prefix: 'soft' });
    expect(parseValue('**del.')).toEqual({ value: '', prefix: 'del' });
  });

  it.each([
    ['**delvals.', 'delvals'],
    ['**DelVals', 'delvals'],
    ['**DeleteValues', 'deletevalues'],
    ['**DeleteKeys', 'deletekeys'],
    ['**SecureKey', 'securekey'],
    ['**securekey=1', 'securekey'],
  ])('%s names no value', (name, instruction) => {
    expect(parseValue(name)).toEqual({ value: name.toLowerCase(), instruction });
  });

  it('is any other name, as it is', () => {
    for (const name of ['', 'On', '*', '**', '**other', 'del.X', '**delvalsX', 'x**del.Y'])
      expect(parseValue(name)).toEqual({ value: name.toLowerCase() });
  });
});
