/** What is written: the short texts beside the structured content, in both languages; the entry for the registry of MCP servers; the documentation. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { cut } from '../../runtime/mcp/fit.ts';
import { convertText, coverageText, lookUpText, settingText, verifyText } from '../../runtime/mcp/text.ts';
import { SERVE_OPTIONS } from '../../runtime/node/serve-options.ts';
import { vectors } from '../vectors.ts';

const END = { mdmConfidence: 'none' as const, dataset: { version: '0', generatedAt: '' } };
const NAMED = { slug: 'a.b', class: 'Machine' as const };
const RECORD = { ...NAMED, registryKey: 'software\\a' };
const UNKNOWN = { verdict: 'unknown' as const, reason: 'x' };
/** Has many findings. */
const ITEM = {
  ...{ index: 0, verdict: 'unsupported', conflictsWith: [1], data: { verdict: 'undocumented' } },
  matches: [{ ...NAMED, state: 'deprecated' }],
};

function textOf(item: object, lang: string, count: number): string {
  const summary = { problems: count === 0 ? 1 : 0 };
  const envelope = { query: { lang }, result: { items: Array(count).fill(item), summary } };
  return verifyText({ summary: {}, items: [], ...END } as never, envelope as never);
}

/** Without a node, each of `count` things, of three in a search; of a resolve 2 is the long form. */
const TEXTS = {
  resolve: (lang: string, count: number) =>
    lookUpText({ matches: [NAMED], compatibility: UNKNOWN, ...END }, lang, count > 1),
  setting: (lang: string) => settingText({ setting: RECORD, ...END }, lang),
  search: (lang: string, count: number) =>
    lookUpText({ matches: Array(count).fill(RECORD), total: 3, ...END }, lang, true),
  verify: (lang: string, count: number) => textOf(ITEM, lang, count),
  warned: (lang: string, count: number) =>
    textOf({ matches: [NAMED], verdict: 'supported', warnings: ['x'] }, lang, count),
  convert: (lang: string, count: number) => {
    const envelope = { query: { lang }, result: { converted: 1, left: Array(count).fill({}) } };
    return convertText({ files: ['a.ps1:4: x'], ...END } as never, envelope as never);
  },
  coverage: (lang: string, count: number) => {
    const coverage = { totals: { settings: count }, sources: Array(count).fill('x 1') };
    return coverageText({ coverage, ...END } as never, lang);
  },
};

type Row = [of: keyof typeof TEXTS, lang: string, count: number, says: string];

it.each(vectors<Row>('mcp-texts'))('the text of %s in %s, %i', (of, lang, count, says) => {
  expect(TEXTS[of](lang, count)).toBe(says);
});

const read = (name: string): Promise<string> => readFile(join(ROOT, name), 'utf8');
/** The published schema of 2025-12-11, as far as it is used here, without further fields. */
const isServer = addFormats
  .default(new Ajv2020())
  .compile(JSON.parse(await read('test/vectors/server.schema.json')));

interface ServerJson {
  name: string;
  version: string;
  packages: { identifier: string; version: string; environmentVariables: { name: string }[] }[];
  remotes: { url: string; variables: object }[];
}

it('server.json has the shape of the published schema, and names this package', async () => {
  const server = JSON.parse(await read('server.json')) as ServerJson;
  expect([isServer(server), isServer.errors]).toEqual([true, null]);
  const manifest = JSON.parse(await read('package.json')) as Record<string, unknown>;
  expect(server.name).toBe(manifest.mcpName);
  for (const { identifier, version } of server.packages) {
    expect([identifier, version]).toEqual([manifest.name, manifest.version]);
  }
  expect(server.version).toBe(manifest.version);
  const [remote] = server.remotes;
  const variables = [...(remote?.url ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(Object.keys(remote?.variables ?? {})).toEqual(variables);
  const known = SERVE_OPTIONS.map(({ variable }): string => variable);
  for (const { name } of server.packages.flatMap((each) => each.environmentVariables)) {
    expect(known).toContain(name);
  }
});

it('docs/mcp.md has snippets that are JSON, each for a local or a hosted server', async () => {
  const page = await read('docs/mcp.md');
  const snippets = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text));
  expect(snippets.length).toBeGreaterThanOrEqual(10);
  for (const { mcpServers, servers } of snippets) {
    const { command, args, url: direct, serverUrl, httpUrl } = (mcpServers ?? servers).hivecheck;
    if (command !== undefined) expect([command, ...args]).toEqual(['hivecheck', 'mcp']);
    else expect(direct ?? serverUrl ?? httpUrl).toBe('https://hivecheck.example.com/mcp');
  }
});

it('cuts a text at a blank, if one is near, and within its length', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 70 }), { minLength: 1 });
  fc.assert(
    fc.property(words, fc.integer({ min: 30, max: 300 }), (all, most) => {
      const text = all.map((word) => word.replaceAll(/\s/g, '_')).join(' ');
      const found = cut(text, most);
      expect(text.length > most || found === text).toBe(true);
      if (found === text) return;
      expect(found.length).toBeLessThanOrEqual(most);
      expect(found.isWellFormed()).toBe(text.isWellFormed());
      const kept = found.slice(0, -1);
      expect([found.at(-1), text.startsWith(kept), /\s$/.test(kept)]).toEqual(['…', true, false]);
      const rest = text.slice(kept.length, most);
      expect(rest.startsWith(' ') || !/\s/.test(text.slice(Math.max(20, most - 60), most))).toBe(true);
    }),
  );
});
