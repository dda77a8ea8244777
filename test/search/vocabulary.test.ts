import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stemsOf } from '../../runtime/search/stems.ts';
import { Vocabulary } from '../../runtime/search/vocabulary.ts';

const letters = ['a', 'b', 'c', '1'];
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 6 });
const vocabularies = fc
  .uniqueArray(word, { maxLength: 40 })
  .map((all) => new Vocabulary(all.sort(), [], 'en-US'));

/** Every word one insertion, deletion, change or swap of neighbours away, made one by one. */
function oneEditAway(typed: string): Set<string> {
  const made = new Set<string>();
  for (let at = 0; at <= typed.length; at++) {
    const [head, here, tail] = [typed.slice(0, at), typed.charAt(at), typed.slice(at + 1)];
    for (const letter of letters) made.add(head + letter + here + tail);
    if (here === '') continue;
    made.add(head + tail);
    for (const letter of letters) made.add(head + letter + tail);
    if (tail !== '') made.add(head + tail.charAt(0) + here + tail.slice(1));
  }
  made.delete(typed);
  return made;
}

test('corrects by one edit what a slow reading of the rule corrects', () => {
  fc.assert(
    fc.property(vocabularies, word, (vocabulary, typed) => {
      const away = oneEditAway(typed);
      const slow = vocabulary.terms.filter((term) => typed.length >= 3 && away.has(term));
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

test('inflections: the terms of one stem, in the language and in English', () => {
  const terms = ['install', 'installation', 'installing', 'kennwort', 'kennworter', 'policies', 'policy'];
  const rows = (lang: string) => {
    const stems = new Map<string, number[]>();
    for (const [id, term] of terms.entries())
      for (const stem of stemsOf(term, lang)) stems.set(stem, [...(stems.get(stem) ?? []), id]);
    return [...stems].map(([stem, ids]): [string, ...number[]] => [stem, ...ids]);
  };
  const forms = (word: string, lang: string) =>
    [...new Vocabulary(terms, rows(lang), lang).inflections(word)].map((id) => terms[id]).sort();
  expect(forms('installed', 'en-US')).toEqual(['install', 'installation', 'installing']);
  expect(forms('policies', 'de-DE')).toEqual(['policies', 'policy']);
  expect(forms('kennwort', 'de-DE')).toEqual(['kennwort', 'kennworter']);
  expect(forms('kb4023057', 'en-US')).toEqual([]);
});
