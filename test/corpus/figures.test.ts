import { expect, it } from 'vitest';
import type { Coverage } from '../../build/compile/coverage.ts';
import { corpus } from './dist.ts';
import { LINES, PAIRS } from './oracle.ts';

const { dataset } = await corpus();
const coverage = await dataset.file<Coverage>('coverage.json');

it('coverage reaches the figures of an independent reading of the same files', () => {
  const { totals, mdm, languages, sharedPolicies, sources } = coverage;
  expect(sources.length).toBeGreaterThanOrEqual(36);
  expect(sources.filter(({ active }) => !active)).toEqual([]);
  // That reading counts a policy of two product lines twice; here it is one setting.
  expect(totals.settings + sharedPolicies).toBeGreaterThanOrEqual(12_670);
  expect(totals.registryPairs + sharedPolicies).toBeGreaterThanOrEqual(16_575);
  expect(totals.distinctPairs).toBeGreaterThanOrEqual(14_656);
  expect(totals.listElements + sharedPolicies).toBeGreaterThanOrEqual(697);
  expect(mdm.official).toBeGreaterThanOrEqual(2_445);
  expect(mdm.official + mdm.derived).toBeGreaterThan(2_458);
  expect(languages['en-US']?.missingTexts).toBeLessThanOrEqual(26);
  expect(languages['en-US']?.settings).toBeGreaterThan(9_657);
  expect(languages['en-US']?.registryPairs).toBeGreaterThan(16_497);
  expect(languages['fr-FR']?.settings).toBeGreaterThanOrEqual(7_567);
  expect(languages['de-DE']?.settings).toBeGreaterThanOrEqual(2_596);
});

it('coverage counts what the facts hold', () => {
  const { totals, mdm, languages, sources, ddf, basis } = coverage;
  expect(totals.settings).toBe(LINES.length);
  const valued = PAIRS.filter(({ value }) => value !== undefined);
  expect(totals.distinctPairs).toBe(new Set(valued.map(({ key, value }) => `${key}\0${value}`)).size);
  expect(totals.registryPairs).toBe(
    new Set(valued.map((pair) => `${pair.slug}\0${pair.key}\0${pair.value}`)).size,
  );
  expect(totals.listElements).toBe(PAIRS.length - valued.length);
  expect(mdm.official + mdm.derived + mdm.none).toBe(totals.settings);
  expect(basis.csp + basis.supportedOn + basis.none).toBe(totals.settings);
  expect(ddf.mapped + Object.values(ddf.unmatched).reduce((sum, each) => sum + each, 0)).toBe(ddf.nodes);
  for (const [lang, each] of Object.entries(languages)) {
    expect(each.settings, lang).toBe(LINES.filter(({ text }) => text[lang]?.displayName).length);
    expect(each.settings + each.missingTexts).toBe(totals.settings);
  }
  for (const { id, counts } of sources)
    expect(counts.settings, id).toBe(LINES.filter(({ source }) => source === id).length);
});
