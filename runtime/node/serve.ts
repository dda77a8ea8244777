/** The Node server: h3 through listhen, with time limits against slow clients and a shutdown that loses no request. */
import { IncomingMessage, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { ServerRequest } from 'srvx';
import { appOf } from '../http/app.ts';
import { clientAddress } from '../http/client.ts';
import { edgeRoutes } from '../http/edge.ts';
import type { Service } from '../http/service.ts';
import { directListener } from './direct.ts';
import { watchKeys } from './keys-store.ts';
import { memoryLimiters } from './limits.ts';
import { addressOf, listenOn, nodeListener, TIMEOUTS, type Timeouts } from './listener.ts';
import { createLog, type ServerLog } from './log.ts';
import type { ServerConfig } from './serve-config.ts';

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
  const routes = edgeRoutes(service, {
    limiters: memoryLimiters(config.limits),
    ...(keys === undefined ? {} : { keys }),
    log,
  });
  const client = (message: IncomingMessage) => clientOf(message, config);
  const app = appOf(routes, (request) => clientOfWeb(request, client));
  const listener = directListener(routes, nodeListener(app), client);
  const server = await listenOn(listener, config, timeouts).catch((error: unknown) => {
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

function clientOf(message: IncomingMessage, config: ServerConfig): string {
  const socket = message.socket.remoteAddress ?? '';
  if (config.trustProxy.length === 0) return socket;
  const forwarded = message.headers['x-forwarded-for'];
  return clientAddress(socket, forwarded === undefined ? null : String(forwarded), config.trustProxy);
}

function clientOfWeb(request: ServerRequest, client: (message: IncomingMessage) => string): string {
  const message = request.runtime?.node?.req;
  return message instanceof IncomingMessage ? client(message) : '';
}

function urlOf(server: Server): string {
  const { address, port } = addressOf(server);
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
