/**
 * The worst bodies for each reader, JSON-RPC and search: none holds the event loop, and eight connections of one address
 * that send them without end, with the limits of a server that nobody configured, keep nobody waiting.
 */
import { builtInDist } from '../../build/built-in.ts';
import { MAX_VERIFY_BYTES } from '../../runtime/contract/verify.ts';
import { MAX_BODY_BYTES } from '../../runtime/http/body.ts';
import { percentile } from '../bench/lines.ts';
import type { Ask } from '../bench/requests.ts';
import { repeated, worstFiles } from '../hostile/patterns.ts';
import { vectors } from '../vectors.ts';
import { inThread, send } from './client.ts';
import { counted, type Faults, type Measured, round } from './figures.ts';
import { reported, type Server, startServer, withMemory } from './server.ts';

/** Milliseconds of its own processor time that one turn of the event loop may take. */
const MAX_TURN_MS = 50;
/** A body that takes longer is sent again: what it costs each time is its own, collecting the garbage of others is not. */
const MOST_TIMES = 3;
/** Of another client's `/livez`. */
const MAX_P99_MS = 50;
const MAX_WAIT_MS = 250;
const MAX_MB = 300;
const CONNECTIONS = 8;
const EXPECTED = new Set([200, 202, 400, 408, 413, 429, 503]);

interface Hostile extends Ask {
  what: string;
}

interface Pattern {
  to: 'verify' | 'mcp' | 'search';
  what: string;
  head: string;
  /** What is repeated; `#` is its number. */
  unit: string;
  tail?: string;
}

/** Each as large as its limit allows, or that part of it. */
function* hostileBodies(part = 1): Generator<Hostile> {
  const most = Math.floor(MAX_VERIFY_BYTES * part);
  const post = (path: string, what: string, body: string): Hostile => ({ what, method: 'POST', path, body });
  const callOf = (request: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"verify","arguments":${request}}}`;
  for (const { label, name, content } of worstFiles(Math.floor(((most - 200) * 3) / 4))) {
    const files = [{ name, content: Buffer.from(content).toString('base64') }];
    yield post('/v1/verify', label, JSON.stringify({ files }));
  }
  for (const { to, what, head, unit, tail = '' } of vectors<Pattern>('hostile-requests')) {
    const [large, short, query] = [most, MAX_BODY_BYTES - 20, 512].map(
      (bytes) => head + repeated(unit, bytes - 200 - head.length - tail.length) + tail,
    ) as [string, string, string];
    if (to === 'verify') {
      yield post('/v1/verify', `verify: ${what}`, large);
      yield post('/mcp', `tool verify: ${what}`, callOf(large));
    } else if (to === 'mcp') {
      yield post('/mcp', `MCP: ${what}`, large);
      yield post('/mcp', `MCP, short: ${what}`, short);
    } else {
      yield post('/v1/search', `search: ${what}`, `{"q":"${query}"}`);
      yield post('/v1/search', `search, long: ${what}`, `{"q":"${short}"}`);
      yield post('/v1/resolve', `resolve: ${what}`, `{"key":"HKLM\\\\${query}","value":"a"}`);
    }
  }
}

/**
 * The server reports the longest turn of the event loop since the last report. The scheduler's count of the main thread's
 * time: what other programs of the machine take away is not the server's.
 */
const PRELOAD = `
  import { readFileSync } from 'node:fs';
  const now = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  let last = now();
  let longest = 0;
  setInterval(() => {
    const at = now();
    longest = Math.max(longest, at - last);
    last = at;
  }, 1).unref();
  process.on('message', () => {
    process.send(longest);
    longest = 0;
  });
  process.channel?.unref();
