/**
 * Twelve real jobs by what discovery says alone, over MCP with the official client and over REST: at most so many calls and
 * bytes of answers, and the right end. REST answers are whole: they may have twice the bytes, as they are sent.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  BriefCsp,
  BriefMatch,
  BriefResolve,
  BriefSearch,
  BriefSetting,
} from '../../runtime/contract/brief.ts';
import type { BriefItem, BriefVerify } from '../../runtime/contract/brief-verify.ts';
import { type Arguments, bytesRead, call, overHttp, startServer, textOf } from './clients.ts';

/** The members of both kinds of answers. */
interface Told {
  matches: (BriefMatch & { registryKey?: string; valueName?: string })[];
  compatibility?: BriefMatch['compatibility'];
  nearest?: { key?: string; value?: string; omaUri?: string }[];
  items: (BriefItem & { slugs?: string[] })[];
  changed?: object[];
  warnings?: string[];
  next?: number;
}

type Ask = (tool: string, args: Arguments) => Promise<Told>;

const server = await startServer();
const client = await overHttp(server.url, 'modern');
const health = await fetch(`${server.url}/v1/health`);
const { version } = ((await health.json()) as { dataset: { version: string } }).dataset;
afterAll(async () => {
  await client.close();
  await server.close();
});

const spent = { calls: 0, bytes: 0 };

async function overMcp(tool: string, args: Arguments): Promise<Told> {
  const result = await call(client, tool, args);
  expect(result.isError, textOf(result)).toBeFalsy();
  spent.calls++;
  spent.bytes += bytesRead(result);
  return result.structuredContent as unknown as Told;
}

async function overRest(tool: string, args: Arguments): Promise<Told> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(args),
  };
  const response = await fetch(`${server.url}/v1/${tool}`, init);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  spent.calls++;
  const sent = Number(response.headers.get('content-length'));
  expect(sent).toBeGreaterThan(0);
  spent.bytes += sent;
  const { result, warnings } = JSON.parse(text) as { result: Told; warnings: string[] };
  return { ...result, warnings };
}

interface Job {
  name: string;
  calls: number;
  /** Over MCP. */
  bytes: number;
  run(ask: Ask): Promise<void>;
}

const POLICIES = 'HKLM\\Software\\Policies\\Microsoft\\Windows';
const PC = 'Windows 11 24H2 Enterprise';
const LIMIT = 3;

/** The verdicts on the first match. */
const verdictsOf = ({ matches, compatibility }: Told) => matches[0]?.compatibility ?? compatibility;

/** The key and value name of a hit, with the hive of its class, as the next question. */
function questionOf({ registryKey, valueName, ...match }: Told['matches'][number]): Arguments {
  return { key: `${match.class === 'User' ? 'HKCU' : 'HKLM'}\\${registryKey}`, value: valueName };
}

async function hitOf(ask: Ask, slug: RegExp, args: Arguments): Promise<Told['matches'][number]> {
  const { matches } = await ask('search', args);
  const hit = matches.find((each) => slug.test(each.slug) && each.valueName !== undefined);
  expect(hit, `${slug} among ${matches.map((each) => each.slug)}`).toBeDefined();
  return hit as Told['matches'][number];
}

const GPO: Arguments[] = [
  ['Windows NT\\Terminal Services', 'fPromptForPassword', 1],
  ['Windows NT\\Terminal Services', 'MinEncryptionLevel', 3],
  ['Windows NT\\Terminal Services', 'fDisableCdm', 1],
  ['Windows\\DataCollection', 'AllowTelemetry', 1],
  ['Windows\\Personalization', 'NoLockScreenCamera', 1],
  ['Windows\\Personalization', 'NoLockScreenSlideshow', 1],
  ['Windows\\Installer', 'AlwaysInstallElevated', 0],
  ['Windows\\PowerShell\\ScriptBlockLogging', 'EnableScriptBlockLogging', 1],
  ['Windows\\WinRM\\Client', 'AllowBasic', 0],
  ['Windows\\Explorer', 'NoAutoplayfornonVolume', 1],
].map(([key, value, data]) => ({
  key: `HKLM\\Software\\Policies\\Microsoft\\${key}`,
  value,
  type: 'REG_DWORD',
  data,
}));

