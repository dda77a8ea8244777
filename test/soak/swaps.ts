/** Mixed load while versions are published, correct and damaged ones. */
import { join } from 'node:path';
import { openPool, send } from './client.ts';
import { Faults, type Figures, percentile, round } from './figures.ts';
import { DAMAGES, publish, publishDamaged } from './publish.ts';
import { judge, questionAt } from './questions.ts';
import { type Server, secondsUntil, sleep, startServer } from './server.ts';
import type { Material, Variant } from './variants.ts';

export interface SwapPlan {
  connections: number;
  /** Correct versions; the damaged ones come between them. */
  swaps: number;
}

const MAX_MB = 300;
const MAX_GROWTH_PERCENT = 10;
/** Below that the memory still grows because shards are loaded. */
const JUDGE_GROWTH_FROM = 100_000;

interface Load {
  sent: number;
  publishing: boolean;
  versions: Set<string>;
  latencies: number[];
  memory: number[];
}

export async function soakSwaps(material: Material, plan: SwapPlan): Promise<Figures> {
  const dist = join(material.folder, 'swapped');
  const first = variantAt(material, 0);
  await publish(dist, first);
  await using server = await startServer(dist);
  const faults = new Faults();
  const load: Load = { sent: 0, publishing: true, versions: new Set(), latencies: [], memory: [] };
  const watch = setInterval(() => void server.memory().then((mb) => load.memory.push(mb)), 250);
  const started = performance.now();
  const publishing = publishAll(material, plan, dist, server, faults).finally(() => {
    load.publishing = false;
  });
  await Promise.all([publishing, ask(server, material, plan, load, faults)]);
  clearInterval(watch);
  const seconds = (performance.now() - started) / 1000;
  const quarters = [1, 3].map((which) => mean(quarter(load.memory, which)));
  const [second = Number.NaN, last = Number.NaN] = quarters;
  const growth = (last / second - 1) * 100;
  const peak = Math.max(...load.memory);
  faults.expect(peak < MAX_MB, `it took ${Math.round(peak)} MB (at most ${MAX_MB})`);
  const grown = load.sent >= JUDGE_GROWTH_FROM && growth > MAX_GROWTH_PERCENT;
  faults.expect(!grown, `memory grew by ${round(growth)} %`);
  // The log is written every half second.
  await sleep(1000);
  const others = server.log().filter(({ msg }) => msg !== 'dataset refused');
  faults.expect(others.length === 0, `unexpected log entries, the first: ${others[0]?.msg}`);
  return {
    stage: 'swaps under load',
    measured: {
      requests: load.sent,
      'requests per second': Math.round(load.sent / seconds),
      'latency p50, ms': round(percentile(load.latencies, 0.5)),
      'latency p99, ms': round(percentile(load.latencies, 0.99)),
      ...(await publishing),
      'versions seen in answers': load.versions.size,
      'memory in the second quarter, MB': round(second),
      'memory in the last quarter, MB': round(last),
      'peak of memory, MB': round(peak),
    },
    faults: faults.list(),
  };
}

async function ask(server: Server, material: Material, plan: SwapPlan, load: Load, faults: Faults) {
  const pool = openPool(server, plan.connections);
  const variantOf = new Map(material.variants.map(({ number, manifest }) => [manifest.version, number]));
  const client = async (): Promise<void> => {
    while (load.publishing) {
      const question = questionAt(load.sent++, material);
      const reply = await send(pool, question);
      load.latencies.push(reply.ms);
      const version = judge(question, reply, variantOf, faults);
      if (version !== undefined) load.versions.add(version);
    }
  };
  await Promise.all(Array.from({ length: plan.connections }, client));
  await pool.close();
}

async function publishAll(
  material: Material,
  { swaps }: SwapPlan,
  dist: string,
  server: Server,
  faults: Faults,
) {
  const damages = Object.entries(DAMAGES);
  const every = Math.max(1, Math.floor(swaps / damages.length));
  let taken = 0;
  let refused = 0;
  for (let at = 1; at <= swaps; at++) {
    const next = variantAt(material, at);
    const damage = at % every === 0 ? damages[at / every - 1] : undefined;
    if (damage !== undefined) {
      const [name, harm] = damage;
      const serving = variantAt(material, at - 1).manifest.version;
      await publishDamaged(dist, next, harm);
      if (await until(server, (health) => health.refused !== undefined)) refused++;
      else faults.add(`${name}: not refused`);
      faults.expect((await healthOf(server)).dataset.version === serving, `${name}: taken into service`);
    }
    await publish(dist, next);
    const { version } = next.manifest;
    if (await until(server, (health) => health.dataset.version === version && !health.refused)) taken++;
    else faults.add(`version ${next.number} not taken into service`);
  }
  faults.expect(refused === damages.length, `${refused} of ${damages.length} damaged versions refused`);
  return { 'versions taken into service': taken, 'damaged versions refused': refused };
}

function variantAt({ variants }: Material, at: number): Variant {
  const variant = variants[at % variants.length];
  if (variant === undefined) throw new Error('There are no variants to publish');
  return variant;
}

interface Health {
  dataset: { version: string };
  refused?: object;
}

export async function healthOf({ url }: Server): Promise<Health> {
  return (await (await fetch(`${url}/v1/health`)).json()) as Health;
}

/** The folder is looked at every second. */
async function until(server: Server, holds: (health: Health) => boolean): Promise<boolean> {
  return (await secondsUntil(async () => holds(await healthOf(server)))) !== undefined;
}

/** Counted from 0. */
function quarter(values: readonly number[], which: number): number[] {
  const size = values.length / 4;
  return values.slice(Math.floor(size * which), Math.ceil(size * (which + 1)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}