`;

export async function soakHostileBodies(faults: Faults, seconds: number) {
  const dist = await builtInDist();
  const measured: Measured = { connections: CONNECTIONS };
  const attack = async (who: string, server: Server, work: () => Promise<Measured>) => {
    const { peak } = await withMemory(server, faults, MAX_MB, async () => {
      Object.assign(measured, await work());
    });
    measured[`peak of memory, ${who}, MB`] = peak;
  };
  await using alone = await startServer(dist, { preload: PRELOAD });
  await attack('each alone', alone, () => oneByOne(alone, faults));
  await alone[Symbol.asyncDispose]();
  // The limits that it has by itself.
  await using own = await startServer(dist, { env: { RATE_LIMIT_ANONYMOUS: '', RATE_LIMIT_KEYED: '' } });
  await attack('from eight connections', own, () => fromOneAddress(own, seconds, faults));
  return measured;
}

async function oneByOne(server: Server, faults: Faults): Promise<Measured> {
  const pool = server.pool(1);
  const found: { what: string; ms: number }[] = [];
  // What is loaded with the first request of its kind is not the body's.
  for (const body of hostileBodies(0.05)) await send(pool, body);
  for (const body of hostileBodies()) {
    let ms = Number.POSITIVE_INFINITY;
    for (let times = 0; times < MOST_TIMES && ms > MAX_TURN_MS; times++) {
      await reported(server);
      const { status, text } = await send(pool, body);
      faults.expect(EXPECTED.has(status), `${body.what}: ${status || text}`);
      ms = Math.min(ms, await reported(server));
    }
    faults.expectBelow(ms, MAX_TURN_MS, `${body.what}, milliseconds that it holds the loop`);
    found.push({ what: body.what, ms });
  }
  const worst = found.sort((a, b) => b.ms - a.ms).slice(0, 3);
  return {
    bodies: found.length,
    'longest turns, ms': worst.map(({ what, ms }) => `${what} ${round(ms, 0)}`).join('; '),
  };
}

async function fromOneAddress(server: Server, seconds: number, faults: Faults): Promise<Measured> {
  const pool = server.pool(CONNECTIONS);
  const statuses: Record<string, number> = {};
  // Encoding them is work of the client, which shares two cores with the server.
  const bodies = [...hostileBodies()].map((each) => ({ ...each, body: Buffer.from(each.body ?? '') }));
  const end = performance.now() + seconds * 1000;
  let next = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const body = bodies[next++ % bodies.length];
      if (body === undefined) return;
      const { status } = await send(pool, body);
      // 0: refused while it was still sending.
      statuses[status] = (statuses[status] ?? 0) + 1;
      faults.expect(status === 0 || EXPECTED.has(status), `${body.what}: ${status}`);
    }
  };
  // In a thread of its own: the sending clients would keep it waiting.
  const watched = inThread<number[]>(WATCHER, { url: server.url, seconds });
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  const waits = await watched;
  faults.expect(waits.length > 0 && !waits.includes(-1), `/livez: not answered with 200`);
  const [p99, most] = [percentile(waits, 0.99), percentile(waits, 1)];
  faults.expectBelow(p99, MAX_P99_MS, '/livez, p99 in ms');
  faults.expectBelow(most, MAX_WAIT_MS, '/livez, longest wait in ms');
  return {
    'answers to eight connections': counted(statuses),
    '/livez of another client: p99, ms': round(p99, 2),
    '/livez of another client: most, ms': round(most, 2),
  };
}

/** Milliseconds of each answer; -1: not 200. */
const WATCHER = `
  const { parentPort, workerData: { url, seconds } } = require('node:worker_threads');
  const { get, Agent } = require('node:http');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const waits = [];
  const end = performance.now() + seconds * 1000;
  function ask() {
    if (performance.now() >= end) return parentPort.postMessage(waits), agent.destroy();
    const sent = performance.now();
    const next = (ms) => { waits.push(ms); setTimeout(ask, 5); };
    get(url + '/livez', { agent }, (response) => {
      response.resume().on('end', () => next(response.statusCode === 200 ? performance.now() - sent : -1));
    }).on('error', () => next(-1));
  }
  ask();
`;
