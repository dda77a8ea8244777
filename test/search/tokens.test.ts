import { expect, test } from 'vitest';
import { terms, titleKey, wholeWords, words } from '../../runtime/search/tokens.ts';
import { vectors } from '../vectors.ts';

const CASES = vectors<[text: string, expected: string[]]>('search-tokens');

test.each(CASES)('%s', (text, expected) => {
  expect(terms(text)).toEqual(expected);
});

test('accents and case make no difference, composed or not', () => {
  for (const text of ['MISE À JOUR', 'mise a jour', 'mise a\u0300 jour', 'Mise à\u00a0jour'])
    expect(titleKey(text)).toBe('mise a jour');
});

test('a run without end is cut', () => {
  expect(words('x'.repeat(256)).map(({ whole }) => whole.length)).toEqual([64]);
});

test.each(CASES)('whole words of %s', (text) => {
  expect(wholeWords(text)).toEqual(words(text).map(({ whole }) => whole));
});
