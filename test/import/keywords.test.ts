/** Keywords of explanatory texts: bounded, sorted, and nothing of a text can be read off. Of the vendors' texts: incremental.test.ts. */
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFacts } from '../../build/facts/model.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { countWords, keywordFacts, keywordsOf, readTexts } from '../../build/import/keywords.ts';
import { adml, admx, importFiles, pack, policy, source, version } from './fixture.ts';
import { flawsOf, listsOf, readOff } from './keyword-lists.ts';

const FACTS = fileURLToPath(new URL('../../facts', import.meta.url));

const setting = (id: string) =>
  ({ slug: `a.${id}`, policyId: `A::${id}`, text: {} }) as unknown as SettingFact;

describe('any text', () => {
  const word = fc.constantFrom(...'alpha Bravo été delta ECHO fox-trot golf RunOnce x 42 été.'.split(' '));
  test('its keywords are sorted, bounded single words, no two of them neighbours', () => {
    fc.assert(
      fc.property(fc.array(fc.array(word, { maxLength: 60 }), { minLength: 1, maxLength: 5 }), (texts) => {
        const byId = new Map(texts.map((each, at) => [`a::${at}`, { 'en-US': each.join(' ') }]));
        const settings = new Map(texts.map((_, at) => [`a::${at}`, setting(String(at))]));
        const read = readTexts(byId);
        const keywords = keywordsOf(read, settings, countWords([read]));
        const facts = keywordFacts(
          [...keywords].map(([id, each]) => ({ slug: id.replace('::', '.'), keywords: each })),
        );
        for (const fact of facts) {
          const text = byId.get(fact.slug.replace('a.', 'a::'))?.['en-US'] ?? '';
          for (const [, keywords] of listsOf(fact)) {
            expect(flawsOf(keywords)).toEqual([]);
            expect(readOff(text, keywords)).toEqual([]);
          }
        }
      }),
    );
  });

  test('a later version’s text replaces the earlier one of that language alone', async () => {
    const versions = [version('1', '2020-01-01', ['en-US', 'fr-FR']), version('2', '2021-01-01')];
    const content = admx(policy('One', '', { attrs: 'explainText="$(string.Help)"' }));
    const facts = await importFiles(
      {
        ...pack(content, { One: 'x', Help: 'firstword' }),
        'fixture/1/fr-FR/a.adml': adml({ One: 'x', Help: 'premier' }),
        ...pack(content, { One: 'x', Help: 'secondword' }, 'fixture/2/a'),
      },
      [source({ versions })],
    );
    expect(facts.keywords).toEqual([{ slug: 'a.one', 'en-US': ['secondword'], 'fr-FR': ['premier'] }]);
  });
});

test('the committed keywords are sound, of settings that exist, and at most 3 MB', async () => {
  const facts = await readFacts(FACTS, FACTS);
  const slugs = new Set([...facts.settings.values()].flat().map(({ slug }) => slug));
  expect(facts.keywords.length).toBeGreaterThan(10_000);
  expect(facts.keywords.map(({ slug }) => slug)).toEqual(facts.keywords.map(({ slug }) => slug).sort());
  expect(facts.keywords.filter(({ slug }) => !slugs.has(slug))).toEqual([]);
  const flawed = facts.keywords.map((fact) => [
    fact.slug,
    listsOf(fact).flatMap(([, each]) => flawsOf(each)),
  ]);
  expect(flawed.filter(([, flaws = []]) => flaws.length > 0)).toEqual([]);
  expect(facts.keywords.reduce((sum, each) => sum + JSON.stringify(each).length + 1, 0)).toBeLessThan(
    3_000_000,
  );
});
