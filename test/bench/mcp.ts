/** Calls of tools over HTTP, and the start of the server on standard input and output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { median } from './compare.ts';
import { atMost, type Line } from './lines.ts';
import { COMMAND } from './paths.ts';
import type { Ask } from './requests.ts';

const REVISION = '2026-07-28';
const HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
  'mcp-method': 'tools/call',
  'mcp-name': 'resolve',
};
const CLIENT = { name: 'bench', version: '1.0.0' };
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': CLIENT,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const STARTS = 11;

/** The same questions as of resolve. */
export function mcpAsks(resolve: readonly Ask[]): Ask[] {
  return resolve.map(({ body = '{}' }, id) => {
    const params = { name: 'resolve', arguments: JSON.parse(body) as object, _meta: META };
    const message = { jsonrpc: '2.0', id, method: 'tools/call', params };
    return { method: 'POST', path: '/mcp', body: JSON.stringify(message), headers: HEADERS };
  });
}

export async function stdioStart(dist: string): Promise<Line> {
  const times: number[] = [];
  for (let round = 0; round < STARTS; round++) times.push(await timeToInitialize(dist));
  return atMost('stdio server: process start to the first answer', median(times), 'ms', 250);
}

async function timeToInitialize(dist: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [COMMAND, 'mcp', '--dataset', dist], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await once(child.stdout, 'data');
  const took = performance.now() - started;
  child.stdin.end();
  await ended;
  return took;
}
