/** Ending a server without losing a request or an answer. */
import type { ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { AppLog } from '../http/options.ts';
import { closeIdle, currentResponse, type HttpServer } from './http-internals.ts';
import type { Timeouts } from './listener.ts';
import { reportCut } from './transport-problems.ts';

/** The open connections of a server, which Node does not list; of HTTPS also the sockets below them. */
export function watchConnections(server: HttpServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const add = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', add);
  server.on('secureConnection', add);
  return sockets;
}

/** Resolves when the last of the connections is gone; after `shutdown` those that are left are cut. */
export async function drain(
  server: HttpServer,
  connections: ReadonlySet<Socket>,
  { shutdown, linger }: Timeouts,
  report: AppLog['cut'],
): Promise<void> {
  const cut = setTimeout(() => {
    for (const socket of connections) {
      reportCut(socket, report);
      socket.destroy();
    }
  }, shutdown);
  // Connections that the system has taken and this process has not yet: closing the listener would reset them. No
  // answer ends its connection before that, or its client would come anew and be reset. A turn takes one of them only.
  let arrived = true;
  server.on('connection', () => {
    arrived = true;
  });
  for (const end = Date.now() + 4 * linger; arrived && Date.now() < end; ) {
    arrived = false;
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  // The last answer of each connection announces its end, so that no client sends another request into a closing one.
  const last = new WeakMap<Socket, ServerResponse>();
  const endWith = (socket: Socket, response: ServerResponse): void => {
    const before = last.get(socket);
    if (before?.headersSent === false) before.shouldKeepAlive = true;
    response.shouldKeepAlive = false;
    last.set(socket, response);
  };
  for (const socket of connections) {
    const response = currentResponse(socket);
    // Requests wait behind this one where the connection is paused.
    if (response?.headersSent === false && !socket.isPaused()) endWith(socket, response);
  }
  server.prependListener('request', ({ socket }, response) => {
    arrived = true;
    endWith(socket, response);
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
    // A connection that is busy now is idle later.
    sweep ??= setInterval(() => closeIdle(server, connections), 50);
    closeIdle(server, connections);
  };
  wait();
  await new Promise<void>((resolve) => {
    // Not the HTTP server's own close, which ends idle connections at once.
    NetServer.prototype.close.call(server, () => resolve());
  });
  drained = true;
  clearTimeout(lingering);
  clearInterval(sweep);
  clearTimeout(cut);
  // Ends the timer by which Node looks for requests that are over time.
  server.close();
}
