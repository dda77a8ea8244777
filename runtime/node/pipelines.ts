/** Pipelined requests reach the application one after the other. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { cutWhileReading } from './http-internals.ts';

/**
 * Node parses all that a client has pipelined at once, up to 1,800 requests in one read. Of one connection only the
 * request whose answer is next is handed to `handler`, one in each turn of the event loop; the others wait, and the
 * connection is not read meanwhile. A connection that brings more than may wait is closed.
 */
export function boundPipelines(handler: RequestListener, limits: ParkingLimits = PARKING): RequestListener {
  const parking = new Parking(limits);
  return (request: IncomingMessage, response: ServerResponse) => {
    // Node gives a response its socket when all before it on the connection are sent.
    if (response.socket !== null) return handler(request, response);
    const { socket } = request;
    if (!parking.enter(socket)) return;
    response.once('socket', () => {
      parking.leave(socket);
      // Node still knows the address of a connection that is closed meanwhile if it was read before.
      void socket.remoteAddress;
      setImmediate(handler, request, response);
    });
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
      cutWhileReading(socket);
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
