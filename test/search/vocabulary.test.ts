import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Vocabulary } from '../../runtime/search/vocabulary.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1'), minLength: 1, maxLength: 6 });
const vocabularies = fc.uniqueArray(word, { maxLength: 40 }).map((all) => new Vocabulary(all.sort()));

/** One insertion, deletion, change, or swap of neighbours: told by taking common ends off. */
function oneEditApart(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left === right) return false;
  const swapped = left.length === 2 && left === [...right].reverse().join('');
  return (left.length <= 1 && right.length <= 1) || swapped;
}

test('corrects by one edit what a slow reading of the rule corrects', () => {
  fc.assert(
    fc.property(vocabularies, word, (vocabulary, typed) => {
      const slow = vocabulary.terms.filter((term) => typed.length >= 3 && oneEditApart(typed, term));
      const found = vocabulary.oneEdit(typed).map((id) => vocabulary.terms[id]);
      expect(found.sort()).toEqual(slow);
    }),
  );
});

test('completes to all terms that begin so, and to no other', () => {
  fc.assert(
    fc.property(vocabularies, word, (vocabulary, typed) => {
      const [from, to] = vocabulary.range(typed);
      expect(vocabulary.terms.slice(from, to)).toEqual(
        vocabulary.terms.filter((term) => term.startsWith(typed)),
      );
    }),
  );
});
