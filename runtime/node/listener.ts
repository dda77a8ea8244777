/** The application's handler on a server that listhen opens, over HTTP or HTTPS. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { H3 } from 'h3';
import { toNodeHandler } from 'h3/node';
import { listen } from 'listhen';
import { ConfigError, isLoopback } from './config.ts';
import {
  closeWithoutStacks,
  cutWhileReading,
  endSlowly,
  type HttpServer,
  refuseTinyChunks,
  setLateOptions,
} from './http-internals.ts';
import type { ServerConfig } from './server-config.ts';

/** Milliseconds. Those of headers and requests are looked at once a second. */
export const TIMEOUTS = {
  headers: 10_000,
  /** A whole request, head and body. */
  request: 15_000,
  /** Longer than proxies keep their idle connections (60 s), or a request may meet a closing one. */
  keepAlive: 65_000,
  /** Silence of a socket in the middle of a request or an answer. */
  idle: 15_000,
  /** From the signal to stop until running requests are cut. */
  shutdown: 10_000,
  /** Then open connections may bring a last request, until none has come for so long: it may be on its way. */
  linger: 250,
};
export type Timeouts = typeof TIMEOUTS;

/** The application as a listener of Node's HTTP server. */
export function nodeListener(app: H3): RequestListener {
  const handler = toNodeHandler(app) as RequestListener;
  return (request, response) => {
    // Before Node's own listener, which would throw the rest of the body away.
    response.prependOnceListener('finish', () => discardSlowly(request));
    return handler(request, response);
  };
}

/**
 * Reads the body of a request that is answered without it, in each turn of the event loop what has arrived. Node itself
 * takes a megabyte of each connection in one turn: eight connections that send refused bodies kept others waiting for
 * 50 ms.
 */
function discardSlowly(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  // Called where this was the last answer of the connection.
  request.socket.destroySoon = () => endSlowly(request.socket);
  request.on('data', () => {
    request.pause();
    // All that waits, else what comes next.
    setImmediate(() => request.read() ?? request.resume());
  });
  // Whoever refused the body in the middle has paused it.
  request.resume().read(0);
}

/** Serves on the configured address; throws {@link ConfigError} where it cannot. */
export async function listenOn(
  handler: RequestListener,
  { host, port, tls }: Pick<ServerConfig, 'host' | 'port'> & { tls?: ServerConfig['tls'] },
  timeouts: Timeouts = TIMEOUTS,
): Promise<HttpServer> {
  const fail = (error: unknown): never => {
    throw new ConfigError(`Cannot listen on HOST ${host}, PORT ${port}: ${reasonOf(error)}`);
  };
  if (tls) await checkPair(tls).catch(fail);
  const opened = await listen(handler, {
    port,
    hostname: host,
    ...(tls && { https: tls }),
    // A taken port is an error, not a reason to move to another; but only outside “production” does listhen take 0.
    isProd: port !== 0,
    isTest: false,
    public: !isLoopback(host),
    // For a person: all addresses by which it is reached. A program reads the line of `serveUntilStopped`.
    showURL: process.stdout.isTTY === true,
    qr: false,
    autoClose: false,
  }).catch(fail);
  const server = opened.server as HttpServer;
  // listhen replaces ports that browsers refuse by another one.
  if (port !== 0 && addressOf(server).port !== port) {
    await opened.close();
    throw new ConfigError(`PORT ${port} is one that browsers refuse to open; choose another.`);
  }
  setLateOptions(server, timeouts.headers);
  // The application refuses other expectations than 100-continue with a problem.
  server.on('checkExpectation', handler);
  // Node drops the headers after the 2,000th, and a second Host among them. 16 KiB bound their number.
  server.maxHeadersCount = 0;
  server.headersTimeout = timeouts.headers;
  server.requestTimeout = timeouts.request;
  server.keepAliveTimeout = timeouts.keepAlive;
  server.setTimeout(timeouts.idle);
  return server;
}

/** A server takes empty files, and a key of another kind than the certificate's: then every handshake fails. */
async function checkPair({ cert, key }: NonNullable<ServerConfig['tls']>): Promise<void> {
  const certificate = new X509Certificate(await readFile(cert));
  if (!certificate.checkPrivateKey(createPrivateKey(await readFile(key))))
    throw new Error('the certificate or its key cannot be used (the key is not that of the certificate)');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  // Errors of OpenSSL, and of a file that cannot be read.
  if ('code' in error && /^ERR_(OSSL|MISSING_PASSPHRASE)|^ENOENT|^EACCES|^EISDIR/.test(String(error.code)))
    return `the certificate or its key cannot be used: give PEM files, the key not encrypted (${error.message})`;
  // listhen looks for a free port first, and does not say why there is none.
  if (error.name !== 'GetPortError') return error.message;
  return 'the port is in use, this user may not open it, or the address is none of this machine.';
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
    refuseTinyChunks(request);
    // Node gives a response its socket when all before it on the connection are sent.
    if (response.socket !== null) return handler(request, response);
    const { socket } = request;
    if (socket.destroyed) return;
    if (all >= ofAll || waitingOf(socket) >= ofOne) return cutWhileReading(socket);
    if (!bySocket.has(socket)) {
      // Node resumes a connection by itself when its output has drained: while requests wait, that is taken back.
      socket.on('resume', () => waitingOf(socket) > 0 && socket.pause());
      socket.once('close', () => change(socket, -waitingOf(socket)));
      closeWithoutStacks(socket);
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
