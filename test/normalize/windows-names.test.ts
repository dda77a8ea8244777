/** How Windows names keys and values: folding, control sets, words that are not hives, Registry.pol. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

  it('agrees with toLowerCase on ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(normalizeValue(text)).toBe(text.toLowerCase());
      }),
    );
  });
});
