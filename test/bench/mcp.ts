/** Tool calls over HTTP beside the same SDK with a fixed answer, and the start of the stdio server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Server, startServer, withServers } from './child.ts';
import { type Line, ratioLine, shown } from './lines.ts';
import { COMMAND } from './paths.ts';
import { type Ask, meanSize } from './requests.ts';
import { type Measured, measure, median } from './rounds.ts';

const REVISION = '2026-07-28';
const HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
  'mcp-method': 'tools/call',
  'mcp-name': 'resolve',
};
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const MAX_START_MS = 250;
const STARTS = 11;

/** The same questions as of resolve. */
export function mcpAsks(resolve: readonly Ask[]): Ask[] {
  return resolve.map(({ body = '{}' }, id) => {
    const params = { name: 'resolve', arguments: JSON.parse(body) as object, _meta: META };
    const message = { jsonrpc: '2.0', id, method: 'tools/call', params };
    return { method: 'POST', path: '/mcp', body: JSON.stringify(message), headers: HEADERS };
  });
}

export async function compareMcp(dist: string, asks: readonly Ask[]): Promise<Measured[]> {
  const ours: Server = ['hivecheck', dist];
  const first = await startServer(ours);
  const size = await meanSize(first.url, asks).finally(() => first.stop());
  return withServers([ours, ['mcp-fixed', String(size)]], ([child, fixed]) => {
    if (child === undefined || fixed === undefined) throw new Error('a server is missing');
    const servers = [
      { name: 'hivecheck', child },
      { name: 'fixed', child: fixed },
    ];
    return measure('mcp', servers, asks);
  });
}

export function mcpLine([ours, fixed]: readonly Measured[]): Line {
  const what = 'resolve as a tool over HTTP : the same SDK with a fixed answer';
  return ratioLine(what, ours?.rate ?? 0, fixed?.rate ?? 1, 'answers/s', '≥', 0.8);
}

/** From the start of the process to its first answer, and to that of the first tool call. */
export async function stdioStart(dist: string): Promise<Line[]> {
  const firsts: number[] = [];
  const calls: number[] = [];
  for (let round = 0; round < STARTS; round++) {
    const [first, call] = await startStdio(dist);
    firsts.push(first);
    calls.push(call);
  }
  const [first, call] = [median(firsts), median(calls)];
  return [
    {
      what: 'stdio server: start to the first answer',
      measured: `${shown(first)} ms (to the first tool call ${shown(call)} ms)`,
      goal: `≤ ${MAX_START_MS} ms`,
      met: first <= MAX_START_MS,
    },
  ];
}

async function startStdio(dist: string): Promise<[first: number, call: number]> {
  const started = performance.now();
  const child = spawn(process.execPath, [COMMAND, 'mcp', '--dataset', dist], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ask = async (id: number, method: string, params: object): Promise<number> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for (let text = ''; !text.includes('\n'); )
      text += String(((await once(child.stdout, 'data')) as unknown[])[0]);
    return performance.now() - started;
  };
  const clientInfo = { name: 'bench', version: '1.0.0' };
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const first = await ask(1, 'initialize', hello);
  const args = {
    key: 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU',
    value: 'NoAutoUpdate',
  };
  const call = await ask(2, 'tools/call', { name: 'resolve', arguments: args });
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
  return [first, call];
}
