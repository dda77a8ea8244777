/** Pipelined requests reach the application one after the other. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { cutWhileReading } from './http-internals.ts';

/** Requests that may wait for their turn: about 4 kB each, and 40 µs where their connection is closed. */
const PARKING = { ofOne: 512, ofAll: 8192 };

/**
 * Node parses all that a client has pipelined at once, up to 1,800 requests in one read. Of one connection only the
 * request whose answer is next is handed to `handler`, one in each turn of the event loop; the others wait, and the
 * connection is not read meanwhile. A connection that brings more than may wait is closed.
 */
export function boundPipelines(handler: RequestListener, { ofOne, ofAll } = PARKING): RequestListener {
  let all = 0;
  const bySocket = new WeakMap<Socket, number>();
  const waitingOf = (socket: Socket) => bySocket.get(socket) ?? 0;
  const change = (socket: Socket, by: number): void => {
    all += by;
    bySocket.set(socket, waitingOf(socket) + by);
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    // Node gives a response its socket when all before it on the connection are sent.
    if (response.socket !== null) return handler(request, response);
    const { socket } = request;
    if (socket.destroyed) return;
    if (all >= ofAll || waitingOf(socket) >= ofOne) return cutWhileReading(socket);
    if (!bySocket.has(socket)) {
      // Node resumes a connection by itself when its output has drained: while requests wait, that is taken back.
      socket.on('resume', () => waitingOf(socket) > 0 && socket.pause());
      socket.once('close', () => change(socket, -waitingOf(socket)));
    }
    change(socket, 1);
    socket.pause();
    response.once('socket', () => {
      // None where the connection is closed.
      if (waitingOf(socket) > 0) {
        change(socket, -1);
        if (waitingOf(socket) === 0) socket.resume();
      }
      // Node still knows the address of a connection that is closed meanwhile if it was read before.
      void socket.remoteAddress;
      setImmediate(handler, request, response);
    });
  };
}
