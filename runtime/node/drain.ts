/** Ending a server without losing a request. */
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Timeouts } from './listener.ts';

/** Resolves when the last connection is gone; after `shutdown` those that are left are cut. */
export async function drain(server: Server, { shutdown, linger }: Timeouts): Promise<void> {
  // Connections that the system has taken and this process has not yet: closing the listener would reset them. No
  // answer ends its connection before that, or its client would come anew and be reset.
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  let arrived = false;
  // Answers from now on end their connection, so that no client sends another request into a closing one.
  server.prependListener('request', (_request, response) => {
    arrived = true;
    response.shouldKeepAlive = false;
  });
  let sweep: NodeJS.Timeout | undefined;
  let lingering: NodeJS.Timeout | undefined;
  let drained = false;
  const wait = (): void => {
    arrived = false;
    // Timers come before sockets in a turn of the event loop: what a late turn has not read yet is read first.
    lingering = setTimeout(() => setImmediate(() => (arrived && !drained ? wait() : sweepIdle())), linger);
  };
  const sweepIdle = (): void => {
    if (drained) return;
    // A connection that was busy at the moment of closing is idle later: Node closes idle ones only once.
    sweep ??= setInterval(() => server.closeIdleConnections(), 50);
    server.close();
  };
  wait();
  const cut = setTimeout(() => server.closeAllConnections(), shutdown);
  await new Promise<void>((resolve) => {
    // Not the HTTP server's own close, which ends idle connections at once.
    NetServer.prototype.close.call(server, () => resolve());
  });
  drained = true;
  clearTimeout(lingering);
  clearInterval(sweep);
  clearTimeout(cut);
}
