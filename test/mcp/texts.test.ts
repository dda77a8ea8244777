/** The short texts beside the structured content, in both languages. */
import { describe, expect, it } from 'vitest';
import type { BriefCoverage, BriefResolve, BriefSearch, BriefSetting } from '../../runtime/contract/brief.ts';
import type { BriefVerify } from '../../runtime/contract/brief-verify.ts';
import type { VerifiedItem, VerifyEnvelope } from '../../runtime/contract/verified.ts';
import { coverageText, lookUpText, settingText, verifyText } from '../../runtime/mcp/text.ts';

const END = { mdmConfidence: 'none' as const, dataset: { version: '0', generatedAt: '' } };
const NAMED = { slug: 'a.b', class: 'Machine' as const };
const UNKNOWN = { verdict: 'unknown' as const, reason: 'x' };
const RESOLVED: BriefResolve = { matches: [NAMED], compatibility: UNKNOWN, ...END };
const SETTING: BriefSetting = { setting: { ...NAMED, registryKey: 'software\\a' }, ...END };

it('without a node each text says so', () => {
  expect(lookUpText(RESOLVED, 'en-US')).toBe('a.b: unknown; no MDM mapping documented.');
  expect(lookUpText(RESOLVED, 'fr-FR')).toBe('a.b : inconnu ; aucune correspondance MDM documentée.');
  expect(settingText(SETTING, 'en-US')).toBe('a.b: writes software\\a; no MDM mapping documented.');
  expect(settingText(SETTING, 'fr-FR')).toBe(
    'a.b : écrit software\\a ; aucune correspondance MDM documentée.',
  );
});

/** Of `count` items, each of which has many findings. */
function verified(count: number, lang: string): [BriefVerify, VerifyEnvelope] {
  const item: VerifiedItem = {
    index: 0,
    matches: [{ slug: 'a.b', class: 'Machine', state: 'deprecated' }],
    verdict: 'unsupported',
    conflictsWith: [1],
    data: { verdict: 'undocumented' },
  };
  const items = Array<VerifiedItem>(count).fill(item);
  const envelope = { query: { lang }, result: { items } } as unknown as VerifyEnvelope;
  return [{ summary: {} as BriefVerify['summary'], items: [], ...END }, envelope];
}

describe('numbers', () => {
  it.each([
    [1, 'en-US', '1 item. 1 in contradiction, 1 unsupported, 1 with undocumented data, 1 deprecated by'],
    [2, 'en-US', '2 items. 2 in contradiction, 2 unsupported, '],
    [1, 'fr-FR', '1 élément. 1 en contradiction, '],
    [2, 'fr-FR', '2 éléments. 2 en contradiction, '],
  ])('of %i in verify, %s', (count, lang, begin) => {
    const text = verifyText(...verified(count, lang));
    expect(text.startsWith(begin), text).toBe(true);
    expect(text).not.toContain('{');
    if (count === 1) expect(text).not.toMatch(/\b1 \p{L}+s\b(?! en charge)/u);
  });

  it('in French name what is deprecated and undocumented as everywhere', () => {
    const text = verifyText(...verified(1, 'fr-FR'));
    expect(text).toContain('1 déconseillé par l’éditeur');
    expect(text).toContain('1 avec une donnée non documentée');
    expect(verifyText(...verified(2, 'fr-FR'))).toContain('2 déconseillés par l’éditeur');
  });

  it.each([
    [1, 1, 'en-US', '1 of 1 found, best first. a.b: writes software\\a.'],
    [1, 3, 'en-US', '1 of 3 found, best first. a.b: writes software\\a.'],
    [1, 1, 'fr-FR', '1 paramètre sur 1, le meilleur d’abord. a.b : écrit software\\a.'],
    [
      2,
      3,
      'fr-FR',
      '2 paramètres sur 3, le meilleur d’abord. a.b : écrit software\\a. a.b : écrit software\\a.',
    ],
  ])('of %i hits of %i, %s', (count, total, lang, expected) => {
    const hit: BriefSearch['matches'][number] = { ...NAMED, registryKey: 'software\\a' };
    const matches = Array<typeof hit>(count).fill(hit);
    expect(lookUpText({ matches, total, ...END }, lang)).toBe(expected);
  });

  it('of the coverage', () => {
    const coverage = {
      coverage: { totals: { settings: 1 }, sources: ['x 1'] },
      ...END,
    } as unknown as BriefCoverage;
    expect(coverageText(coverage, 'en-US')).toMatch(/^Settings: 1; sources: 1\./);
    expect(coverageText(coverage, 'fr-FR')).toMatch(/^Paramètres : 1 ; sources : 1\./);
  });
});
