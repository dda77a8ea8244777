import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchLanguage, negotiateLanguage } from '../../runtime/http/language.ts';
import { vectors } from '../vectors.ts';
import { GOOD, postInit, SLUG } from './fake.ts';
import { fixtureApp } from './fixtures.ts';

const LANGUAGES = ['en-US', 'fr-FR', 'pt-BR', 'pt-PT'];

describe('matchLanguage', () => {
  it.each(vectors<[string, string?]>('languages'))('%s → %s', (tag, expected) => {
    expect(matchLanguage(tag, LANGUAGES)).toBe(expected);
  });

  it('prefers the default language among those of one primary subtag', () => {
    expect(matchLanguage('en', ['en-GB', 'en-US'])).toBe('en-US');
  });
});

describe('negotiateLanguage', () => {
  it.each(vectors<[string | null, string]>('accept-language'))('%s → %s', (header, expected) => {
    expect(negotiateLanguage(header, LANGUAGES)).toBe(expected);
  });

  it('always finds a language of the dataset', () => {
    const part = fc.oneof(fc.string(), fc.constantFrom('fr', 'en', '*', ';q=0.3', ';q=', ',', 'pt-PT;q=1'));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(LANGUAGES).toContain(negotiateLanguage(parts.join(','), LANGUAGES));
      }),
    );
  });
});

it('one rule holds for “lang” in a query string and in a body', async () => {
  const app = fixtureApp('full');
  const seen = new Set<number>();
  const faults = async (response: Response | Promise<Response>) => {
    const { status, body } = { status: (await response).status, body: await (await response).json() };
    seen.add(status);
    return { status, errors: (body as { errors?: unknown }).errors };
  };
  const tag = fc.oneof(
    fc.constantFrom(...LANGUAGES, 'fr', 'FR-ca', 'xx', ''),
    fc.string({ unit: 'grapheme', maxLength: 70 }),
    // A tag as long as the field may be, and one that is longer.
    fc.integer({ min: 6, max: 12 }).map((parts) => `fr${'-abcdefg'.repeat(parts)}`),
  );
  await fc.assert(
    fc.asyncProperty(tag, async (lang) => {
      const asked = app.request(`/v1/setting/${SLUG}?lang=${encodeURIComponent(lang)}`);
      const posted = app.request('/v1/resolve', postInit({ ...GOOD.resolve, lang }));
      expect(await faults(asked)).toEqual(await faults(posted));
    }),
    { numRuns: 300 },
  );
  expect([...seen].sort()).toEqual([200, 400]);
});
