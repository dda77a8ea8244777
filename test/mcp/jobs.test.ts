/**
 * Jobs of an agent that knows nothing but what discovery tells: each call is made of the question and of what the
 * answers before told. Four calls and 12 kB at most.
 */
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BriefCsp, BriefResolve, BriefSearch, BriefSetting } from '../../runtime/contract/brief.ts';
import type { BriefVerify } from '../../runtime/contract/brief-verify.ts';
import type { RunningServer } from '../../runtime/node/serve.ts';
import { type Arguments, bytesRead, call, overHttp, startServer } from './clients.ts';

const TARGET = 'Windows 11 24H2 Enterprise';
const MOST_CALLS = 4;
const MOST_BYTES = 12_000;

let server: RunningServer;
let client: Client;
beforeAll(async () => {
  server = await startServer();
  client = await overHttp(server.url, 'modern');
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const transcript: { tool: string; args: Arguments; bytes: number }[] = [];
beforeEach(() => {
  transcript.length = 0;
});

async function ask<T>(tool: string, args: Arguments): Promise<T> {
  const result: CallToolResult = await call(client, tool, args);
  expect(result.isError).toBeFalsy();
  transcript.push({ tool, args, bytes: bytesRead(result) });
  return result.structuredContent as T;
}

function expectFrugal(...tools: string[]): void {
  expect(transcript.map(({ tool }) => tool)).toEqual(tools);
  expect(transcript.length).toBeLessThanOrEqual(MOST_CALLS);
  expect(transcript.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MOST_BYTES);
}

const ROLLOUT = String.raw`Windows Registry Editor Version 5.00

; hardening of the pilot group
[HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Microsoft\Windows\WindowsUpdate\AU]
"NoAutoUpdate"=dword:00000000
"AUOptions"=dword:00000009

[HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Microsoft\Windows\DataCollection]
"AllowTelemetry"="1"

[HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Microsoft\Windows\System]
"EnableSmartScren"=dword:00000001
"EnableSmartScreen"=dword:00000001

[HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Microsoft\Edge]
"SmartScreenEnabled"=dword:00000001

[HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Google\Chrome]
"MetricsReportingEnabled"=dword:00000000

[HKEY_CURRENT_USER\Software\Policies\Microsoft\Windows\Control Panel\Desktop]
"ScreenSaverIsSecure"="1"
`;

describe('jobs', () => {
  it('(i) a .reg file before a rollout to Windows 11 24H2 Enterprise', async () => {
    const files = [{ name: 'rollout.reg', text: ROLLOUT }];
    const first = await ask<BriefVerify>('verify', { files, targetOs: TARGET });
    const from = first.next ?? 8;
    const rest = await ask<BriefVerify>('verify', { files, targetOs: TARGET, from });
    const items = [...first.items, ...rest.items];
    expect([first.summary.items, items.length, rest.next]).toEqual([8, 8, undefined]);
    const at = (line: number) => items.find((item) => item.at === `rollout.reg:${line}`);
    // Data that no option stands for.
    expect(at(6)?.data).toMatchObject({
      verdict: 'undocumented',
      reason: expect.stringContaining('2, 3, 4'),
    });
    expect(at(9)?.data).toMatchObject({ verdict: 'wrong-type' });
    // A typing error: no setting writes it.
    expect(at(12)).toMatchObject({ matches: [], value: 'enablesmartscren' });
    expect(at(13)).toMatchObject({
      // Two settings write it: both are told, with their nodes, and the choice stays open.
      matches: [
        { slug: 'smartscreen.shellconfiguresmartscreen' },
        { slug: 'windowsexplorer.enablesmartscreen' },
      ],
      verdict: 'supported',
      data: { verdict: 'documented' },
      mdmAlternatives: [{ verdict: 'supported' }, { verdict: 'supported' }],
    });
    const typo = {
      key: 'HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows\\System',
      value: 'EnableSmartScren',
      targetOs: TARGET,
    };
    const meant = await ask<BriefResolve>('resolve', typo);
    expect(meant.nearest?.map(({ value }) => value)).toContain('EnableSmartScreen');
    expectFrugal('verify', 'verify', 'resolve');
  });

  it('(ii) the MDM equivalent of a GPO’s values, with payloads', async () => {
    const rdp = 'HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows NT\\Terminal Services';
    const items = [
      { key: rdp, value: 'fPromptForPassword', type: 'REG_DWORD', data: 1 },
      { key: rdp, value: 'MinEncryptionLevel', type: 'REG_DWORD', data: 3 },
      {
        key: 'HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows\\System',
        value: 'EnableSmartScreen',
        type: 'REG_DWORD',
        data: 1,
      },
      {
        key: 'HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows\\System',
        value: 'ShellSmartScreenLevel',
        type: 'REG_SZ',
        data: 'Block',
      },
      {
        key: 'HKLM\\SOFTWARE\\Policies\\Microsoft\\Edge\\ExtensionInstallBlocklist',
        value: '1',
        type: 'REG_SZ',
        data: '*',
      },
    ];
    const answer = await ask<BriefVerify>('verify', { items, targetOs: TARGET });
    const [prompt, level, , , edge] = answer.items.map(({ mdm }) => mdm);
    const [choices] = answer.items.flatMap(({ mdmAlternatives }) =>
      mdmAlternatives ? [mdmAlternatives] : [],
    );
    expect(prompt).toMatchObject({
      omaUri: expect.stringMatching(/PromptForPassword/),
      payload: '<enabled/>',
    });
    expect(level?.payload).toMatch(/^<enabled\/>\s*<data id="[^"]+" value="3"\/>$/);
    for (const node of [prompt, level, edge]) expect(node?.verdict).toBe('supported');
    // The third value is written by two settings with nodes of their own, the fourth too.
    expect(choices?.map(({ slug }) => slug)).toEqual(answer.items[2]?.matches?.map(({ slug }) => slug));
    expect(choices?.[1]?.payload).toMatch(/<data id="EnableSmartScreenDropdown" value="Block"\/>/);
    expect(edge).toMatchObject({
      confidence: 'derived',
      ingest: expect.stringContaining('ADMXInstall'),
      payload: expect.stringContaining('value="1&#xF000;*"'),
    });
    expectFrugal('verify');
  });

  it('(iii) from “stop users from installing extensions in Edge” to key, type and data', async () => {
    const found = await ask<BriefSearch>('search', { q: 'stop users from installing extensions in Edge' });
    const hit = found.matches.find(
      ({ displayName }) => displayName === 'Control which extensions cannot be installed',
    );
    expect(found.matches.slice(0, 3)).toContainEqual(hit);
    const { setting } = await ask<BriefSetting>('setting', { slug: hit?.slug });
    const [element] = setting.elements ?? [];
    expect(setting.class).toBe('Both');
    const key = element?.registryKey ?? setting.registryKey;
    expect(key).toBe('Software\\Policies\\Microsoft\\Edge\\ExtensionInstallBlocklist');
    expect(element).toMatchObject({ type: 'list', registryType: 'REG_SZ' });
    expect(element?.label).toContain('* for all');
    expect(setting.csp?.payloads?.enabled).toContain('<enabled/>');
    // What is to be written is checked before it is.
    const item = { key: `HKLM\\${key}`, value: '1', type: element?.registryType, data: '*' };
    const checked = await ask<BriefVerify>('verify', { items: [item], targetOs: TARGET });
    expect(checked.items[0]).toMatchObject({ matches: [{ slug: hit?.slug }], data: { verdict: 'free' } });
    expectFrugal('search', 'setting', 'verify');
  });

  it('(iv) an OMA-URI that someone found in a forum', async () => {
    const posted = './Vendor/MSFT/Policy/Config/Browser/AllowSmartScren';
    const missed = await ask<BriefCsp>('csp', { omaUri: posted });
    expect(missed).toMatchObject({ matches: [], mdmConfidence: 'none' });
    const meant = missed.nearest?.find(({ omaUri }) => /AllowSmartScreen$/.test(omaUri ?? ''));
    expect(meant).toBeDefined();
    const { matches } = await ask<BriefCsp>('csp', { omaUri: meant?.omaUri });
    expect(matches[0]).toMatchObject({
      registryKey: expect.stringMatching(/MicrosoftEdge/),
      registryType: 'REG_DWORD',
    });
    const items = [{ omaUri: meant?.omaUri, data: 1 }];
    const { items: told } = await ask<BriefVerify>('verify', { items, targetOs: TARGET });
    expect(told[0]).toMatchObject({
      data: { verdict: 'documented' },
      mdm: { verdict: expect.stringMatching(/./) },
    });
    expectFrugal('csp', 'csp', 'verify');
  });
});
