/** The short texts beside the structured content, in both languages. */
import { describe, expect, it } from 'vitest';
import { resolveText, settingText } from '../../runtime/mcp/text.ts';
import type { BriefMatch, BriefResolve, BriefSetting } from '../../runtime/schema/brief.ts';

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
