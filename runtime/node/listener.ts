/** The application's handler on a server of Node's, over HTTP or HTTPS. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { H3 } from 'h3';
import { toNodeHandler } from 'srvx/node';
import { BODY_CEILING_BYTES } from '../http/body.ts';
import { ConfigError, type ServerConfig } from './config.ts';
import { cutWhileReading, type HttpServer, keepHalfOpen } from './http-internals.ts';

/** Milliseconds. Those of headers and requests are looked at once a second. */
export interface Timeouts {
  headers: number;
  /** A whole request, head and body. */
  request: number;
  /** Longer than proxies keep their idle connections (60 s), or a request may meet a closing one. */
  keepAlive: number;
  /** Silence of a socket in the middle of a request or an answer. */
  idle: number;
  /** From the signal to stop until running requests are cut. */
  shutdown: number;
  /** Then open connections may bring a last request, until none has come for so long: it may be on its way. */
  linger: number;
}

export const TIMEOUTS: Timeouts = {
  headers: 10_000,
  request: 15_000,
  keepAlive: 65_000,
  idle: 15_000,
  shutdown: 10_000,
  linger: 250,
};

/** The application as a listener of Node's HTTP server. Reading of any body stops at 1 MiB. */
export function nodeListener(app: H3): RequestListener {
  // Not `toNodeHandler` of h3/node, which drops these options.
  const handler = toNodeHandler(app.fetch, { maxRequestBodySize: BODY_CEILING_BYTES }) as RequestListener;
  return (request, response) => {
    // Before Node's own listener, which would throw the rest of the body away.
    response.prependOnceListener('finish', () => discardSlowly(request));
    return handler(request, response);
  };
}

/**
 * Reads the body of a request that is answered without it, a piece in each turn of the event loop. Node itself takes
 * a megabyte of each connection in one turn: eight connections that send refused bodies kept others waiting for 50 ms.
 */
function discardSlowly(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.on('data', () => {
    request.pause();
    setImmediate(() => request.resume());
  });
  request.read(0);
}

/** Node's own 30 s would let a client take three times its time. A look passes over the requests that are arriving. */
const CHECK_MS = 1_000;

/** Serves on the configured address; throws {@link ConfigError} where it cannot. */
export async function listenOn(
  handler: RequestListener,
  { host, port, tls }: Pick<ServerConfig, 'host' | 'port' | 'tls'>,
  timeouts: Timeouts = TIMEOUTS,
): Promise<HttpServer> {
  const options = {
    // The application answers a missing Host with a problem.
    requireHostHeader: false,
    connectionsCheckingInterval: CHECK_MS,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    // Of HTTPS: Node would wait for two minutes.
    handshakeTimeout: timeouts.headers,
  };
  const server = tls ? await createSecure(tls, options) : createServer(options);
  server.on('request', handler);
  // The application refuses other expectations than 100-continue with a problem.
  server.on('checkExpectation', handler);
  keepHalfOpen(server);
  // Node drops the headers after the 2,000th, and a second Host among them. 16 KiB bound their number.
  server.maxHeadersCount = 0;
  server.setTimeout(timeouts.idle);
  await once(server.listen(port, host), 'listening').catch((error: Error) => {
    throw new ConfigError(`Cannot listen on HOST ${host}, PORT ${port}: ${error.message}`);
  });
  return server as HttpServer;
}

async function createSecure(files: { cert: string; key: string }, options: ServerOptions) {
  try {
    const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]);
    return createSecureServer({ ...options, cert, key });
  } catch (error) {
    throw new ConfigError(`The certificate or its key cannot be used: ${String(error)}`);
  }
}

export function addressOf(server: HttpServer): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address;
}

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
