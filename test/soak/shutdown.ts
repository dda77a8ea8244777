/** SIGTERM under load: the server answers what it has begun, and ends with 0. */
import { openPool } from './client.ts';
import { Faults, type Figures } from './figures.ts';
import { questionAt } from './questions.ts';
import { sleep, startServer } from './server.ts';
import type { Material } from './variants.ts';

export interface ShutdownPlan {
  connections: number;
  rounds: number;
}

const STOPPED_WITHIN_MS = 15_000;

interface Tally {
  answered: number;
  /** On a new connection: the client knows that nothing was done. */
  refused: number;
  /** On an open connection: the client cannot know. */
  lost: number;
}

export async function soakShutdown(material: Material, plan: ShutdownPlan): Promise<Figures> {
  const faults = new Faults();
  const tally: Tally = { answered: 0, refused: 0, lost: 0 };
  let slowest = 0;
  for (let round = 0; round < plan.rounds; round++) {
    slowest = Math.max(slowest, await stopOnce(material, plan.connections, tally, faults));
  }
  faults.expect(tally.lost === 0, `${tally.lost} requests or answers lost`);
  return {
    stage: 'shutdown under load',
    measured: {
      'shutdowns by SIGTERM': plan.rounds,
      'whole answers': tally.answered,
      'new connections refused': tally.refused,
      'requests or answers lost': tally.lost,
      'slowest shutdown, ms': Math.round(slowest),
    },
    faults: faults.list(),
  };
}

async function stopOnce(
  material: Material,
  connections: number,
  tally: Tally,
  faults: Faults,
): Promise<number> {
  await using server = await startServer(material.whole.dist);
  const pool = openPool(server, connections);
  let asked = 0;
  let stopped = false;
  const client = async (): Promise<void> => {
    while (!stopped) {
      const { method, path, body } = questionAt(asked++, material);
      const headers = { 'content-type': 'application/json' };
      try {
        const response = await pool.request({ method, path, headers, ...(body !== undefined && { body }) });
        await response.body.dump();
        tally.answered++;
      } catch (error) {
        const refused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
        tally[refused ? 'refused' : 'lost']++;
        if (refused) return;
      }
    }
  };
  const clients = Array.from({ length: connections }, client);
  // All connections are open then. The system may reset one that is being opened while the listener closes, whatever
  // the server does; the promise is for open ones.
  const before = tally.answered;
  while (tally.answered - before < connections * 20) await sleep(50);
  const signalled = performance.now();
  server.process.kill('SIGTERM');
  const code = await Promise.race([server.ended, sleep(STOPPED_WITHIN_MS).then(() => 'still running')]);
  const took = performance.now() - signalled;
  stopped = true;
  await Promise.all(clients);
  await pool.destroy();
  faults.expect(code === 0, `it ended with ${code}`);
  return took;
}
