/** Settings that no template documents, and what vendors dropped, asked of the compiled dataset. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../build/facts/model.ts';
import type { ControlFact, SettingFact } from '../../build/facts/types.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import { csp, matchesOf, record, resolve } from '../answers.ts';
import { corpus } from './dist.ts';
import { COMMUNITY, FORMER, LINES, PAIRS } from './oracle.ts';

const { ask } = await corpus();

const factsOf = (source: string) => readLines<SettingFact>(join(FACTS, `${source}.jsonl`));
const SYSTEM = 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Policies\\System';
const TABLE = join(ROOT, '..', 'shared', 'sources', 'security-options');
if (!existsSync(TABLE)) console.log('skipped: the table of security options (no ../shared/sources here)');

describe('security options', () => {
  it('EnableLUA resolves with its MDM node, data and verdict', async () => {
    const answer = await resolve(ask, SYSTEM, 'EnableLUA', { targetOs: 'Windows 11 24H2' });
    expect(matchesOf(answer)).toMatchObject([
      {
        displayName: 'User Account Control: Run all administrators in Admin Approval Mode',
        confidence: 'official',
        registryType: 'REG_DWORD',
        values: [
          { data: '1', label: 'Enabled' },
          { data: '0', label: 'Disabled' },
        ],
        csp: {
          omaUri: expect.stringMatching(
            /LocalPoliciesSecurityOptions\/UserAccountControl_RunAllAdministratorsInAdminApprovalMode$/,
          ),
        },
      },
    ]);
    expect(answer.result.compatibility).toMatchObject({ verdict: 'supported', basis: 'csp' });
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(2765);
  });

  it.skipIf(!existsSync(TABLE))('every registry value of the table is found', async () => {
    const files = (await readdir(TABLE, { recursive: true })).filter((name) => name.endsWith('.psd1'));
    const text = files.map((name) => readFileSync(join(TABLE, name), 'utf8')).join('\n');
    const values = [...text.matchAll(/Value\s*=\s*["'](MACHINE\\[^"'\r\n]+)["']/gi)].map(
      ([, path = '']) => path,
    );
    expect(values.length).toBeGreaterThanOrEqual(84);
    const mapped: string[] = [];
    for (const path of values) {
      const at = path.lastIndexOf('\\');
      const matches = matchesOf(await resolve(ask, path.slice(0, at), path.slice(at + 1).trim()));
      expect(
        matches.map(({ source }) => source),
        path,
      ).toContain('security-options');
      if (matches.some(({ source, csp: node }) => source === 'security-options' && node)) mapped.push(path);
    }
    expect(mapped.length).toBeGreaterThanOrEqual(69);
  });

  it('and controls are found by each node that is stated for them, and the other way round', async () => {
    const settings = [...(await factsOf('security-options')), ...(await factsOf('osconfig'))];
    const stated = settings.flatMap((each) => (each.mdm ?? []).map((mdm) => ({ ...each, ...mdm })));
    expect(stated.length).toBeGreaterThan(90);
    for (const { slug, key, valueName = '', omaUri, confidence } of stated) {
      const [found] = matchesOf(await csp(ask, omaUri)).filter((match) => match.slug === slug);
      expect(found, omaUri).toMatchObject({ registryKey: key, valueName, csp: { omaUri }, confidence });
      const [match] = matchesOf(await resolve(ask, key, valueName)).filter((each) => each.slug === slug);
      expect([match?.csp, ...(match?.cspAlternatives ?? [])].map((each) => each?.omaUri)).toContain(omaUri);
    }
  });

  it('System Access controls say that they write no registry value', async () => {
    const controls = await readLines<ControlFact>(join(FACTS, 'controls.jsonl'));
    const access = controls.filter(({ area, omaUri }) => area === 'System Access' && omaUri !== undefined);
    expect(access).toHaveLength(6);
    for (const { omaUri = '' } of access)
      expect((await csp(ask, omaUri)).result.reason).toContain('writes no registry value by design');
  });

  it('a record claims no state that the option does not have', async () => {
    for (const { slug } of [...(await factsOf('security-options')), ...(await factsOf('osconfig'))]) {
      const found = await record(ask, slug);
      expect(found).not.toHaveProperty('enabledValue');
      expect(found).not.toHaveProperty('disabledValueKind');
      expect(found).not.toHaveProperty('admxFile');
      expect(found.registryType ?? found.openTypes, slug).toBeDefined();
    }
  });
});

describe('firewall profiles', () => {
  const names = [
    'AllowLocalIPsecPolicyMerge',
    'AllowLocalPolicyMerge',
    'DefaultInboundAction',
    'DefaultOutboundAction',
    'DisableNotifications',
    'DisableUnicastResponsesToMulticastBroadcast',
    'EnableFirewall',
    'Logging\\LogDroppedPackets',
    'Logging\\LogFilePath',
    'Logging\\LogFileSize',
    'Logging\\LogSuccessfulConnections',
  ];
  it.each(['DomainProfile', 'PrivateProfile', 'PublicProfile'])(
    '%s: 11 of 11 with their node',
    async (profile) => {
      for (const name of names) {
        const path = `HKLM\\SOFTWARE\\Policies\\Microsoft\\WindowsFirewall\\${profile}\\${name}`;
        const at = path.lastIndexOf('\\');
        const answer = await resolve(ask, path.slice(0, at), path.slice(at + 1));
        const nodes = matchesOf(answer).flatMap(({ csp: node }) => node?.omaUri ?? []);
        expect(
          nodes.some((uri) => uri.includes(`/Firewall/MdmStore/${profile}/`)),
          path,
        ).toBe(true);
        expect(answer.confidence).toBe('derived');
      }
    },
  );
});

describe('what a vendor dropped', () => {
  const LAPS = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Policies\\LAPS';
  const NAME = 'PwdExpirationProtectionEnabled';

  it('a renamed value of LAPS says so and is not supported from that release on', async () => {
    const answer = await resolve(ask, LAPS, NAME, { targetOs: 'Windows 11 25H2' });
    expect(matchesOf(answer)).toMatchObject([
      { sourceVersion: '25381.1', removedIn: '25H2', confidence: 'none' },
    ]);
    expect(answer.result.compatibility).toMatchObject({ verdict: 'unverified' });
    expect(answer.warnings[0]).toContain('25H2');
    const older = await resolve(ask, LAPS, NAME, { targetOs: 'Windows 11 23H2' });
    const current = await resolve(ask, LAPS, 'PasswordExpirationProtectionEnabled', {
      targetOs: 'Windows 11 23H2',
    });
    expect(older.result.compatibility?.verdict).toBe(current.result.compatibility?.verdict);
    expect((await record(ask, 'laps.laps_dontallowpwdexpirationbehindpolicy')).former).toMatchObject([
      { valueName: NAME, removedIn: '25H2' },
    ]);
  });

  it('every former pair and every removed setting is marked, and comes after what is current', async () => {
    const dropped = new Map(
      (LINES as { slug: string; removedIn?: string }[]).map(({ slug, removedIn }) => [slug, removedIn]),
    );
    const removed = PAIRS.filter(({ slug, value }) => value !== undefined && dropped.get(slug) !== undefined);
    const former = FORMER.filter(({ value }) => value !== undefined);
    expect(former.length).toBeGreaterThan(5);
    expect(removed.length).toBeGreaterThan(10);
    for (const { slug, key, value = '' } of [...former, ...removed]) {
      const matches = matchesOf(await resolve(ask, key, value));
      const own = matches.find((match) => match.slug === slug && match.removedIn !== undefined);
      expect(own, `${slug} ${key} ${value}`).toBeDefined();
      const marks = matches.map(({ removedIn }) => removedIn !== undefined);
      expect(marks).toEqual([...marks].sort());
    }
  });
});

describe('community templates', () => {
  it('come after vendors’, and say so where they are alone', async () => {
    const bySlug = new Map(LINES.map(({ slug, source }) => [slug, source]));
    let alone = 0;
    let beside = 0;
    for (const { slug, key, value } of PAIRS) {
      if (value === undefined || !COMMUNITY.has(bySlug.get(slug) ?? '')) continue;
      const answer = await resolve(ask, key, value);
      const marks = matchesOf(answer).map(({ source }) => COMMUNITY.has(source));
      expect(marks).toEqual([...marks].sort());
      const only = !marks.includes(false);
      if (only) alone++;
      else beside++;
      expect(answer.warnings.some((each) => each.startsWith('Only a community template'))).toBe(only);
    }
    expect(alone).toBeGreaterThan(50);
    expect(beside).toBeGreaterThan(5);
  });
});

describe('a miss', () => {
  it('proposes the policy’s own value before a list item', async () => {
    const { result } = await resolve(
      ask,
      'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU',
      'NoAutoUpdates',
    );
    expect(result.nearest?.[0]).toMatchObject({ value: 'NoAutoUpdate', slug: 'windowsupdate.autoupdatecfg' });
  });

  it('names the list whose key was asked as a value, and how its names are made', async () => {
    const { result, warnings } = await resolve(
      ask,
      'HKLM\\Software\\Policies\\Google\\Chrome',
      'ExtensionInstallForcelist',
    );
    expect(result.nearest).toEqual([
      {
        key: 'Software\\Policies\\Google\\Chrome\\ExtensionInstallForcelist',
        value: '1',
        slug: 'chrome.extensioninstallforcelist',
        list: { valuePrefix: '', explicitValue: false, additive: false },
      },
    ]);
    expect(warnings).toEqual([expect.stringContaining('its value names are 1, 2 and so on')]);
  });

  it('proposes nothing that has only a word in common', async () => {
    const near = await resolve(ask, 'Software\\Microsoft\\Windows\\WindowsUpdate\\AU', 'NoAutoUpdate');
    expect(near.result.nearest?.[0]).toMatchObject({ slug: 'windowsupdate.autoupdatecfg' });
    for (const [key, value] of [
      ['HKLM\\Software\\Vendor\\Product\\Camera', 'Locked'],
      ['HKLM\\Software\\Vendor\\Product\\Something', 'Enabled'],
    ] as const)
      expect((await resolve(ask, key, value)).result).not.toHaveProperty('nearest');
  });

  it('echoes a key name that holds a slash as it is', async () => {
    const key = 'Software\\Microsoft\\Windows\\CurrentVersion\\WINEVT\\Channels\\Nobody/Operational';
    expect((await resolve(ask, `HKLM\\${key}`, 'Enabled')).query.key).toBe(key.toLowerCase());
  });

  it('says what a word is that is no hive, a control set, an instruction of Registry.pol', async () => {
    const key = 'SYSTEM\\ControlSet001\\Control\\Lsa';
    const found = await resolve(ask, `HKML:\\${key}`, '**del.LmCompatibilityLevel');
    expect(matchesOf(found).length).toBeGreaterThan(0);
    expect(found.query).toMatchObject({ hive: null, value: 'lmcompatibilitylevel' });
    for (const word of ['HKML is not a hive', 'CurrentControlSet', '**del. is an instruction'])
      expect(found.warnings.some((each) => each.includes(word))).toBe(true);
    const none = await resolve(ask, `HKLM\\${key}`, '**DeleteKeys');
    expect(none.result).toMatchObject({ matches: [], reason: expect.stringContaining('names no value') });
    const kelvin = await resolve(ask, 'HKLM\\Software\\Policies\\Microsoft\\Windows\\Syste\u212a', 'x');
    expect(matchesOf(kelvin)).toEqual([]);
  });
});