const JOBS: Job[] = [
  {
    name: 'the reboot policy on Server 2022',
    calls: 1,
    bytes: 1200,
    async run(ask) {
      const value = 'NoAutoRebootWithLoggedOnUsers';
      const answer = await ask('resolve', {
        key: `${POLICIES}\\WindowsUpdate\\AU`,
        value,
        targetOs: 'Windows Server 2022',
      });
      expect(answer.matches[0]).toMatchObject({
        registryType: 'REG_DWORD',
        values: [{ data: '1', state: 'enabled' }, {}],
      });
      expect(verdictsOf(answer)?.verdict).toMatch(/^(?:supported|unverified)$/);
    },
  },
  {
    name: 'ten values of a GPO to Intune payloads',
    calls: 2,
    bytes: 8000,
    async run(ask) {
      const { items, next } = await ask('verify', { items: GPO, targetOs: PC });
      expect([items.length, next]).toEqual([10, undefined]);
      for (const { mdm, mdmAlternatives = [], noMdm } of items) {
        for (const node of mdm ? [mdm] : mdmAlternatives)
          expect(node.payload ?? node.data ?? node.noPayload).toMatch(/./);
        expect(mdm?.omaUri ?? mdmAlternatives[0]?.omaUri ?? noMdm).toMatch(/./);
      }
      expect(items[0]?.mdm?.payload).toBe('<enabled/>');
    },
  },
  {
    name: 'Copilot on Windows 11 24H2 Pro, with its deprecation',
    calls: 2,
    bytes: 3000,
    async run(ask) {
      const hit = await hitOf(ask, /^windowscopilot\./, { q: 'turn off Windows Copilot', limit: LIMIT });
      const answer = await ask('resolve', { ...questionOf(hit), targetOs: 'Windows 11 24H2 Pro' });
      expect(answer.matches[0]?.csp).toMatchObject({ deprecated: true, deprecatedFrom: '10.0.26100.712' });
      expect(answer.warnings?.join()).toContain('deprecated');
    },
  },
  {
    name: 'USB storage',
    calls: 2,
    bytes: 3500,
    async run(ask) {
      const hit = await hitOf(ask, /^removablestorage\.removablestorageclasses_denyall/, {
        q: 'block USB storage',
        limit: LIMIT,
      });
      const answer = await ask('resolve', { ...questionOf(hit), targetOs: PC });
      expect(answer.matches.some(({ values }) => values?.some(({ data }) => data === '1'))).toBe(true);
      expect(verdictsOf(answer)?.verdict).toBe('supported');
    },
  },
  {
    name: 'telemetry in French',
    calls: 2,
    bytes: 3500,
    async run(ask) {
      const hit = await hitOf(ask, /^datacollection\.allowtelemetry$/, {
        q: 'désactiver la télémétrie sur Windows 11 24H2',
        lang: 'fr',
        limit: LIMIT,
      });
      const answer = await ask('resolve', { ...questionOf(hit), targetOs: PC, lang: 'fr' });
      expect(answer.matches[0]?.values?.length).toBeGreaterThan(2);
    },
  },
  {
    name: 'a catalog identifier',
    calls: 1,
    bytes: 1200,
    async run(ask) {
      const { matches } = await ask('csp', {
        omaUri: 'device_vendor_msft_policy_config_update_activehoursend',
      });
      expect(matches[0]).toMatchObject({ slug: 'windowsupdate.activehours', valueName: 'ActiveHoursEnd' });
      expect(matches[0]?.csp?.omaUri).toBe('./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd');
    },
  },
  {
    name: 'a value with two typing errors',
    calls: 2,
    bytes: 2000,
    async run(ask) {
      const target = { targetOs: PC };
      const missed = await ask('resolve', {
        key: `${POLICIES}\\WindowsUpdat`,
        value: 'ActiveHorsEnd',
        ...target,
      });
      expect(missed.matches).toEqual([]);
      const [meant] = missed.nearest ?? [];
      const found = await ask('resolve', { key: `HKLM\\${meant?.key}`, value: meant?.value, ...target });
      expect(found.matches[0]?.slug).toBe('windowsupdate.activehours');
      expect(verdictsOf(found)?.mdm?.verdict).toBe('supported');
    },
  },
  {
    name: 'a Chrome policy for Chrome 120',
    calls: 1,
    bytes: 1300,
    async run(ask) {
      const answer = await ask('resolve', {
        key: 'HKLM\\Software\\Policies\\Google\\Chrome',
        value: 'BrowserSignin',
        targetOs: PC,
        targetProducts: { Chrome: '120' },
      });
      expect(answer.matches[0]?.csp?.ingest).toContain('ADMXInstall');
      // The vendor's templates of that version have the setting.
      expect(verdictsOf(answer)?.product).toMatchObject({ verdict: 'supported' });
    },
  },
  {
    name: 'an HKCU value asked under HKLM',
    calls: 2,
    bytes: 2000,
    async run(ask) {
      const key = '\\Software\\Policies\\Microsoft\\Windows\\Control Panel\\Desktop';
      const question = { value: 'ScreenSaverIsSecure', targetOs: PC };
      const wrong = await ask('resolve', { key: `HKLM${key}`, ...question });
      expect(verdictsOf(wrong)?.verdict).toBe('unknown');
      const [, hive] = /ask with (HKCU|HKLM)/.exec(wrong.warnings?.join() ?? '') ?? [];
      const right = await ask('resolve', { key: `${hive}${key}`, ...question });
      expect(verdictsOf(right)?.verdict).toBe('supported');
    },
  },
  {
    name: 'what changed for a list',
    calls: 1,
    bytes: 2000,
    async run(ask) {
      const answer = await ask('changes', { since: version, items: GPO });
      expect(answer).toMatchObject({ complete: true });
      expect([answer.changed ?? [], answer.items ?? []]).toEqual([[], []]);
    },
  },
  {
    name: 'RunAsPPL with its contents and the truth about MDM',
    calls: 1,
    bytes: 1500,
    async run(ask) {
      const key = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Lsa';
      const answer = await ask('resolve', { key, value: 'RunAsPPL', targetOs: PC });
      expect(answer.matches[0]?.values).toEqual([
        { data: '1', state: 'enabled' },
        { data: '0', state: 'disabled' },
      ]);
      expect(answer.warnings?.join()).toContain('does not allow this template to be ingested');
    },
  },
  {
    name: 'Defender rules by MDM on LTSC 2019 with checked data',
    calls: 2,
    bytes: 3500,
    async run(ask) {
      const hit = await hitOf(ask, /exploitguard_asr_rules$/, {
        q: 'attack surface reduction rules',
        limit: LIMIT,
      });
      const item = { omaUri: hit.csp?.omaUri, data: '<disabled/>' };
      const { items } = await ask('verify', { items: [item], targetOs: 'Windows 10 Enterprise LTSC 2019' });
      expect(items[0]?.verdict).toMatch(/supported|unverified/);
      expect(items[0]?.data?.verdict).toBe('documented');
    },
  },
];

