/** Verdicts by what is no vendor's document of the OS: a community template, a baseline. Single cases: answers-named.jsonl. */
import { expect, it } from 'vitest';
import type { SettingFact } from '../../build/facts/types.ts';
import { matchesOf, resolve } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { COMMUNITY, LINES, PAIRS } from '../corpus/oracle.ts';
import { factLines } from '../vectors.ts';

const { ask } = await corpus();

it('a verdict that follows a text of others says so, and no other verdict does', async () => {
  const told = new Set<string>();
  const community = new Set(LINES.filter(({ source }) => COMMUNITY.has(source)).map(({ slug }) => slug));
  for (const [at, { slug, key, value }] of PAIRS.entries()) {
    if (value === undefined || (at % 5 !== 0 && !community.has(slug))) continue;
    const { warnings, result } = await resolve(ask, key, value, { targetOs: 'Windows Server 2019' });
    const named = warnings.filter((text) => text.startsWith('The verdict follows a community template'));
    if (named.length === 0) continue;
    expect(result.compatibility?.verdict, `${key} ${value}`).toBe('supported');
    for (const text of named) told.add(text);
  }
  expect([...told]).toEqual([
    'The verdict follows a community template, not a vendor’s document: additionalsystemhardening.logon.',
  ]);
});

const controls = factLines<SettingFact>('osconfig.jsonl');
const ofBaseline = controls.filter(({ baseline }) => baseline !== undefined);

it('a control of a baseline for one release is supported for that release, with a warning where it names some roles alone, and unknown for others', async () => {
  expect(ofBaseline).toHaveLength(42);
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
  expect(roles).toBe(8);
});

it('a control of a baseline for one release names no OS where its table is that of a product', () => {
  expect(controls.filter(({ baseline }) => baseline === undefined)).toHaveLength(20);
});
