/** The short texts beside the structured content, in both languages. */
import { describe, expect, it } from 'vitest';
import type {
  BriefCoverage,
  BriefHit,
  BriefMatch,
  BriefResolve,
  BriefSetting,
} from '../../runtime/contract/brief.ts';
import type { BriefVerify } from '../../runtime/contract/brief-verify.ts';
import { coverageText, resolveText, searchText, settingText, verifyText } from '../../runtime/mcp/text.ts';

const END = { confidence: 'none' as const, provenance: [], dataset: { version: '0', generatedAt: '' } };
const MATCH: BriefMatch = { slug: 'a.b', hive: 'HKLM', registry: { verdict: 'unknown', reason: 'x' } };
const RESOLVED: BriefResolve = { matches: [MATCH], ...END };
const SETTING: BriefSetting = { slug: 'a.b', hive: 'HKLM', key: 'software\\a', writes: [], ...END };

describe('without a node', () => {
  it('resolve says it of the value alone, whose setting may have nodes', () => {
    expect(resolveText(RESOLVED, 'en-US')).toBe(
      'a.b: registry unknown; no MDM mapping documented for this value.',
    );
    expect(resolveText(RESOLVED, 'fr-FR')).toBe(
      'a.b : registre inconnu ; aucune correspondance MDM documentée pour cette valeur.',
    );
  });

  it('setting says that nothing is documented', () => {
    expect(settingText(SETTING, 'en-US')).toBe('a.b: writes HKLM\\software\\a; no MDM mapping documented.');
    expect(settingText(SETTING, 'fr-FR')).toBe(
      'a.b : écrit HKLM\\software\\a ; aucune correspondance MDM documentée.',
    );
  });
});

/** Of `count` items, each of which has every finding. */
function verified(count: number): BriefVerify {
  return {
    summary: {
      items: count,
      problems: count,
      undocumented: 0,
      conflicts: count,
      dropped: count,
      registry: { supported: 0, unsupported: count, unverified: count, unknown: count },
      nodes: {},
      data: { 'wrong-type': count, undocumented: count, unknown: count },
      products: { unsupported: count },
      mdm: { ready: 0, 'whole-policy': 0, ingestion: 0, noPayload: 0, none: count },
    },
    items: [],
    ...END,
  };
}

describe('numbers', () => {
  it.each([
    [1, 'en-US', '1 item: 0 supported on the target, 0 not documented. 1 not read or not valid, '],
    [2, 'en-US', '2 items: 0 supported on the target, 0 not documented. 2 not read or not valid, '],
    [1, 'fr-FR', '1 élément : 0 pris en charge par la cible, 0 non documenté. 1 non lu ou non valide, '],
    [2, 'fr-FR', '2 éléments : 0 pris en charge par la cible, 0 non documenté. 2 non lus ou non valides, '],
  ])('of %i in verify, %s', (count, lang, begin) => {
    const text = verifyText(verified(count), lang);
    expect(text.startsWith(begin), text).toBe(true);
    expect(text).not.toContain('{');
    if (count === 1) expect(text).not.toMatch(/\b1 \p{L}+s\b(?! en charge)/u);
  });

  it('in French name what is deprecated and undocumented as everywhere', () => {
    const text = verifyText(verified(1), 'fr-FR');
    expect(text).toContain('1 déconseillé ou supprimé par l’éditeur');
    expect(text).toContain('1 avec une donnée non documentée');
    expect(verifyText(verified(2), 'fr-FR')).toContain('2 déconseillés ou supprimés par l’éditeur');
  });

  it.each([
    [1, 1, 'en-US', '1 of 1 found, best first: a.b.'],
    [1, 3, 'en-US', '1 of 3 found, best first: a.b.'],
    [1, 1, 'fr-FR', '1 paramètre sur 1, le meilleur d’abord : a.b.'],
    [2, 3, 'fr-FR', '2 paramètres sur 3, le meilleur d’abord : a.b, a.b.'],
  ])('of %i hits of %i, %s', (told, total, lang, expected) => {
    const hit: BriefHit = { slug: 'a.b', hive: 'HKLM', mdm: 'none' };
    const { confidence: _, ...end } = END;
    expect(searchText({ hits: Array<BriefHit>(told).fill(hit), total, ...end }, lang)).toBe(expected);
  });

  it('of the coverage', () => {
    const coverage = {
      totals: { settings: 1 },
      provenance: ['x 1'],
      dataset: END.dataset,
    } as unknown as BriefCoverage;
    expect(coverageText(coverage, 'en-US')).toMatch(/^Settings: 1; sources: 1\./);
    expect(coverageText(coverage, 'fr-FR')).toMatch(/^Paramètres : 1 ; sources : 1\./);
  });
});
