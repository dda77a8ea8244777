/** Clients that send a byte now and then, or never read: the others must hardly notice. */
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { Pool } from 'undici';
import { Faults, type Figures, percentile, round } from './figures.ts';
import { sleep, startServer } from './server.ts';
import { head } from './sockets.ts';

export interface SlowOptions {
  command: string[];
  dist: string;
  clients: number;
  seconds: number;
}

const ASKED = JSON.stringify({
  key: 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU',
  value: 'NoAutoUpdate',
  targetOs: 'Windows 11 24H2',
});

export async function soakSlow({ command, dist, clients, seconds }: SlowOptions): Promise<Figures> {
  await using server = await startServer(command, dist);
  const faults = new Faults();
  const pool = new Pool(server.url, { connections: 4 });
  await measure(pool, 0.5, faults);
  const alone = await measure(pool, seconds / 2, faults);
  const sockets = Array.from({ length: clients }, (_, n) => slowClient(server.port, n));
  const connected = () => sockets.filter((socket) => !socket.destroyed && !socket.connecting).length;
  // So many at once exceed the backlog: some have to knock twice.
  for (let tries = 0; tries < 50 && connected() < clients; tries++) await sleep(100);
  const open = connected();
  faults.expect(open > clients * 0.9, `only ${open} slow clients were connected`);
  const beside = await measure(pool, seconds, faults);
  const left = sockets.filter((socket) => !socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  await pool.close();
  faults.expect(server.log().length === 0, 'errors in the log');
  const p99 = percentile(beside, 0.99);
  // Generous, for loaded machines: a server that is held up shows seconds.
  faults.expect(p99 < 250, `a good client waits ${round(p99)} ms (p99)`);
  return {
    stage: 'slow clients',
    measured: {
      'slow clients': open,
      'still open at the end': left,
      'good client alone: p50, ms': round(percentile(alone, 0.5), 2),
      'good client alone: p99, ms': round(percentile(alone, 0.99), 2),
      'good client beside them: p50, ms': round(percentile(beside, 0.5), 2),
      'good client beside them: p99, ms': round(p99, 2),
      'answers to the good client': alone.length + beside.length,
    },
    faults: faults.list(),
  };
}

/** A third sends its head byte by byte, a third its body, a third asks for much and never reads. */
function slowClient(port: number, n: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  if (n % 3 === 2) {
    socket.pause();
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10));
    return socket;
  }
  const text = n % 3 === 0 ? head('/v1/resolve', ASKED.length) : ASKED;
  if (n % 3 === 1) socket.write(head('/v1/resolve', ASKED.length));
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= text.length) clearInterval(timer);
    else socket.write(text.charAt(at++));
  }, 1000);
  socket.once('close', () => clearInterval(timer));
  return socket;
}

/** Latencies of one request after the other, in ms. */
async function measure(pool: Pool, seconds: number, faults: Faults): Promise<number[]> {
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const started = performance.now();
    const response = await pool.request({
      method: 'POST',
      path: '/v1/resolve',
      headers: { 'content-type': 'application/json' },
      body: ASKED,
    });
    await response.body.dump();
    latencies.push(performance.now() - started);
    faults.expect(response.statusCode === 200, `good client: status ${response.statusCode}`);
  }
  return latencies;
}
