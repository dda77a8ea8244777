/** Keywords of explanatory texts: bounded, sorted, and nothing of a text can be read off. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFacts } from '../../build/facts/model.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import {
  countWords,
  type KeywordFact,
  keywordFacts,
  keywordsOf as keywordsOfTexts,
  MAX_KEYWORDS,
  readTexts,
} from '../../build/import/keywords.ts';
import { importSources } from '../../build/import/run.ts';
import { words } from '../../runtime/search/tokens.ts';
import { expectSame } from '../same.ts';
import { adml, admx, importFiles, policy, source } from './fixture.ts';

const FACTS = new URL('../../facts', import.meta.url).pathname;
const SOURCES = new URL('../../../shared/sources', import.meta.url).pathname;
const isThere = existsSync(join(SOURCES, 'windows-11'));
if (!isThere) console.log(`Skipped: the vendors' files are not at ${SOURCES}`);

function keywordsOf(fact: KeywordFact): [lang: string, keywords: string[]][] {
  return Object.entries(fact).flatMap(([lang, each]): [string, string[]][] =>
    Array.isArray(each) ? [[lang, each]] : [],
  );
}

/** Neighbours in the text that are both keywords, read with an expression of its own. */
function readOff(text: string, keywords: readonly string[]): string[] {
  const known = new Set(keywords);
  const all = words(text).map(({ whole }) => whole);
  return all.flatMap((word, at) => {
    const next = all[at + 1];
    return next !== undefined && known.has(word) && known.has(next) ? [`${word} ${next}`] : [];
  });
}

function expectSound(keywords: readonly string[]): void {
  expect(keywords.length).toBeGreaterThan(0);
  expect(keywords.length).toBeLessThanOrEqual(MAX_KEYWORDS);
  expect(keywords).toEqual([...new Set(keywords)].sort());
  expect(keywords.filter((word) => !/^[\p{L}\p{N}]{3,24}$/u.test(word))).toEqual([]);
}

function setting(id: string): SettingFact {
  return {
    slug: `a.${id}`,
    policyId: `A::${id}`,
    class: 'Machine',
    admx: 'a.admx',
    version: '1',
    firstSeen: '2024-01-01',
    lastModified: '2024-01-01',
    key: 'Software\\A',
    text: {},
  };
}

describe('any text', () => {
  const word = fc.constantFrom(
    'alpha',
    'Bravo',
    'été',
    'delta',
    'ECHO',
    'fox-trot',
    'golf',
    'RunOnce',
    'x',
    '42',
    'été.',
  );
  test('its keywords are sorted, bounded single words, no two of them neighbours', () => {
    fc.assert(
      fc.property(fc.array(fc.array(word, { maxLength: 60 }), { minLength: 1, maxLength: 5 }), (texts) => {
        const byId = new Map(texts.map((each, at) => [`a::${at}`, { 'en-US': each.join(' ') }]));
        const settings = new Map(texts.map((_, at) => [`a::${at}`, setting(String(at))]));
        const read = readTexts(byId);
        const keywords = keywordsOfTexts(read, settings, countWords([read]));
        const facts = keywordFacts(
          [...keywords].map(([id, each]) => ({ slug: id.replace('::', '.'), keywords: each })),
        );
        for (const fact of facts) {
          const text = byId.get(fact.slug.replace('a.', 'a::'))?.['en-US'] ?? '';
          for (const [, keywords] of keywordsOf(fact)) {
            expectSound(keywords);
            expect(readOff(text, keywords)).toEqual([]);
          }
        }
      }),
    );
  });

  test('a later version’s text replaces the earlier one of that language alone', async () => {
    const [older, newer] = [
      { version: '1', date: '2020-01-01', languages: ['en-US', 'fr-FR'] },
      { version: '2', date: '2021-01-01', languages: ['en-US'] },
    ];
    const text = (of: string) => policy('One', '', { attrs: `explainText="${of}"` });
    const facts = await importFiles(
      {
        'fixture/1/a.admx': admx(text('$(string.Help)')),
        'fixture/1/en-US/a.adml': adml({ One: 'x', Help: 'firstword' }),
        'fixture/1/fr-FR/a.adml': adml({ One: 'x', Help: 'premier' }),
        'fixture/2/a.admx': admx(text('$(string.Help)')),
        'fixture/2/en-US/a.adml': adml({ One: 'x', Help: 'secondword' }),
      },
      [source({ versions: [older, newer] })],
    );
    expect(facts.keywords).toEqual([{ slug: 'a.one', 'en-US': ['secondword'], 'fr-FR': ['premier'] }]);
  });
});

test('the committed keywords are sound, of settings that exist, and at most 3 MB', async () => {
  const facts = await readFacts(FACTS, FACTS);
  const slugs = new Set([...facts.settings.values()].flat().map(({ slug }) => slug));
  expect(facts.keywords.length).toBeGreaterThan(10_000);
  expect(facts.keywords.map(({ slug }) => slug)).toEqual(facts.keywords.map(({ slug }) => slug).sort());
  for (const fact of facts.keywords) {
    expectSame(slugs.has(fact.slug), true, fact.slug);
    for (const [, keywords] of keywordsOf(fact)) expectSound(keywords);
  }
  expect(facts.keywords.reduce((sum, each) => sum + JSON.stringify(each).length + 1, 0)).toBeLessThan(
    3_000_000,
  );
});

test.skipIf(!isThere)(
  'the committed keywords are what the vendors’ files give, and no two neighbours of a text are among them',
  async () => {
    const facts = await readFacts(FACTS, FACTS);
    const known = [...facts.settings.values()]
      .flat()
      .map(({ policyId, slug }) => [policyId.toLowerCase(), slug] as const);
    const imported = await importSources({
      root: SOURCES,
      sources: facts.sources,
      explainText: true,
      knownSlugs: new Map(known),
    });
    expect(imported.keywords).toEqual(facts.keywords);
    const settings = new Map([...imported.settings.values()].flat().map((each) => [each.slug, each]));
    let [texts, neighbours] = [0, 0];
    for (const fact of facts.keywords) {
      for (const [lang, keywords] of keywordsOf(fact)) {
        const text = settings.get(fact.slug)?.text[lang]?.explainText;
        if (text === undefined) continue;
        texts++;
        neighbours += readOff(text, keywords).length;
      }
    }
    expect(texts).toBeGreaterThan(15_000);
    expect(neighbours).toBe(0);
  },
  180_000,
);
