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
import { postInit } from '../http/fake.ts';
import { vectors } from '../vectors.ts';
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
  const response = await fetch(`${server.url}/v1/${tool}`, postInit(args));
  const text = await response.text();
  expect(response.status, text).toBe(200);
  spent.calls++;
  const sent = Number(response.headers.get('content-length'));
  expect(sent).toBeGreaterThan(0);
  spent.bytes += sent;
  const { result, warnings } = JSON.parse(text) as { result: Told; warnings: string[] };
  return { ...result, warnings };
}

/** Texts of its arguments may refer to the answer before: `{/nearest/0/key}`; `@name` stands for a table. */
interface Step {
  tool: string;
  args: Arguments;
  /** The slug of the hit with a value name that the next step asks about: `/hit`. */
  hit?: string;
  /** How many items there are, each with a payload or the reason why it has none. */
  nodes?: number;
  /** By its place in the answer; `~` begins a pattern. */
  shows?: Record<string, unknown>;
}

interface Job {
  name: string;
  calls: number;
  /** Over MCP. */
  bytes: number;
  steps: Step[];
}

const PC = 'Windows 11 24H2 Enterprise';

/** What steps look at. */
type Seen = Told & { hit?: Told['matches'][number]; [more: string]: unknown };

const at = (seen: unknown, pointer: string): unknown =>
  pointer.split('/').reduce((part, name) => (name === '' ? part : (part as Arguments)?.[name]), seen);

function filled(args: Arguments, seen: Seen): Arguments {
  return JSON.parse(JSON.stringify(args), (_, value) => {
    if (typeof value !== 'string') return value;
    if (value.startsWith('@')) return vectors(value.slice(1));
    // A hit is asked about in the hive of its class.
    const hive = seen.hit?.class === 'User' ? 'HKCU' : 'HKLM';
    const named = value.replace('{version}', version).replace('{hive}', hive);
    return named.replace(/\{(\/[^}]+)\}/g, (_reference, pointer: string) => String(at(seen, pointer)));
  }) as Arguments;
}

function expectNodes(items: Told['items'], count: number): void {
  expect(items).toHaveLength(count);
  for (const { mdm, mdmAlternatives = [], noMdm } of items) {
    for (const node of mdm ? [mdm] : mdmAlternatives)
      expect(node.payload ?? node.data ?? node.noPayload).toMatch(/./);
    expect(mdm?.omaUri ?? mdmAlternatives[0]?.omaUri ?? noMdm).toMatch(/./);
  }
}

async function take({ tool, args, hit, nodes, shows = {} }: Step, before: Seen, ask: Ask): Promise<Seen> {
  const answer: Seen = { ...(await ask(tool, filled(args, before))) };
  if (hit !== undefined) {
    const wanted = answer.matches.find(({ slug, valueName }) => valueName && new RegExp(hit).test(slug));
    expect(wanted, `${hit} among ${answer.matches.map(({ slug }) => slug)}`).toBeDefined();
    return { ...answer, hit: wanted as Told['matches'][number] };
  }
  if (nodes !== undefined) {
    expect(answer.next).toBeUndefined();
    expectNodes(answer.items, nodes);
  }
  // The verdicts on the first match; what changed of a list, or which of it.
  const verdicts = answer.matches?.[0]?.compatibility ?? answer.compatibility;
  const seen: Seen = { ...answer, verdicts, touched: [answer.changed ?? [], answer.items ?? []].flat() };
  for (const [pointer, expected] of Object.entries(shows)) {
    const found = at(seen, pointer);
    if (typeof expected === 'string' && expected.startsWith('~'))
      expect(typeof found === 'string' ? found : JSON.stringify(found)).toMatch(
        new RegExp(expected.slice(1)),
      );
    else if (Array.isArray(expected)) expect(found).toEqual(expected);
    else if (typeof expected === 'object') expect(found).toMatchObject(expected as object);
    else expect(found).toBe(expected);
  }
  return seen;
}

describe.each([
  ['MCP', overMcp, 1],
  ['REST', overRest, 2],
] as const)('over %s', (_, ask, factor) => {
  it.each(vectors<Job>('mcp-jobs'))('$name', async ({ calls, bytes, steps }) => {
    spent.calls = 0;
    spent.bytes = 0;
    let seen: Seen = { matches: [], items: [] };
    for (const step of steps) seen = await take(step, seen, ask);
    expect(spent.calls).toBeLessThanOrEqual(calls);
    expect(spent.bytes).toBeLessThanOrEqual(bytes * factor);
  });
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
    const items = vectors('gpo-nodes');
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
