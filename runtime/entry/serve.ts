/** The Node server: h3 through listhen, with time limits against slow clients and a shutdown that loses no request. */
import { type RequestListener, Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { type H3, serve as serveH3 } from 'h3';
import { listen } from 'listhen';
import type { ServerRequest } from 'srvx';
import { createApp } from '../http/app.ts';
import { clientAddress } from '../http/client.ts';
import type { Service } from '../http/service.ts';
import { watchKeys } from './keys-store.ts';
import { memoryLimiters } from './limits.ts';
import { createLog, type ServerLog } from './log.ts';
import { readNodeBody } from './serve-body.ts';
import { ConfigError, type ServerConfig } from './serve-config.ts';

/** Milliseconds. Node looks for requests that are over time every 30 s only; `idle` ends silent ones earlier. */
export interface Timeouts {
  headers: number;
  /** A whole request, head and body. */
  request: number;
  /** Longer than proxies keep their idle connections (60 s), or a request may meet a closing one. */
  keepAlive: number;
  /** Silence of a socket in the middle of a request or an answer. */
  idle: number;
  /** What running requests get to finish when the server is told to stop. */
  shutdown: number;
  /** Then open connections may bring a last request, until none has come for so long: it may be on its way. */
  linger: number;
}

const TIMEOUTS: Timeouts = {
  headers: 10_000,
  request: 15_000,
  keepAlive: 65_000,
  idle: 15_000,
  shutdown: 10_000,
  linger: 250,
};

export interface ServeOptions {
  service: Service;
  config: ServerConfig;
  log?: ServerLog;
  timeouts?: Partial<Timeouts>;
}

export interface RunningServer {
  url: string;
  port: number;
  server: Server;
  /** Stops accepting, lets running requests finish, frees what was opened. Safe to call twice. */
  close(): Promise<void>;
}

/** Starts to serve; throws `ConfigError` or `KeyFileError` with what to correct. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { service, config } = options;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const log = options.log ?? createLog(config.logLevel);
  const keys =
    config.keys === undefined
      ? undefined
      : await watchKeys(config.keys, (error) => log.fault(error, 'key file not taken over'));
  const app = createApp(service, {
    limiters: memoryLimiters(config.limits),
    ...(keys === undefined ? {} : { keys }),
    log,
    client: (request) => nodeClient(request, config),
    readBody: readNodeBody,
  });
  const server = await start(inTurn(nodeListener(app)), config, timeouts).catch((error: unknown) => {
    keys?.close();
    throw error;
  });
  let closing: Promise<void> | undefined;
  return {
    url: urlOf(server),
    port: addressOf(server).port,
    server,
    close: () => {
      closing ??= drain(server, timeouts).finally(() => {
        keys?.close();
        return log.flush();
      });
      return closing;
    },
  };
}

/**
 * What `hivecheck serve` does once the service is there: serves, says where in one line on stdout, and on SIGTERM
 * or SIGINT lets running requests finish and ends the process with 0; a second signal ends it at once. `after`
 * frees what the caller opened.
 */
export async function serveUntilStopped(
  options: ServeOptions,
  after: () => void | Promise<void> = () => {},
): Promise<RunningServer> {
  const log = options.log ?? createLog(options.config.logLevel);
  const running = await serve({ ...options, log });
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info('stopping', { signal });
    running
      .close()
      .then(after)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.fault(error, 'shutdown failed');
          void log.flush().then(() => process.exit(1));
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  console.log(`hivecheck listens on ${running.url}`);
  return running;
}

async function start(handler: RequestListener, config: ServerConfig, timeouts: Timeouts): Promise<Server> {
  const loopback = /^(?:localhost|127\.0\.0\.1|::1)$/.test(config.host);
  const listener = await listen(handler, {
    port: config.port,
    hostname: config.host,
    // A taken port is an error, not a reason to move to another; but only outside “production” does listhen take 0.
    isProd: config.port !== 0,
    isTest: false,
    public: !loopback,
    showURL: false,
    open: false,
    clipboard: false,
    qr: false,
    tunnel: false,
    autoClose: false,
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : 'unknown error';
    throw new ConfigError(`Cannot listen on HOST ${config.host}, PORT ${config.port}: ${why}`);
  });
  const { server } = listener;
  if (!(server instanceof Server)) throw new Error('listhen started something that is not an HTTP server');
  // listhen replaces ports that browsers refuse by another one.
  if (config.port !== 0 && addressOf(server).port !== config.port) {
    await listener.close();
    throw new ConfigError(`PORT ${config.port} is one that browsers refuse to open; choose another.`);
  }
  // listhen's own shutdown hooks every request and response, which costs a tenth of the throughput; drain() below
  // needs no hook.
  server.removeAllListeners('request');
  server.on('request', handler);
  server.headersTimeout = timeouts.headers;
  server.requestTimeout = timeouts.request;
  server.keepAliveTimeout = timeouts.keepAlive;
  server.setTimeout(timeouts.idle);
  // A client that closes its half after its last request still wants the answers that are not ready at that moment.
  // Node's own switch for it, which its types leave out; without it they are dropped.
  Reflect.set(server, 'httpAllowHalfOpen', true);
  return server;
}

/**
 * h3's own request listener, from a server of its that never listens: it answers a fault in the layers below the
 * application with a bare 500, where the listener of `toNodeHandler` would let it end the process.
 */
function nodeListener(app: H3): RequestListener {
  const { node } = serveH3(app, { manual: true, gracefulShutdown: false });
  if (node === undefined) throw new Error('h3 was loaded for another platform than Node');
  return node.handler;
}

/**
 * One request of a connection at a time. Node hands over all that a client has pipelined at once, and whoever sends
 * hundreds and reads no answer would have them all made and kept in memory.
 */
function inTurn(handler: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>();
  return (request, response) => {
    const before = latest.get(request.socket);
    latest.set(request.socket, response);
    if (before === undefined || before.closed) {
      handler(request, response);
      return;
    }
    before.once('close', () => {
      // Not in the same turn of the event loop: a queue that is answered at a stretch keeps all others waiting.
      setImmediate(() => {
        // With the connection gone nobody waits for an answer; the close reaches the rest of the queue by itself.
        if (!response.destroyed) handler(request, response);
      });
    });
  };
}

/** Resolves when the last connection is gone; after `shutdown` those that are left are cut. */
async function drain(server: Server, { shutdown, linger }: Timeouts): Promise<void> {
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
  let lingering: NodeJS.Timeout;
  const wait = (): void => {
    arrived = false;
    // Timers come before sockets in a turn of the event loop: what a late turn has not read yet is read first.
    lingering = setTimeout(() => setImmediate(() => (arrived ? wait() : sweepIdle())), linger);
  };
  const sweepIdle = (): void => {
    // A connection that was busy at the moment of closing is idle later: Node closes idle ones only once.
    sweep ??= setInterval(() => server.closeIdleConnections(), 50);
    server.close();
  };
  wait();
  const cut = setTimeout(() => server.closeAllConnections(), shutdown);
  await new Promise<void>((resolve) => {
    // Not the HTTP server's own close, which ends idle connections at once.
    NetServer.prototype.close.call(server, () => resolve());
  }).finally(() => clearTimeout(lingering));
  clearInterval(sweep);
  clearTimeout(cut);
}

function nodeClient(request: ServerRequest, config: ServerConfig): string {
  const socket = request.runtime?.node?.req.socket?.remoteAddress ?? '';
  if (config.trustProxy.length === 0) return socket;
  return clientAddress(socket, request.headers.get('x-forwarded-for'), config.trustProxy);
}

function urlOf(server: Server): string {
  const { address, port } = addressOf(server);
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address;
}
