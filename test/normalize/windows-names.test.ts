/** How Windows names keys and values: folding, control sets, words that are not hives, Registry.pol. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { normalizeValue, parseKey } from '../../runtime/format/keys.ts';

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

test.each(['001', '002', '999'])('ControlSet%s is CurrentControlSet with slashes, too', (number) => {
  expect(parseKey(`HKLM/System/ControlSet${number}/Services`).keys.at(-1)).toBe(
    'system\\currentcontrolset\\services',
  );
});
