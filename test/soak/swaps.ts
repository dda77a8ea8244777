/** Mixed load while versions are published, correct and damaged ones. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { secondsUntil, send } from './client.ts';
import { type Faults, mean, round } from './figures.ts';
import { DAMAGES, publish, publishDamaged } from './publish.ts';
import { judge, questionAt } from './questions.ts';
import { type Server, startServer, withMemory } from './server.ts';
import { type Material, variantAt } from './variants.ts';

export interface SwapPlan {
  connections: number;
  /** Correct versions; the damaged ones come between them. */
  swaps: number;
  /** Between two questions of a connection; without it the load is all that the machine bears. */
  pauseMs?: number;
}

const MAX_MB = 300;
const MAX_GROWTH_PERCENT = 10;
/** Below that the memory still grows because shards are loaded. */
const JUDGE_GROWTH_FROM = 100_000;

export async function soakSwaps(material: Material, faults: Faults, plan: SwapPlan) {
  const dist = join(material.folder, 'swapped');
  await publish(dist, variantAt(material, 0));
  await using server = await startServer(dist);
  const load = { sent: 0, publishing: true, versions: new Set<string>() };
  const variantOf = new Map(material.variants.map(({ number, manifest }) => [manifest.version, number]));
  const pool = server.pool(plan.connections);
  const client = async (): Promise<void> => {
    while (load.publishing) {
      const question = questionAt(load.sent++, material);
      const reply = await send(pool, question);
      const version = judge(question, reply, variantOf, faults);
      if (version !== undefined) load.versions.add(version);
      if (plan.pauseMs !== undefined) await sleep(plan.pauseMs);
    }
  };
  let swapped = {};
  const { memory, peak } = await withMemory(server, faults, MAX_MB, async () => {
    const clients = Array.from({ length: plan.connections }, client);
    swapped = await publishAll(material, plan, dist, server, faults).finally(() => {
      load.publishing = false;
    });
    await Promise.all(clients);
  });
  const quarter = (which: number) =>
    mean(memory.slice((memory.length * which) >> 2, (memory.length * (which + 1)) >> 2));
  const [second, last] = [quarter(1), quarter(3)];
  if (load.sent >= JUDGE_GROWTH_FROM)
    faults.expectBelow((last / second - 1) * 100, MAX_GROWTH_PERCENT, 'growth of memory in percent');
  // The log is written every half second.
  await sleep(1000);
  const others = server.log().filter(({ msg }) => msg !== 'dataset refused');
  faults.expect(others.length === 0, `unexpected log entries, the first: ${others[0]?.msg}`);
  return {
    requests: load.sent,
    ...swapped,
    'versions seen in answers': load.versions.size,
    'memory in the second quarter, MB': round(second),
    'memory in the last quarter, MB': round(last),
    'peak of memory, MB': peak,
  };
}

async function publishAll(
  material: Material,
  { swaps }: SwapPlan,
  dist: string,
  server: Server,
  faults: Faults,
) {
  const damages = Object.keys(DAMAGES);
  const every = Math.max(1, Math.floor(swaps / damages.length));
  // The folder is looked at every second.
  const until = async (holds: (health: Health) => boolean, otherwise: string) =>
    (await secondsUntil(async () => holds(await healthOf(server)), faults, otherwise)) !== 'never';
  let taken = 0;
  let refused = 0;
  for (let at = 1; at <= swaps; at++) {
    const next = variantAt(material, at);
    const damage = at % every === 0 ? damages[at / every - 1] : undefined;
    if (damage !== undefined) {
      const serving = variantAt(material, at - 1).manifest.version;
      // Another one than the next: the same would be looked at again after some seconds only.
      await publishDamaged(dist, variantAt(material, at + 1), damage);
      if (await until((health) => health.refused !== undefined, `${damage}: not refused`)) refused++;
      faults.expect((await healthOf(server)).dataset.version === serving, `${damage}: taken into service`);
    }
    await publish(dist, next);
    const { version } = next.manifest;
    const isServed = (health: Health) => health.dataset.version === version && !health.refused;
    if (await until(isServed, `version ${next.number} not taken into service`)) taken++;
  }
  faults.expect(refused === damages.length, `${refused} of ${damages.length} damaged versions refused`);
  return { 'versions taken into service': taken, 'damaged versions refused': refused };
}

interface Health {
  dataset: { version: string };
  refused?: object;
}

export async function healthOf({ url }: Server): Promise<Health> {
  return (await (await fetch(`${url}/v1/health`)).json()) as Health;
}
