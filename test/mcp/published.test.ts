/** What is written about the server outside of it: the entry for the registry of MCP servers, and the documentation. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../build/documents/tools.ts';
import { ROOT } from '../../build/paths.ts';
import { SERVE_OPTIONS } from '../../cli/serve-options.ts';

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
