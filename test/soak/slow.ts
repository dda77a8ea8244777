/** Clients that send a byte a second, or never read: the others must hardly notice. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { askFor, headOf, latencyFigures, NO_PAIR, resolveOf } from './client.ts';
import type { Faults } from './figures.ts';
import { startServer } from './server.ts';
import type { Material } from './variants.ts';

export async function soakSlow({ whole, pairs }: Material, faults: Faults, clients: number, seconds: number) {
  await using server = await startServer(whole.dist);
  const asked = pairs.slice(0, 50);
  await askFor(server, asked, 0.5, faults);
  const alone = await askFor(server, asked, seconds / 2, faults);
  const body = resolveOf(asked[0] ?? NO_PAIR).body ?? '';
  const sockets = Array.from({ length: clients }, (_, n) => slowClient(server.port, n, body));
  const connected = () => sockets.filter((socket) => !socket.destroyed && !socket.connecting).length;
  // So many at once exceed the backlog: some connect at the second attempt.
  for (let tries = 0; tries < 50 && connected() < clients; tries++) await sleep(100);
  const open = connected();
  faults.expect(open > clients * 0.9, `only ${open} slow clients were connected`);
  const beside = await askFor(server, asked, seconds, faults);
  const left = sockets.filter((socket) => !socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  faults.expect(server.log().length === 0, 'errors in the log');
  return {
    'slow clients': open,
    'still open at the end': left,
    ...latencyFigures(alone, 'alone'),
    ...latencyFigures(beside, 'beside them', faults),
  };
}

/** A third sends its head byte by byte, a third its body, a third asks for much and never reads. */
function slowClient(port: number, n: number, body: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  if (n % 3 === 2) {
    socket.pause().write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10));
    return socket;
  }
  const head = headOf('/v1/resolve', body.length);
  if (n % 3 === 1) socket.write(head);
  const bytes = (n % 3 === 0 ? head : body)[Symbol.iterator]();
  const timer = setInterval(() => {
    const { done, value } = bytes.next();
    if (socket.destroyed || done === true) clearInterval(timer);
    else socket.write(value);
  }, 1000);
  socket.once('close', () => clearInterval(timer));
  return socket;
}
