/**
 * Twelve real jobs by what discovery says alone, over MCP with the official client and over REST: at most so many calls and
 * bytes of answers, and the right end. REST answers are whole: they may have twice the bytes, as they are sent.
 */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BriefMatch } from '../../runtime/contract/brief.ts';
import type { BriefItem } from '../../runtime/contract/brief-verify.ts';
import type { RunningServer } from '../../runtime/node/serve.ts';
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

let server: RunningServer;
let client: Client;
let version: string;
beforeAll(async () => {
  server = await startServer();
  client = await overHttp(server.url, 'modern');
  const health = await fetch(`${server.url}/v1/health`);
  ({ version } = ((await health.json()) as { dataset: { version: string } }).dataset);
});
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
