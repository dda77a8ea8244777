/** The official client, on each transport and in each era. */
import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { ROOT } from '../../build/paths.ts';
import { DatasetSource } from '../../runtime/dataset/source.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { type RunningServer, serve } from '../../runtime/node/serve.ts';
import { serverConfig } from '../../runtime/node/server-config.ts';
import { createService } from '../../runtime/service.ts';
import { COMMAND } from '../command.ts';

export type Era = 'legacy' | 'modern';

const OPTIONS: Record<Era, ClientOptions> = {
  legacy: {},
  modern: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
};

export const newClient = (era: Era): Client => new Client({ name: 'tests', version: '1.0.0' }, OPTIONS[era]);

/** `base`: URL of a server. */
export async function overHttp(base: string, era: Era): Promise<Client> {
  const client = newClient(era);
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', base)));
  return client;
}

export async function overStdio(era: Era): Promise<Client> {
  const client = newClient(era);
  const args = [COMMAND, 'mcp', '--dataset', await builtInDist()];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: ROOT, stderr: 'inherit' }),
  );
  return client;
}

/** A server over the built-in dataset; without limits unless the environment sets them. */
export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const source = new DatasetSource(folderStore(await builtInDist()));
  await source.check();
  const config = serverConfig({ PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '0', ...env });
  return serve({ service: createService(source), config });
}

/** The same suite for every way to reach the server. */
export function describeClients(suite: (client: () => Client, era: Era) => void): void {
  const ways = (['HTTP', 'stdio'] as const).flatMap((way) =>
    (['legacy', 'modern'] as const).map((era) => ({ way, era })),
  );
  describe.each(ways)('over $way, $era era', ({ way, era }) => {
    let server: RunningServer | undefined;
    let client: Client;
    beforeAll(async () => {
      if (way === 'HTTP') server = await startServer();
      client = server ? await overHttp(server.url, era) : await overStdio(era);
    });
    afterAll(async () => {
      await client.close();
      await server?.close();
    });
    suite(() => client, era);
  });
}

export type Arguments = Record<string, unknown>;

export const call = async (client: Client, name: string, args: Arguments = {}): Promise<CallToolResult> =>
  (await client.callTool({ name, arguments: args })) as CallToolResult;

export function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

/** What a model reads of it; `_meta` is for programs. */
export function bytesRead({ content, structuredContent }: CallToolResult): number {
  return Buffer.byteLength(JSON.stringify({ content, structuredContent }));
}
