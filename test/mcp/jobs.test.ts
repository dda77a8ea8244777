/**
 * Real jobs by what discovery says alone, over MCP with the official client and over REST: at most so many bytes of
 * answers, and the right end. REST answers are whole: they may have twice the bytes, as they are sent.
 */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { briefResolve } from '../../runtime/mcp/brief.ts';
import type { briefVerify } from '../../runtime/mcp/verify.ts';
import { postInit } from '../http/fake.ts';
import { vectors } from '../vectors.ts';
import { type Arguments, bytesRead, call, overHttp, startServer, textOf } from './clients.ts';

type BriefResolve = ReturnType<typeof briefResolve>;
type BriefItem = ReturnType<typeof briefVerify>['items'][number];

/** The members of both kinds of answers that the jobs work with. */
interface Told {
  matches?: (BriefResolve['matches'][number] & { registryKey?: string; valueName?: string })[];
  compatibility?: BriefResolve['compatibility'];
  items?: BriefItem[];
  changed?: object[];
  [more: string]: unknown;
}

/**
 * Texts of its arguments may refer to the answer before: `{/nearest/0/key}`; `@name` stands for a table, `@name.reg` for a
 * file. A page that goes on has the items of the pages before it.
 */
interface Step {
  tool: string;
  args: Arguments;
  /** The slug of the hit that the next step asks about: `/hit`. */
  hit?: string;
  /** How many items there are, each with a payload or the reason why it has none. */
  nodes?: number;
  /** By its place in the answer; `~` begins a pattern, of a text or of the JSON of what is there; null: nothing is. */
  shows?: Record<string, unknown>;
}

interface Job {
  name: string;
  /** What REST does not have in this form. */
  by?: 'MCP';
  /** Of all answers, over MCP. */
  bytes: number;
  steps: Step[];
}

const server = await startServer();
const client = await overHttp(server.url, 'modern');
const health = await fetch(`${server.url}/v1/health`);
const { version } = ((await health.json()) as { dataset: { version: string } }).dataset;
afterAll(async () => {
  await client.close();
  await server.close();
});

type Ask = (tool: string, args: Arguments) => Promise<{ told: Told; bytes: number }>;

async function overMcp(tool: string, args: Arguments): ReturnType<Ask> {
  const result = await call(client, tool, args);
  expect(result.isError, textOf(result)).toBeFalsy();
  return { told: { ...(result.structuredContent as Told), text: textOf(result) }, bytes: bytesRead(result) };
}

async function overRest(tool: string, args: Arguments): ReturnType<Ask> {
  const response = await fetch(`${server.url}/v1/${tool}`, postInit(args));
  const text = await response.text();
  expect(response.status, text).toBe(200);
  const bytes = Number(response.headers.get('content-length'));
  expect(bytes).toBeGreaterThan(0);
  const { result, warnings } = JSON.parse(text) as { result: Told; warnings: string[] };
  return { told: { ...result, warnings }, bytes };
}

const at = (seen: unknown, pointer: string): unknown =>
  pointer.split('/').reduce((part, name) => (name === '' ? part : (part as Arguments)?.[name]), seen);

function filled(args: Arguments, seen: Told): Arguments {
  return JSON.parse(JSON.stringify(args), (_, value) => {
    if (typeof value !== 'string') return value;
    if (value.startsWith('@'))
      return value.endsWith('.reg')
        ? readFileSync(new URL(`../vectors/${value.slice(1)}`, import.meta.url), 'utf8')
        : vectors(value.slice(1));
    if (/^\{\/[^}]+\}$/.test(value)) return at(seen, value.slice(1, -1));
    // A hit is asked about in the hive of its class.
    const hive = at(seen, '/hit/class') === 'User' ? 'HKCU' : 'HKLM';
    const named = value.replace('{version}', version).replace('{hive}', hive);
    return named.replace(/\{(\/[^}]+)\}/g, (_reference, pointer: string) => String(at(seen, pointer)));
  }) as Arguments;
}

function expectNodes(items: BriefItem[], count: number): void {
  expect(items).toHaveLength(count);
  for (const { mdm, mdmAlternatives = [], noMdm } of items) {
    for (const node of mdm ? [mdm] : mdmAlternatives)
      expect(node.payload ?? node.data ?? node.noPayload).toMatch(/./);
    expect(mdm?.omaUri ?? mdmAlternatives[0]?.omaUri ?? noMdm).toMatch(/./);
  }
}

const isPattern = (value: unknown) => typeof value === 'string' && value.startsWith('~');

function expectShown(found: unknown, expected: unknown, pointer: string): void {
  const wanted = JSON.parse(JSON.stringify(expected), (_, value) =>
    isPattern(value) ? expect.stringMatching(new RegExp(value.slice(1))) : value,
  );
  if (isPattern(expected))
    expect(typeof found === 'string' ? found : JSON.stringify(found), pointer).toEqual(wanted);
  else if (typeof expected !== 'object' || expected === null || Array.isArray(expected))
    expect(found ?? null, pointer).toEqual(wanted);
  else expect(found, pointer).toMatchObject(wanted);
}

/** What the next step may refer to. */
function expectStep({ hit, nodes, shows = {} }: Step, told: Told): Told {
  const { matches = [], items = [] } = told;
  const slugs = matches.map(({ slug }) => slug);
  if (hit !== undefined) expect(slugs).toContainEqual(expect.stringMatching(hit));
  if (nodes !== undefined) {
    expect(told.next).toBeUndefined();
    expectNodes(items, nodes);
  }
  const seen = {
    ...told,
    hit: matches.find(({ slug }) => hit !== undefined && new RegExp(hit).test(slug)),
    // On the first match; what changed of a list, or which of it.
    verdicts: matches[0]?.compatibility ?? told.compatibility,
    touched: [told.changed ?? [], items].flat(),
  };
  for (const [pointer, expected] of Object.entries(shows)) expectShown(at(seen, pointer), expected, pointer);
  return seen;
}

describe.each([
  ['MCP', overMcp, 1],
  ['REST', overRest, 2],
] as const)('over %s', (way, ask, factor) => {
  const jobs = vectors<Job>('mcp-jobs').filter(({ by = way }) => by === way);
  it.each(jobs)('$name', async ({ bytes, steps }) => {
    let spent = 0;
    let seen: Told = {};
    for (const step of steps) {
      const answer = await ask(step.tool, filled(step.args, seen));
      spent += answer.bytes;
      const earlier = 'from' in step.args ? (seen.items ?? []) : [];
      const items = answer.told.items && { items: [...earlier, ...answer.told.items] };
      seen = expectStep(step, { ...answer.told, ...items });
    }
    expect(spent).toBeLessThanOrEqual(bytes * factor);
  });
});
