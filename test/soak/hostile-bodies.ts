/**
 * The worst bodies for each reader, JSON-RPC and search: none holds the event loop, and eight connections of one address
 * that send them without end, with the limits of a server that nobody configured, keep nobody waiting.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Pool } from 'undici';
import { builtInDist } from '../../build/built-in.ts';
import { openPool, send } from './client.ts';
import { Faults, type Figures, percentile, round } from './figures.ts';
import { withPeak } from './flood.ts';
import { hostileBodies } from './hostile.ts';
import { type Server, startServer } from './server.ts';

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

/**
 * In the server: the longest turn of the event loop since the last request to a port of its own. The scheduler's count
 * of the main thread's time: what other programs of the machine take away is not the server's.
 */
const PRELOAD = `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  const now = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  let last = now();
  let longest = 0;
  setInterval(() => {
    const at = now();
    longest = Math.max(longest, at - last);
    last = at;
  }, 1).unref();
  createServer((request, response) => {
    response.end(String(longest));
    longest = 0;
  }).listen(0, '127.0.0.1', function () {
    writeFileSync(process.env.TURNS_PORT_FILE, String(this.address().port));
    this.unref();
  });
`;

export async function soakHostileBodies(folder: string, seconds: number): Promise<Figures> {
  const faults = new Faults();
  const dist = await builtInDist();
  const portFile = join(folder, 'turns-port');
  const preload = `data:text/javascript,${encodeURIComponent(PRELOAD)}`;
  const measured: Figures['measured'] = { connections: CONNECTIONS };
  {
    await using server = await startServer(dist, { preload, env: { TURNS_PORT_FILE: portFile } });
    const turns = new Pool(`http://127.0.0.1:${await readFile(portFile, 'utf8')}`, { connections: 1 });
    const peak = await withPeak(server, faults, async () => {
      Object.assign(measured, await oneByOne(server, turns, faults));
    });
    await turns.destroy();
    measured['peak of memory, each alone, MB'] = Math.round(peak);
    faults.expect(peak < MAX_MB, `each alone: ${Math.round(peak)} MB (at most ${MAX_MB})`);
  }
  {
    // The limits that it has by itself.
    await using server = await startServer(dist, { env: { RATE_LIMIT_ANONYMOUS: '', RATE_LIMIT_KEYED: '' } });
    const peak = await withPeak(server, faults, async () => {
      Object.assign(measured, await fromOneAddress(server, seconds, faults));
    });
    measured['peak of memory, from eight connections, MB'] = Math.round(peak);
    faults.expect(peak < MAX_MB, `eight connections: ${Math.round(peak)} MB (at most ${MAX_MB})`);
  }
  return { stage: 'hostile bodies', measured, faults: faults.list() };
}

async function oneByOne(server: Server, turns: Pool, faults: Faults): Promise<Figures['measured']> {
  const pool = openPool(server, 1);
  const longestTurn = async () => Number((await send(turns, { method: 'GET', path: '/' })).text);
  const found: { what: string; ms: number }[] = [];
  // What is loaded with the first request of its kind is not the body's.
  for (const body of hostileBodies(0.05)) await send(pool, body);
  for (const body of hostileBodies()) {
    let ms = Number.POSITIVE_INFINITY;
    for (let times = 0; times < MOST_TIMES && ms > MAX_TURN_MS; times++) {
      await longestTurn();
      const { status, text } = await send(pool, body);
      faults.expect(EXPECTED.has(status), `${body.what}: ${status || text}`);
      ms = Math.min(ms, await longestTurn());
    }
    faults.expect(
      ms <= MAX_TURN_MS,
      `${body.what}: holds the loop for ${round(ms, 0)} ms (at most ${MAX_TURN_MS})`,
    );
    found.push({ what: body.what, ms });
  }
  await pool.destroy();
  const worst = found.sort((a, b) => b.ms - a.ms).slice(0, 3);
  return {
    bodies: found.length,
    'longest turns, ms': worst.map(({ what, ms }) => `${what} ${round(ms, 0)}`).join('; '),
  };
}

async function fromOneAddress(server: Server, seconds: number, faults: Faults): Promise<Figures['measured']> {
  const pool = openPool(server, CONNECTIONS);
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
  const watcher = watchLivez(server.url, seconds);
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  const waits = await watcher;
  await pool.destroy();
  faults.expect(waits.length > 0 && !waits.includes(-1), `/livez: not answered with 200`);
  const [p99, most] = [percentile(waits, 0.99), percentile(waits, 1)];
  faults.expect(p99 <= MAX_P99_MS, `/livez waits ${round(p99)} ms (p99; at most ${MAX_P99_MS})`);
  faults.expect(most <= MAX_WAIT_MS, `/livez waits ${round(most)} ms (at most ${MAX_WAIT_MS})`);
  return {
    'answers to eight connections': JSON.stringify(statuses).replaceAll(/[{}"]/g, ''),
    '/livez of another client: p99, ms': round(p99, 2),
    '/livez of another client: most, ms': round(most, 2),
  };
}

/** In a thread of its own: the sending clients would keep it waiting. Milliseconds of each answer; -1: not 200. */
function watchLivez(url: string, seconds: number): Promise<number[]> {
  const worker = new Worker(WATCHER, { eval: true, workerData: { url, seconds } });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

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
