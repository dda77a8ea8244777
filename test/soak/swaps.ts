/** Mixed load while the dataset is swapped and broken versions are published. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'undici';
import { Faults, type Figures, percentile, round } from './figures.ts';
import { DAMAGES, publish, publishDamaged } from './publish.ts';
import { judge, questionAt } from './questions.ts';
import { type Server, sleep, startServer } from './server.ts';
import type { Variant, Variants } from './variants.ts';

export interface SwapOptions {
  command: string[];
  folder: string;
  variants: Variants;
  requests: number;
  connections: number;
  swaps: number;
}

/** What the publisher waits for: milliseconds. The folder is looked at every second. */
const TAKEN_WITHIN = 30_000;

interface Load {
  sent: number;
  wanted: number;
  publishing: boolean;
  statuses: Map<number, number>;
  versions: Set<string>;
  latencies: number[];
}

export async function soakSwaps(options: SwapOptions): Promise<Figures> {
  const { variants, folder, requests, connections } = options;
  const dist = join(folder, 'swapped');
  await mkdir(dist, { recursive: true });
  const [first] = variants.all;
  if (first === undefined) throw new Error('There are no variants to serve');
  await publish(dist, first);
  await using server = await startServer(options.command, dist);
  const faults = new Faults();
  const load: Load = {
    sent: 0,
    wanted: requests,
    publishing: true,
    statuses: new Map(),
    versions: new Set(),
    latencies: [],
  };
  const memory: { at: number; mb: number }[] = [];
  const watch = setInterval(() => {
    server.memory().then(
      (mb) => memory.push({ at: load.sent, mb }),
      () => {},
    );
  }, 250);
  const started = performance.now();
  const pool = new Pool(server.url, { connections, pipelining: 1 });
  const variantOf = new Map(variants.all.map(({ number, manifest }) => [manifest.version, number]));
  const [published] = await Promise.all([
    publishAll(options, dist, server, load, faults).finally(() => {
      load.publishing = false;
    }),
    ...Array.from({ length: connections }, () => client(pool, variants, variantOf, load, faults)),
  ]);
  clearInterval(watch);
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  // Its log is written out every half second.
  await sleep(1000);
  const errors = server.log().filter(({ msg }) => msg !== 'dataset refused');
  faults.expect(errors.length === 0, `${errors.length} entries in the log that nothing provoked`);
  const refusals = server.log().length - errors.length;
  faults.expect(refusals >= published.damaged, 'a damaged version without an entry in the log');
  const fives = [...load.statuses].filter(([status]) => status >= 500).reduce((sum, [, n]) => sum + n, 0);
  const second = quarter(memory, load.sent, 1);
  const last = quarter(memory, load.sent, 3);
  const growth = (last / second - 1) * 100;
  if (requests >= 100_000) faults.expect(growth <= 10, `memory grew by ${round(growth)} %`);
  return {
    stage: 'swaps under load',
    measured: {
      requests: load.sent,
      connections,
      'requests per second': Math.round(load.sent / seconds),
      'latency p50, ms': round(percentile(load.latencies, 0.5)),
      'latency p99, ms': round(percentile(load.latencies, 0.99)),
      'dataset swaps taken over': published.swaps,
      'damaged versions refused': published.damaged,
      'versions seen in answers': load.versions.size,
      'answers with 5xx': fives,
      'memory in the second quarter, MB': round(second),
      'memory in the last quarter, MB': round(last),
      'memory, last against second, %': round(growth),
    },
    faults: faults.list(),
  };
}

async function client(
  pool: Pool,
  variants: Variants,
  variantOf: ReadonlyMap<string, number>,
  load: Load,
  faults: Faults,
): Promise<void> {
  while (load.sent < load.wanted || load.publishing) {
    const question = questionAt(load.sent++, variants);
    const { method, path, body } = question;
    const started = performance.now();
    try {
      const response = await pool.request({
        method,
        path,
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      });
      const text = await response.body.text();
      load.latencies.push(performance.now() - started);
      const status = response.statusCode;
      load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
      if (status >= 500) faults.add(`${question.kind}: status ${status}`);
      else {
        const version = judge(question, status, text, variantOf, faults);
        if (version !== undefined) load.versions.add(version);
      }
    } catch (error) {
      faults.add(`${question.kind}: no answer (${error instanceof Error ? error.message : error})`);
    }
  }
}

/** Spread over the load: the damaged ones stand between the sound ones. */
async function publishAll(
  { variants, swaps }: SwapOptions,
  dist: string,
  server: Server,
  load: Load,
  faults: Faults,
): Promise<{ swaps: number; damaged: number }> {
  const damages = Object.entries(DAMAGES);
  const total = swaps + damages.length;
  const every = Math.max(2, Math.floor(total / damages.length));
  const done = { swaps: 0, damaged: 0 };
  let serving = variants.all[0];
  for (let at = 0; at < total; at++) {
    while (load.sent < (load.wanted * at) / (total + 1)) await sleep(20);
    const damage = at % every === every - 1 ? damages[done.damaged] : undefined;
    const next = variants.all[(at + 1) % variants.all.length];
    if (next === undefined || serving === undefined) break;
    if (damage !== undefined) {
      const [name, harm] = damage;
      const version = `bad0000${done.damaged}`;
      await publishDamaged(dist, next, version, harm);
      // A broken index.json names no version.
      const named = name.includes('index.json') ? undefined : version;
      if (await refused(server, named)) done.damaged++;
      else faults.add(`${name}: not refused`);
      faults.expect((await health(server)).version === serving.manifest.version, `${name}: was taken over`);
    } else {
      const variant: Variant = next === serving ? (variants.all[at % variants.all.length] ?? next) : next;
      await publish(dist, variant);
      if (await served(server, variant.manifest.version)) done.swaps++;
      else faults.add(`version ${variant.number} not taken over within ${TAKEN_WITHIN / 1000} s`);
      serving = variant;
    }
  }
  return done;
}

interface Health {
  version: string;
  refused?: { version?: string };
}

async function health(server: Server): Promise<Health> {
  const response = await fetch(`${server.url}/v1/health`);
  const body = (await response.json()) as { dataset: { version: string }; refused?: { version?: string } };
  return { version: body.dataset.version, ...(body.refused && { refused: body.refused }) };
}

async function until(holds: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + TAKEN_WITHIN;
  while (performance.now() < end) {
    if (await holds()) return true;
    await sleep(50);
  }
  return false;
}

function served(server: Server, version: string): Promise<boolean> {
  return until(async () => {
    const now = await health(server);
    return now.version === version && now.refused === undefined;
  });
}

function refused(server: Server, version: string | undefined): Promise<boolean> {
  return until(async () => {
    const now = await health(server);
    return now.refused !== undefined && now.refused.version === version;
  });
}

/** The mean of a quarter of the requests, counted from 0. */
function quarter(memory: { at: number; mb: number }[], total: number, which: number): number {
  const of = memory.filter(({ at }) => Math.min(3, Math.floor((at / total) * 4)) === which);
  return of.reduce((sum, { mb }) => sum + mb, 0) / of.length;
}
