import fc from 'fast-check';
import { Index } from 'flexsearch';
import { expect, test } from 'vitest';
import { exportedMap, languageIndex } from '../../build/search/language.ts';
import { FIELDS, INDEX_OPTIONS } from '../../runtime/search/files.ts';
import { postingsIn, Terms } from '../../runtime/search/terms.ts';
import { stemsOf, terms, titleKey, wholeWords, words } from '../../runtime/search/tokens.ts';
import { vectors } from '../vectors.ts';

const letters = ['a', 'b', 'c', '1'];
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 6 });
const vocabularies = fc.uniqueArray(word, { maxLength: 40 }).map((all) => {
  const words = all.sort();
  return {
    words,
    terms: new Terms({ terms: words, postings: words.flatMap(() => [1, 1, 0]) }, 1),
  };
});

test('flexsearch gives the settings of a term by the slot of the resolution that it was scored with', () => {
  const fields = fc.array(fc.dictionary(word, fc.nat({ max: FIELDS.length - 1 })), { maxLength: 20 });
  fc.assert(
    fc.property(fields, word, (settings, term) => {
      let own: Record<string, number> = {};
      const score = (_: unknown, each: string) => own[each] ?? 0;
      const index = new Index({ ...INDEX_OPTIONS, score } as never);
      for (const [id, each] of settings.entries()) {
        own = each;
        index.add(id, Object.keys(each) as never);
      }
      const exported = new Index(INDEX_OPTIONS as never);
      index.export((key: string, data: string) => {
        if (key.endsWith('.map')) exported.import('map', JSON.parse(data));
      });
      const all = settings.map((each) => new Map(Object.entries(each)));
      const flat = new Terms(exportedMap(all), settings.length);
      const slow = FIELDS.map((_, field) =>
        settings.flatMap((each, id) => (each[term] === field ? [id] : [])),
      );
      for (const postings of [postingsIn(index, term), postingsIn(exported, term), flat.of(term)])
        expect(FIELDS.map((_, field) => [...(postings[field] ?? [])])).toEqual(slow);
      expect(flat.frequency(term)).toBe(slow.flat().length);
    }),
  );
});

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
    fc.property(vocabularies, word, ({ words, terms }, typed) => {
      const away = oneEditAway(typed);
      const slow = words.filter((term) => typed.length >= 3 && away.has(term));
      expect(terms.oneEditAway(typed).sort()).toEqual(slow);
    }),
  );
});

test('completes to all terms that begin so, and to no other', () => {
  fc.assert(
    fc.property(vocabularies, word, ({ words, terms }, typed) => {
      expect(terms.begunWith(typed, Number.POSITIVE_INFINITY)).toEqual(
        words.filter((term) => term.startsWith(typed)),
      );
      expect(terms.begunWith(typed, 1).length).toBeLessThanOrEqual(1);
    }),
  );
});

test('stems: the terms of one stem, in the language and in English', () => {
  const words = ['install', 'installation', 'installing', 'kennwort', 'kennworter', 'policies', 'policy'];
  const documents = words.map((each) => ({ texts: { title: [each] }, products: [] }));
  const forms = (typed: string, lang: string) => {
    const stems = new Map(languageIndex(documents, lang, []).stems.map(([stem, ...all]) => [stem, all]));
    return [...new Set(stemsOf(typed, lang).flatMap((stem) => stems.get(stem) ?? []))].sort();
  };
  expect(forms('installed', 'en-US')).toEqual(['install', 'installation', 'installing']);
  expect(forms('policies', 'de-DE')).toEqual(['policies', 'policy']);
  expect(forms('kennwort', 'de-DE')).toEqual(['kennwort', 'kennworter']);
  expect(forms('kb4023057', 'en-US')).toEqual([]);
  expect(stemsOf('kb4023057', 'en-US')).toEqual([]);
});

test.each(vectors<[text: string, expected: string[]]>('search-tokens'))('%s', (text, expected) => {
  expect(terms(text)).toEqual(expected);
  expect(wholeWords(text)).toEqual(words(text).map(({ whole }) => whole));
});

test('accents and case make no difference, composed or not', () => {
  for (const text of ['MISE À JOUR', 'mise a jour', 'mise a\u0300 jour', 'Mise à\u00a0jour'])
    expect(titleKey(text)).toBe('mise a jour');
});

test('a run without end is cut', () => {
  expect(words('x'.repeat(256)).map(({ whole }) => whole.length)).toEqual([64]);
});