describe.each([
  ['MCP', overMcp, 1],
  ['REST', overRest, 2],
] as const)('over %s', (_, ask, factor) => {
  for (const { name, calls, bytes, run } of JOBS) {
    it(name, async () => {
      spent.calls = 0;
      spent.bytes = 0;
      await run(ask);
      expect(spent.calls).toBeLessThanOrEqual(calls);
      expect(spent.bytes).toBeLessThanOrEqual(bytes * factor);
    });
  }
});

const ROLLOUT = await readFile(new URL('../vectors/rollout.reg', import.meta.url), 'utf8');

/** Each call is made of the question and of what the answers before said. */
describe('over MCP alone, in four calls and 12 kB at most', () => {
  const tools: string[] = [];
  beforeEach(() => {
    tools.length = 0;
    spent.bytes = 0;
  });

  async function ask<T>(tool: string, args: Arguments): Promise<T> {
    tools.push(tool);
    return (await overMcp(tool, args)) as T;
  }

  function expectFrugal(...wanted: string[]): void {
    expect(tools).toEqual(wanted);
    expect(spent.bytes).toBeLessThanOrEqual(12_000);
  }

  it('(i) a .reg file before a rollout to Windows 11 24H2 Enterprise', async () => {
    const files = [{ name: 'rollout.reg', text: ROLLOUT }];
    const first = await ask<BriefVerify>('verify', { files, targetOs: PC });
    const from = first.next ?? 8;
    const rest = await ask<BriefVerify>('verify', { files, targetOs: PC, from });
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
      targetOs: PC,
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
    const answer = await ask<BriefVerify>('verify', { items, targetOs: PC });
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
    const checked = await ask<BriefVerify>('verify', { items: [item], targetOs: PC });
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
    const { items: told } = await ask<BriefVerify>('verify', { items, targetOs: PC });
    expect(told[0]).toMatchObject({
      data: { verdict: 'documented' },
      mdm: { verdict: expect.stringMatching(/./) },
    });
    expectFrugal('csp', 'csp', 'verify');
  });
});
