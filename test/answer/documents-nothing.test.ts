/** A match that documents nothing of the OS takes no part in the verdict on all, while another one documents something. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SettingFact } from '../../build/facts/types.ts';
import { matchesOf, resolve } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { COMMUNITY, LINES, PAIRS } from '../corpus/oracle.ts';

const { ask } = await corpus();

const ASR =
  'HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows Defender\\Windows Defender Exploit Guard\\ASR\\Rules';

/** The settings that take no part in the verdict: one sentence names them all. */
function leftOut({ warnings }: { warnings: string[] }): string[] {
  const named = warnings.filter((text) =>
    text.startsWith('No vendor’s document says which Windows releases'),
  );
  expect(named.length).toBeLessThan(2);
  return named.flatMap((text) => /: ([^:]+)\.$/.exec(text)?.[1]?.split(', ') ?? []);
}

it('a control without any statement does not overrule the templates that write the value too', async () => {
  const answer = await resolve(ask, ASR, '7674ba52-37eb-4a4f-a9a1-f0f9a1619a2c', {
    targetOs: 'Windows 11 24H2',
  });
  expect(matchesOf(answer).map(({ slug, compatibility }) => [slug, compatibility?.verdict])).toEqual([
    ['osconfig.asrblockadobereaderfromcreatingchildprocesses', 'unknown'],
    ['windowsdefender.exploitguard_asr_rules', 'supported'],
    ['additionaldefenderpolicies.exploitguard_asr_rules_adobereader', 'supported'],
  ]);
  expect(answer.result.compatibility?.verdict).toBe('supported');
  expect(leftOut(answer)).toContain('osconfig.asrblockadobereaderfromcreatingchildprocesses');
});

it('a text that others wrote does not overrule the vendor’s documents', async () => {
  const sudo = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\Sudo';
  const on = (targetOs: string) => resolve(ask, sudo, 'Enabled', { targetOs });
  const old = await on('Windows 11 23H2');
  expect(matchesOf(old).map(({ slug, compatibility }) => [slug, compatibility?.verdict])).toEqual([
    ['sudo.enablesudo', 'unsupported'],
    ['additionalsystemhardening.sudocommand', 'supported'],
  ]);
  expect(old.result.compatibility).toMatchObject({ verdict: 'unsupported', requiredBuild: '10.0.26100' });
  expect(leftOut(old)).toEqual(['additionalsystemhardening.sudocommand']);
  expect((await on('Windows 11 24H2')).result.compatibility?.verdict).toBe('supported');
  // Nor does what documents nothing overrule the text of others.
  const winlogon = 'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion\\Winlogon';
  const cached = await resolve(ask, winlogon, 'CachedLogonsCount', { targetOs: 'Windows 11 24H2' });
  expect(
    matchesOf(cached)
      .map(({ compatibility }) => compatibility?.verdict)
      .sort(),
  ).toEqual(['supported', 'unknown']);
  expect(cached.result.compatibility?.verdict).toBe('supported');
});

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

describe('a control of a baseline for one release', () => {
  const controls = readFileSync(new URL('../../facts/osconfig.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): SettingFact => JSON.parse(line));
  const ofBaseline = controls.filter(({ baseline }) => baseline !== undefined);

  it('is supported for that release, with a warning where it names some roles alone, and unknown for others', async () => {
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

  it('names no OS where its table is that of a product', () => {
    expect(controls.filter(({ baseline }) => baseline === undefined)).toHaveLength(20);
  });
});

it('several settings that take no part are named once, and a node that only a catalog shows is not supported', async () => {
  const key = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Lsa';
  const answer = await resolve(ask, key, 'RunAsPPL', { targetOs: 'Windows 11 24H2' });
  expect(leftOut(answer)).toEqual([
    'additionalhardeningfrommicrosoft.pol_secguide_0204_lsassrunasppl',
    'additionalsystemhardening.lsa_runasppl',
  ]);
  expect(matchesOf(answer)[0]?.csp?.ingestion).toBe('catalog-only');
  expect(answer.result.compatibility?.mdm?.verdict).toBe('unverified');
});
