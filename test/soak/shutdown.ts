/** SIGTERM under load: what the server has begun to answer it answers, and it ends with 0. */
import { Pool } from 'undici';
import { Faults, type Figures } from './figures.ts';
import { questionAt } from './questions.ts';
import { sleep, startServer } from './server.ts';
import type { Variants } from './variants.ts';

export interface ShutdownOptions {
  command: string[];
  dist: string;
  variants: Variants;
  connections: number;
  rounds: number;
}

interface Tally {
  answered: number;
  /** Refused at the door: the client knows that nothing was done. */
  refused: number;
  /** Cut on a connection that was open: the client cannot know. */
  lost: number;
  cut: number;
}

export async function soakShutdown(options: ShutdownOptions): Promise<Figures> {
  const faults = new Faults();
  const tally: Tally = { answered: 0, refused: 0, lost: 0, cut: 0 };
  let slowest = 0;
  for (let round = 0; round < options.rounds; round++) {
    const took = await once(options, tally, faults);
    slowest = Math.max(slowest, took);
  }
  faults.expect(tally.lost + tally.cut === 0, `${tally.lost} requests lost, ${tally.cut} answers cut`);
  return {
    stage: 'shutdown under load',
    measured: {
      'shutdowns by SIGTERM': options.rounds,
      connections: options.connections,
      'answers in full': tally.answered,
      'new connections refused': tally.refused,
      'requests lost': tally.lost,
      'answers cut': tally.cut,
      'slowest shutdown, ms': Math.round(slowest),
    },
    faults: faults.list(),
  };
}

async function once(options: ShutdownOptions, tally: Tally, faults: Faults): Promise<number> {
  const { command, dist, variants, connections } = options;
  await using server = await startServer(command, dist);
  const pool = new Pool(server.url, { connections, pipelining: 1 });
  let asked = 0;
  let stopped = false;
  const client = async (): Promise<void> => {
    while (!stopped) {
      const { method, path, body } = questionAt(asked++, variants);
      let begun = false;
      try {
        const headers = { 'content-type': 'application/json' };
        const response = await pool.request({ method, path, headers, ...(body !== undefined && { body }) });
        begun = true;
        await response.body.dump();
        tally.answered++;
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (code === 'ECONNREFUSED') {
          tally.refused++;
          return;
        }
        if (begun) tally.cut++;
        else tally.lost++;
      }
    }
  };
  const clients = Array.from({ length: connections }, client);
  // All connections are open by then. One that is being made at the moment of the closing may be reset by the
  // system whatever the server does; what is promised is that nothing on an open connection is lost.
  const before = tally.answered;
  while (tally.answered - before < connections * 20) await sleep(50);
  const told = performance.now();
  server.process.kill('SIGTERM');
  const code = await Promise.race([server.ended, sleep(15_000).then(() => 'still running')]);
  const took = performance.now() - told;
  stopped = true;
  await Promise.all(clients);
  await pool.close();
  faults.expect(code === 0, `it ended with ${code}`);
  return took;
}
