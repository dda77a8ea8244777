/** When a request that Node has parsed is handed on: those of one turn of the event loop together, and fairly. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Hands the requests of one turn to `handler` one after the other, once all of them are parsed: the processor's caches
 * then serve one kind of work at a time (0.69 of a fixed answer instead of 0.49).
 *
 * Node parses all that a client has pipelined at once, up to 1,800 requests in one read. Of one connection only the
 * request whose answer is next takes part in a turn; the others wait, and the connection is not read meanwhile.
 */
export function batch(handler: RequestListener): RequestListener {
  let waiting: [IncomingMessage, ServerResponse][] = [];
  const handleAll = (): void => {
    const requests = waiting;
    waiting = [];
    for (const [request, response] of requests) handler(request, response);
  };
  const add = (request: IncomingMessage, response: ServerResponse): void => {
    if (waiting.length === 0) setImmediate(handleAll);
    waiting.push([request, response]);
  };
  return (request, response) => {
    // Node gives a response its socket when all before it on the connection are sent.
    if (response.socket !== null) return add(request, response);
    pauseReading(request.socket, 1);
    response.once('socket', () => {
      pauseReading(request.socket, -1);
      add(request, response);
    });
  };
}

/** Pipelined requests that wait for their turn, by connection. */
const parked = new WeakMap<Socket, number>();

function pauseReading(socket: Socket, change: 1 | -1): void {
  const before = parked.get(socket);
  // Node resumes a connection by itself when its output has drained: while requests wait, that is taken back.
  if (before === undefined) socket.on('resume', () => (parked.get(socket) ?? 0) > 0 && socket.pause());
  const now = (before ?? 0) + change;
  parked.set(socket, now);
  if (now === 0) socket.resume();
  else if (change === 1) socket.pause();
}
