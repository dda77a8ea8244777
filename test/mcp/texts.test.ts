/** What is written: the short texts beside the structured content, in both languages; the entry for the registry of MCP servers; the documentation. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../build/documents/tools.ts';
import { ROOT } from '../../build/paths.ts';
import { SERVE_OPTIONS } from '../../cli/serve-options.ts';
import type { BriefCoverage, BriefResolve, BriefSearch, BriefSetting } from '../../runtime/contract/brief.ts';
import type { BriefVerify } from '../../runtime/contract/brief-verify.ts';
import type { VerifiedItem, VerifyEnvelope } from '../../runtime/contract/verified.ts';
import { coverageText, lookUpText, settingText, verifyText } from '../../runtime/mcp/text.ts';

const END = { mdmConfidence: 'none' as const, dataset: { version: '0', generatedAt: '' } };
const NAMED = { slug: 'a.b', class: 'Machine' as const };
const UNKNOWN = { verdict: 'unknown' as const, reason: 'x' };
const RESOLVED: BriefResolve = { matches: [NAMED], compatibility: UNKNOWN, ...END };
const SETTING: BriefSetting = { setting: { ...NAMED, registryKey: 'software\\a' }, ...END };

it('without a node each text says so', () => {
  expect(lookUpText(RESOLVED, 'en-US')).toBe('a.b: unknown; no MDM mapping documented.');
  expect(lookUpText(RESOLVED, 'fr-FR')).toBe('a.b : inconnu ; aucune correspondance MDM documentée.');
  expect(settingText(SETTING, 'en-US')).toBe('a.b: writes software\\a; no MDM mapping documented.');
  expect(settingText(SETTING, 'fr-FR')).toBe(
    'a.b : écrit software\\a ; aucune correspondance MDM documentée.',
  );
});

/** Of `count` items, each of which has many findings. */
function verified(count: number, lang: string): [BriefVerify, VerifyEnvelope] {
  const item: VerifiedItem = {
    index: 0,
    matches: [{ slug: 'a.b', class: 'Machine', state: 'deprecated' }],
    verdict: 'unsupported',
    conflictsWith: [1],
    data: { verdict: 'undocumented' },
  };
  const items = Array<VerifiedItem>(count).fill(item);
  const envelope = { query: { lang }, result: { items } } as unknown as VerifyEnvelope;
  return [{ summary: {} as BriefVerify['summary'], items: [], ...END }, envelope];
}

describe('numbers', () => {
  it.each([
    [1, 'en-US', '1 item. 1 in contradiction, 1 unsupported, 1 with undocumented data, 1 deprecated by'],
    [2, 'en-US', '2 items. 2 in contradiction, 2 unsupported, '],
    [1, 'fr-FR', '1 élément. 1 en contradiction, '],
    [2, 'fr-FR', '2 éléments. 2 en contradiction, '],
  ])('of %i in verify, %s', (count, lang, begin) => {
    const text = verifyText(...verified(count, lang));
    expect(text.startsWith(begin), text).toBe(true);
    expect(text).not.toContain('{');
    if (count === 1) expect(text).not.toMatch(/\b1 \p{L}+s\b(?! en charge)/u);
  });

  it('in French name what is deprecated and undocumented as everywhere', () => {
    const text = verifyText(...verified(1, 'fr-FR'));
    expect(text).toContain('1 déconseillé par l’éditeur');
    expect(text).toContain('1 avec une donnée non documentée');
    expect(verifyText(...verified(2, 'fr-FR'))).toContain('2 déconseillés par l’éditeur');
  });

  it.each([
    [1, 1, 'en-US', '1 of 1 found, best first. a.b: writes software\\a.'],
    [1, 3, 'en-US', '1 of 3 found, best first. a.b: writes software\\a.'],
    [1, 1, 'fr-FR', '1 paramètre sur 1, le meilleur d’abord. a.b : écrit software\\a.'],
    [
      2,
      3,
      'fr-FR',
      '2 paramètres sur 3, le meilleur d’abord. a.b : écrit software\\a. a.b : écrit software\\a.',
    ],
  ])('of %i hits of %i, %s', (count, total, lang, expected) => {
    const hit: BriefSearch['matches'][number] = { ...NAMED, registryKey: 'software\\a' };
    const matches = Array<typeof hit>(count).fill(hit);
    expect(lookUpText({ matches, total, ...END }, lang)).toBe(expected);
  });

  it('of the coverage', () => {
    const coverage = {
      coverage: { totals: { settings: 1 }, sources: ['x 1'] },
      ...END,
    } as unknown as BriefCoverage;
    expect(coverageText(coverage, 'en-US')).toMatch(/^Settings: 1; sources: 1\./);
    expect(coverageText(coverage, 'fr-FR')).toMatch(/^Paramètres : 1 ; sources : 1\./);
  });
});

const read = (name: string): Promise<string> => readFile(join(ROOT, name), 'utf8');
const url = v.pipe(v.string(), v.startsWith('https://'), v.maxLength(255));
const input = {
  description: v.optional(v.string()),
  format: v.optional(v.picklist(['string', 'number', 'boolean', 'filepath'])),
  isRequired: v.optional(v.boolean()),
  isSecret: v.optional(v.boolean()),
  placeholder: v.optional(v.string()),
  value: v.optional(v.string()),
};
const named = v.strictObject({ name: v.string(), ...input });

/** As the published schema of 2025-12-11 has it, as far as it is used here: no further fields. */
const ServerJson = v.strictObject({
  $schema: v.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: v.pipe(v.string(), v.minLength(3), v.maxLength(200), v.regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)),
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  description: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
  packages: v.array(
    v.strictObject({
      registryType: v.literal('npm'),
      identifier: v.string(),
      version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
      runtimeHint: v.literal('npx'),
      transport: v.strictObject({ type: v.literal('stdio') }),
      packageArguments: v.array(v.strictObject({ type: v.literal('positional'), value: v.string() })),
      environmentVariables: v.array(named),
    }),
  ),
  remotes: v.array(
    v.strictObject({
      type: v.literal('streamable-http'),
      url,
      variables: v.record(v.string(), v.strictObject(input)),
      headers: v.array(named),
    }),
  ),
});

describe('server.json', () => {
  it('has the shape of the published schema, and names this package', async () => {
    const server = v.parse(ServerJson, JSON.parse(await read('server.json')));
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
});

describe('docs/mcp.md', () => {
  it('has snippets that are JSON, each for a local or a hosted server', async () => {
    const page = await read('docs/mcp.md');
    const snippets = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text));
    expect(snippets.length).toBeGreaterThanOrEqual(10);
    for (const { mcpServers, servers } of snippets) {
      const { command, args, url: direct, serverUrl, httpUrl } = (mcpServers ?? servers).hivecheck;
      if (command !== undefined) expect([command, ...args]).toEqual(['hivecheck', 'mcp']);
      else expect(direct ?? serverUrl ?? httpUrl).toBe('https://hivecheck.example.com/mcp');
    }
  });

  it('names every tool and every variable', async () => {
    const page = await read('docs/mcp.md');
    for (const { name } of TOOLS) expect(page).toContain(`| \`${name}\` |`);
    for (const { variable } of SERVE_OPTIONS) {
      if (variable.includes('_MCP_')) expect(page).toContain(variable);
    }
  });
});
