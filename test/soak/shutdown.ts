/** SIGTERM under load: the server answers what it has begun, and ends with 0. */
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from './client.ts';
import type { Faults } from './figures.ts';
import { questionAt } from './questions.ts';
import { startServer, stopped } from './server.ts';
import type { Material } from './variants.ts';

const STOPPED_WITHIN_MS = 15_000;

interface Tally {
  answered: number;
  /** On a new connection: the client knows that nothing was done. */
  refused: number;
  /** On an open connection: the client cannot know. */
  lost: number;
}

export async function soakShutdown(material: Material, faults: Faults, connections: number, rounds: number) {
  const tally: Tally = { answered: 0, refused: 0, lost: 0 };
  let slowest = 0;
  for (let round = 0; round < rounds; round++)
    slowest = Math.max(slowest, await stopOnce(material, connections, tally, faults));
  faults.expect(tally.lost === 0, `${tally.lost} requests or answers lost`);
  return {
    'shutdowns by SIGTERM': rounds,
    'whole answers': tally.answered,
    'new connections refused': tally.refused,
    'requests or answers lost': tally.lost,
    'slowest shutdown, ms': slowest,
  };
}

async function stopOnce(material: Material, connections: number, tally: Tally, faults: Faults) {
  await using server = await startServer(material.whole.dist);
  const pool = server.pool(connections);
  let asked = 0;
  let isStopped = false;
  const client = async (): Promise<void> => {
    while (!isStopped) {
      const { status, text } = await send(pool, questionAt(asked++, material));
      const refused = status === 0 && text.includes('ECONNREFUSED');
      tally[refused ? 'refused' : status === 0 ? 'lost' : 'answered']++;
      if (refused) return;
    }
  };
  const clients = Array.from({ length: connections }, client);
  // All connections are open then. The system may reset one that is being opened while the listener closes, whatever
  // the server does; the promise is for open ones.
  const before = tally.answered;
  while (tally.answered - before < connections * 20) await sleep(50);
  const { code, took } = await stopped(server, STOPPED_WITHIN_MS);
  isStopped = true;
  await Promise.all(clients);
  faults.expect(code === 0, `it ended with ${code}`);
  return took;
}
