/** Connections that send requests by the ten thousand, read no answer, and close: nobody else may notice. */
import { connect, type Socket } from 'node:net';
import { askFor, latencyFigures } from './client.ts';
import { Faults, type Figures, round } from './figures.ts';
import { type Server, sleep, startServer } from './server.ts';
import type { Material } from './variants.ts';

const REQUEST = 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n';
/** 8,192 requests that wait, and garbage, beside a server of 100 MB. */
const MAX_MB = 300;
/** The server is ended then: other programs of this machine need memory too. */
const ABORT_MB = 1500;
/** What the server gets to read before the connections close; milliseconds. */
const OPEN_MS = 2000;

export interface FloodPlan {
  /** Seconds that a good client is watched for, each time. */
  seconds: number;
  floods: { connections: number; requests: number }[];
}

export async function soakFlood({ whole, pairs }: Material, plan: FloodPlan): Promise<Figures> {
  const faults = new Faults();
  const measured: Figures['measured'] = {};
  for (const { connections, requests } of plan.floods) {
    await using server = await startServer(whole.dist);
    const bytes = Buffer.from(REQUEST.repeat(requests));
    const peak = await withPeak(server, faults, async () => {
      const asked = askFor(server, pairs.slice(0, 50), plan.seconds, faults);
      const sockets = Array.from({ length: connections }, () => flood(server.port, bytes));
      await sleep(OPEN_MS);
      for (const socket of sockets) socket.destroy();
      Object.assign(measured, latencyFigures(await asked, `beside ${connections} × ${requests}`, faults));
    });
    measured[`peak of memory with ${connections} × ${requests}, MB`] = Math.round(peak);
    faults.expect(peak < MAX_MB, `it took ${Math.round(peak)} MB (at most ${MAX_MB})`);
  }
  return { stage: 'pipeline flood', measured, faults: faults.list() };
}

/** One buffer for all of them: making it would keep the good client waiting, which is in this process too. */
function flood(port: number, bytes: Buffer): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(bytes);
  return socket;
}

/** Runs `work` and watches the memory of the server meanwhile; the most that it had, MB. */
export async function withPeak(server: Server, faults: Faults, work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const watch = setInterval(() => {
    void server.memory().then((mb) => {
      if (mb > peak) peak = mb;
      if (mb <= ABORT_MB || server.process.killed) return;
      faults.add(`ended at ${round(mb, 0)} MB`);
      server.process.kill('SIGKILL');
    });
  }, 50);
  await work().finally(() => clearInterval(watch));
  return peak;
}
