/** How requests reach the application: those of one turn of the event loop together, pipelined ones in turn. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Node parses all that a client has pipelined at once, up to 1,800 requests in one read. Of one connection only the
 * request whose answer is next is handed to `handler`, one in each turn of the event loop; the others wait, and the
 * connection is not read meanwhile. A connection that brings more than may wait is closed.
 */
export function boundPipelines(handler: RequestListener, limits: ParkingLimits = PARKING): RequestListener {
  const handle = batchRequests(handler);
  const parking = new Parking(limits);
  return (request: IncomingMessage, response: ServerResponse) => {
    // Node gives a response its socket when all before it on the connection are sent.
    if (response.socket !== null) return handle(request, response);
    const { socket } = request;
    if (!parking.enter(socket)) return;
    response.once('socket', () => {
      parking.leave(socket);
      handle(request, response);
    });
  };
}

/** Requests that are worked on side by side hold memory: a thousand connections in one turn once took 400 MB. */
const MAX_BATCH = 128;

/**
 * Hands requests on together, when all connections that have something to read were read. One after the other, each is
 * worked on from its head to its answer before the next connection is read, which takes a quarter more processor time.
 */
function batchRequests(handler: RequestListener): RequestListener {
  let batch: Parameters<RequestListener>[] = [];
  const handleAll = (): void => {
    const all = batch;
    batch = [];
    for (const [request, response] of all) handler(request, response);
  };
  return (request, response) => {
    // Node still knows the address of a connection that was closed meanwhile if it was read before.
    void request.socket.remoteAddress;
    const waiting = batch.push([request, response]);
    if (waiting === 1) setImmediate(handleAll);
    else if (waiting === MAX_BATCH) handleAll();
  };
}

interface ParkingLimits {
  ofOne: number;
  ofAll: number;
}

/** About 4 kB each, and 40 µs where their connection is closed. */
const PARKING: ParkingLimits = { ofOne: 512, ofAll: 8192 };

/** Pipelined requests that wait for their turn. */
class Parking {
  readonly #limits: ParkingLimits;
  #all = 0;
  readonly #bySocket = new WeakMap<Socket, number>();

  constructor(limits: ParkingLimits) {
    this.#limits = limits;
  }

  /** False where there is no room: the connection is closed then. */
  enter(socket: Socket): boolean {
    if (socket.destroyed) return false;
    if (this.#all >= this.#limits.ofAll || this.#of(socket) >= this.#limits.ofOne) {
      cut(socket);
      return false;
    }
    if (!this.#bySocket.has(socket)) {
      // Node resumes a connection by itself when its output has drained: while requests wait, that is taken back.
      socket.on('resume', () => this.#of(socket) > 0 && socket.pause());
      socket.once('close', () => this.#change(socket, -this.#of(socket)));
    }
    this.#change(socket, 1);
    socket.pause();
    return true;
  }

  leave(socket: Socket): void {
    if (this.#of(socket) === 0) return;
    this.#change(socket, -1);
    if (this.#of(socket) === 0) socket.resume();
  }

  #of(socket: Socket): number {
    return this.#bySocket.get(socket) ?? 0;
  }

  #change(socket: Socket, by: number): void {
    this.#all += by;
    this.#bySocket.set(socket, this.#of(socket) + by);
  }
}

/**
 * Closes a connection in the middle of a read. Node would make a request and a response of all that is read already,
 * and keep them until the end of this turn of the event loop, in which every other connection may be read too: 1,000
 * connections once took 3 GB and a minute. The parser ends with an error where its callback returns -1 (llhttp).
 */
function cut(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => -1);
  socket.destroy();
}
