/** Verdicts by what is no vendor's document of the OS: a community template, a baseline. Single cases: answers-named.jsonl. */
import { expect, it } from 'vitest';
import type { SettingFact } from '../../build/facts/types.ts';
import { createJudge } from '../../runtime/answer/compatibility.ts';
import { judgeMatches, warningsOf } from '../../runtime/answer/overlay.ts';
import type { Match } from '../../runtime/contract/match.ts';
import { Verbatim } from '../../runtime/format/verbatim.ts';
import { matchesOf, resolve } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { COMMUNITY, LINES, PAIRS } from '../corpus/oracle.ts';
import { factLines } from '../vectors.ts';
import { tables } from '../verdict/releases.ts';

const { ask } = await corpus();

it('a verdict that follows a text of others says so, and no other verdict does', async () => {
  const community = new Set(LINES.filter(({ source }) => COMMUNITY.has(source)).map(({ slug }) => slug));
  for (const [at, { slug, key, value }] of PAIRS.entries()) {
    if (value === undefined || (at % 5 !== 0 && !community.has(slug))) continue;
    const { warnings } = await resolve(ask, key, value, { targetOs: 'Windows Server 2019' });
    expect(warnings.join(), `${key} ${value}`).not.toContain('The verdict follows a community template');
  }
  // The vendor's documents say something of every value that these templates write, too: a made one.
  const text = {
    supportedOn: 'At least Windows Vista',
    floor: { client: '6.0.6000' },
    community: true as const,
  };
  const rules = { rules: [{}, text], products: [], asked: [{ rules: [0, 1] }] };
  const given = { matches: Verbatim.made(() => [{ slug: 'a' }, { slug: 'b' }] as Match[]), rule: 0 };
  const parsed = { hive: 'HKLM' as const, key: '', keys: [] };
  const asked = { ...rules, parsed, lang: 'en-US', targetOs: 'Windows 11 24H2' };
  const judged = judgeMatches(given, { ...asked, judge: createJudge(tables, rules.rules) });
  const warnings = warningsOf({ warnings: [0, 1] }, judged, 'en-US');
  expect(warnings.at(1)).toBe('The verdict follows a community template, not a vendor’s document: b.');
});

const controls = factLines<SettingFact>('osconfig.jsonl');
const ofBaseline = controls.filter(({ baseline, key }) => baseline && !/WindowsFirewall/.test(key));

it('a control of a baseline for one release is supported for that release, with a warning where it names some roles alone, and unknown for others', async () => {
  expect(ofBaseline).toHaveLength(16);
  let roles = 0;
  for (const { key, valueName = '', slug, baseline } of ofBaseline) {
    const on = async (targetOs: string) => {
      const answer = await resolve(ask, `HKLM\\${key}`, valueName, { targetOs });
      const match = matchesOf(answer).find((each) => each.slug === slug);
      return { answer, verdict: (match?.compatibility ?? answer.result.compatibility)?.registry?.verdict };
    };
    const { answer, verdict } = await on('Windows Server 2025');
    expect(verdict, slug).toBe('supported');
    const warned = answer.warnings.some((text) => text.includes('these roles of a server alone'));
    expect(warned, slug).toBe(baseline?.roles !== undefined);
    if (warned) roles++;
    for (const other of ['Windows Server 2022', 'Windows 11 24H2']) {
      expect((await on(other)).verdict, slug).toBe('unknown');
    }
  }
  expect(roles).toBe(4);
});

it('a control of a baseline for one release names no OS where its table is that of a product', () => {
  expect(controls.filter(({ baseline }) => baseline === undefined)).toHaveLength(20);
});
