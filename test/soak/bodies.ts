/**
 * A thousand connections that send a megabyte to verify at once, each of which asks for the longest answers there are,
 * and then read them or not: they are answered or refused, the memory stays bounded, and another client does not wait.
 */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInDist } from '../../build/built-in.ts';
import { MAX_ITEMS, MAX_VERIFY_BYTES } from '../../runtime/contract/verify.ts';
import type { DistIndex, PairEntry } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import { readIndex } from '../bench/requests.ts';
import { askFor, latencyFigures, openPool, send } from './client.ts';
import { Faults, type Figures } from './figures.ts';
import { withPeak } from './flood.ts';
import { secondsUntil, sleep, startServer } from './server.ts';
import type { Material } from './variants.ts';

/** What the Kubernetes manifest and the systemd unit allow. */
const MAX_MB = 512;
/** Answered, overloaded, too slow. What a client gets that sends for longer than the server waits is a 408. */
const EXPECTED = new Set(['200', '408', '413', '429', '503']);

const SMALL = {
  method: 'POST',
  path: '/v1/verify',
  body: JSON.stringify({ items: [{ key: 'HKLM\\Software', value: 'x' }] }),
} as const;

export interface BodiesPlan {
  connections: number;
  seconds: number;
}

export async function soakBodies({ folder, pairs }: Material, plan: BodiesPlan): Promise<Figures> {
  const faults = new Faults();
  const measured: Figures['measured'] = { connections: plan.connections };
  const dist = await builtInDist();
  const file = join(folder, 'body');
  const body = await longestAnswers(dist);
  await writeFile(
    file,
    `POST /v1/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  for (const reads of ['reads', 'does not read']) {
    await using server = await startServer(dist);
    const pool = openPool(server, 1);
    const ask = { method: 'POST', path: '/v1/verify', body } as const;
    const first = await send(pool, ask);
    faults.expect(first.status === 200, `alone: status ${first.status} instead of 200`);
    measured['longest answer, MB'] = Math.round(first.text.length / 1e6);
    let statuses: Record<string, number> = {};
    const peak = await withPeak(server, faults, async () => {
      const asked = askFor(server, pairs.slice(0, 50), plan.seconds, faults);
      statuses = await attack([String(server.port), file, String(plan.connections), reads], plan.seconds);
      Object.assign(measured, latencyFigures(await asked, `where the client ${reads}`, faults));
    });
    for (const status of Object.keys(statuses)) {
      faults.expect(EXPECTED.has(status), `a client that ${reads}: status ${status}`);
    }
    if (reads === 'reads') measured.answers = JSON.stringify(statuses).replaceAll(/[{}"]/g, '');
    measured[`peak of memory where the client ${reads}, MB`] = Math.round(peak);
    faults.expect(peak < MAX_MB, `it took ${Math.round(peak)} MB (at most ${MAX_MB})`);
    // What had arrived completely is worked off meanwhile.
    const answered = await secondsUntil(async () => (await send(pool, SMALL)).status === 200, 60_000);
    faults.expect(answered !== undefined, `a client that ${reads}: no answer to others afterwards`);
    measured[`seconds until others are answered where it ${reads}`] = answered ?? 'never';
    await pool.destroy();
  }
  return { stage: 'large bodies', measured, faults: faults.list() };
}

/** A request of the full size, for the pair with the longest entry. */
async function longestAnswers(dist: string): Promise<string> {
  const { latest } = JSON.parse(await readFile(join(dist, 'index.json'), 'utf8')) as DistIndex;
  const entries = await readIndex<PairEntry>(join(dist, latest, 'resolve', 'en-US'));
  const sizes = entries.map(([pair, entry]) => ({ pair, size: JSON.stringify(entry).length }));
  const { pair } = sizes.reduce((a, b) => (b.size > a.size ? b : a));
  const [key, value] = splitPairKey(pair);
  const items = Array.from({ length: MAX_ITEMS }, () => ({ key: `HKLM\\${key}`, value }));
  return JSON.stringify({ items, detail: 'full' }).padEnd(MAX_VERIFY_BYTES);
}

async function attack(args: string[], seconds: number): Promise<Record<string, number>> {
  const script = new URL('./bodies-client.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await sleep(seconds * 1000);
  child.kill('SIGTERM');
  await ended;
  return JSON.parse(printed) as Record<string, number>;
}
