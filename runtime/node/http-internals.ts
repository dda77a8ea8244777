/** Uses of Node's HTTP server beyond its documented interface, each with the reason. */
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { PlatformRequest, Sending } from '../http/options.ts';

/** The members that Node's HTTP and HTTPS servers have in common. */
export type HttpServer = NetServer & Server;

/** Node's own 30 s would let a client take three times its time. A look passes over the requests that are arriving. */
const CHECK_MS = 1_000;

/** Settings that Node takes with `createServer` alone, which listhen calls. @param handshakeMs for that of HTTPS. */
export function setLateOptions(server: HttpServer, handshakeMs: number): void {
  // The application answers a missing Host with a problem.
  Reflect.set(server, 'requireHostHeader', false);
  // Read when a server begins to listen, which it did already.
  Reflect.set(server, 'connectionsCheckingInterval', CHECK_MS);
  server.emit('listening');
  // A client that closes its half after its last request still wants the answers that are not ready at that moment:
  // without it they are dropped.
  Reflect.set(server, 'httpAllowHalfOpen', true);
  // Node would wait for two minutes.
  const symbols = Object.getOwnPropertySymbols(server);
  const handshake = symbols.find(({ description }) => description === 'handshake-timeout');
  if (handshake !== undefined) Reflect.set(server, handshake, handshakeMs);
}

/** The response that a connection is working on: nothing public has it. */
export function currentResponse(socket: object): ServerResponse | undefined {
  return (Reflect.get(socket, '_httpMessage') as ServerResponse | null | undefined) ?? undefined;
}

/** The answer to a request. Its `writableLength` is that of the whole answer until all of it is sent. */
export function sendingOf({ runtime }: PlatformRequest): Sending | undefined {
  const response = runtime?.node?.res;
  if (!(response instanceof ServerResponse)) return undefined;
  const handle = () => response.socket && Reflect.get(response.socket, '_handle');
  return Object.assign(response, { waiting: () => Number(handle()?.writeQueueSize ?? 0) });
}

/**
 * Closes idle connections. Node takes a connection for idle as soon as its answer is complete in memory, so that while
 * bytes of an answer wait to be sent the private flag `finished` is turned back.
 */
export function closeIdle(server: HttpServer, connections: Iterable<Socket>): void {
  const sending = [...connections]
    .map(currentResponse)
    .filter(
      (response): response is ServerResponse => response?.finished === true && !response.writableFinished,
    );
  for (const response of sending) response.finished = false;
  server.closeIdleConnections();
  for (const response of sending) response.finished = true;
}

/** How long a client that still sends after its last answer is read, in milliseconds. */
const DISCARD_MS = 5_000;

/**
 * Ends a connection whose client may still be sending, and throws away what comes until the client closes, too. The
 * system resets a connection that closes with bytes which nobody has read, and a client that writes meets the reset
 * before it reads its answer (RFC 9112, 9.6): of clients that sent 5 MB to be refused, half saw EPIPE and no answer.
 */
export function endSlowly(socket: Duplex, last = ''): void {
  takeNoMore(socket);
  socket.end(last);
  setTimeout(() => socket.destroy(), DISCARD_MS).unref();
}

/**
 * Closes a connection in the middle of a read. Node would make a request and a response of all that is read already,
 * and keep them until the end of this turn of the event loop, in which every other connection may be read too: 1,000
 * connections once took 3 GB and a minute.
 */
export function cutWhileReading(socket: Socket): void {
  takeNoMore(socket);
  socket.destroy();
}

/** A next request on the connection is an error: the parser ends where its callback returns -1 (llhttp). */
function takeNoMore(socket: Duplex): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => -1);
}

/**
 * When a connection closes, Node makes an error for each request that it has not answered. Their stacks, which nobody
 * reads, took half of the 10 ms that a connection with 512 of them costs: a thousand such connections held up others
 * for ten seconds.
 */
export function closeWithoutStacks(socket: Socket): void {
  const limit = Error.stackTraceLimit;
  socket.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = limit;
  });
}

/** Chunks that a connection may send at once, those that each request adds, and bytes of a chunk that pay for it. */
const CHUNKS = { most: 100, ofRequest: 4, bytes: 32 };
/** Code of the error for a connection whose chunks are smaller. */
export const TINY_CHUNKS = 'TINY_CHUNKS';

/** Chunks left for each connection; -Infinity if it is refused. */
const chunksLeft = new WeakMap<Socket, number>();

/**
 * Refuses bodies in tiny chunks: Node makes a buffer of each, which takes 500 bytes, 10,000 of them in one read. A hundred
 * connections that sent chunks of one byte took all the memory, even where nobody reads their bodies.
 */
export function refuseTinyChunks(request: IncomingMessage): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const { socket, push } = request;
  const add = (chunks: number): number => {
    const left = Math.min(CHUNKS.most, (chunksLeft.get(socket) ?? CHUNKS.most) + chunks);
    chunksLeft.set(socket, left < 0 ? Number.NEGATIVE_INFINITY : left);
    return left;
  };
  add(CHUNKS.ofRequest);
  request.push = (chunk: Uint8Array | null) => {
    const left = add(chunk === null ? 0 : chunk.length / CHUNKS.bytes - 1);
    if (left >= 0) return push.call(request, chunk);
    if (left > Number.NEGATIVE_INFINITY) refuseChunks(socket);
    return false;
  };
}

/** Without its callback for bodies the parser goes through the rest of the read in a tenth of the time. */
function refuseChunks(socket: Socket): void {
  const { parser, server } = socket as unknown as { parser: Record<number, unknown>; server: Server };
  const kOnBody = Reflect.get(parser.constructor, 'kOnBody') as number;
  const onBody = parser[kOnBody];
  parser[kOnBody] = undefined;
  // Node uses it for another connection then.
  socket.once('close', () => {
    parser[kOnBody] = onBody;
  });
  const error = Object.assign(new Error('tiny chunks'), { code: TINY_CHUNKS });
  server.emit('clientError', error, socket);
}
