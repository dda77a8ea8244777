/** Verdicts by what is no vendor's document of the OS: a community template, a baseline. Single cases: answers-named.jsonl. */
import { expect, it } from 'vitest';
import type { SettingFact } from '../../build/facts/types.ts';
import { matchesOf, resolve } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { COMMUNITY, LINES, PAIRS } from '../corpus/oracle.ts';
import { factLines } from '../vectors.ts';

const { ask } = await corpus();
const nameOf = (pair: { key: string; value?: string | undefined }) =>
  `${pair.key} ${pair.value}`.toLowerCase();

it('a verdict that follows a text of others says so, and no other verdict does', async () => {
  const community = new Set(LINES.filter(({ source }) => COMMUNITY.has(source)).map(({ slug }) => slug));
  const ofOthers = new Map(
    PAIRS.flatMap((each) => (community.has(each.slug) ? [[nameOf(each), each.slug]] : [])),
  );
  // What a page documents without a word on servers, and a community's template with one.
  const silent = factLines<SettingFact>('microsoft-learn.jsonl')
    .filter(({ supportedOn = '' }) => !supportedOn.includes('Windows Server'))
    .map(({ key, valueName: value }) => nameOf({ key, value }));
  const left = new Set(silent.filter((pair) => ofOthers.has(pair)));
  for (const [at, { slug, key, value }] of PAIRS.entries()) {
    if (value === undefined || (at % 5 !== 0 && !community.has(slug))) continue;
    const { warnings } = await resolve(ask, key, value, { targetOs: 'Windows Server 2019' });
    const told = warnings.filter((text) => text.startsWith('The verdict follows a community template'));
    const pair = nameOf({ key, value });
    const sentence = `The verdict follows a community template, not a vendor’s document: ${ofOthers.get(pair)}.`;
    expect(told, pair).toEqual(left.has(pair) ? [sentence] : []);
  }
  expect(left.size).toBe(19);
});

const controls = factLines<SettingFact>('osconfig.jsonl');
// Pages of the vendor name more releases for the others.
const ofBaseline = controls.filter(
  ({ baseline, key, valueName }) =>
    baseline && !/WindowsFirewall|RDP-Tcp|LsaCfgFlags/.test(`${key}\\${valueName}`),
);

it('a control of a baseline for one release is supported for that release, with a warning where it names some roles alone, and unknown for others', async () => {
  expect(ofBaseline).toHaveLength(9);
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
  expect(roles).toBe(3);
});

it('a control of a baseline for one release names no OS where its table is that of a product', () => {
  expect(controls.filter(({ baseline }) => baseline === undefined)).toHaveLength(20);
});
