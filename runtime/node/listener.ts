/** The listener: the application's handler on a server of Node's. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { H3 } from 'h3';
import { toNodeHandler } from 'srvx/node';
import { BODY_CEILING_BYTES } from '../http/body.ts';
import { ConfigError, type ServerConfig } from './config.ts';

/** Milliseconds. Those of headers and requests are looked at every {@link CHECK_MS}. */
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

export const TIMEOUTS: Timeouts = {
  headers: 10_000,
  request: 15_000,
  keepAlive: 65_000,
  idle: 15_000,
  shutdown: 10_000,
  linger: 250,
};

/** Node's own 30 s would let a client take three times its time. A look passes over the requests that are arriving. */
const CHECK_MS = 1_000;

/** The application as a listener of Node's HTTP server. Reading of any body stops at 1 MiB. */
export function nodeListener(app: H3): RequestListener {
  // Not `toNodeHandler` of h3/node, which drops these options.
  return toNodeHandler(app.fetch, { maxRequestBodySize: BODY_CEILING_BYTES }) as RequestListener;
}

/** Serves on the configured address; throws {@link ConfigError} where it cannot. */
export async function listenOn(
  listener: RequestListener,
  { host, port }: Pick<ServerConfig, 'host' | 'port'>,
  timeouts: Timeouts = TIMEOUTS,
): Promise<Server> {
  const server = createServer(
    {
      // The application refuses a missing Host with a problem, as it refuses other expectations than 100-continue.
      requireHostHeader: false,
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: CHECK_MS,
    },
    listener,
  );
  server.on('checkExpectation', listener);
  server.setTimeout(timeouts.idle);
  // A client that closes its half after its last request still wants the answers that are not ready at that moment.
  // Node's own switch for it, which its types leave out; without it they are dropped.
  Reflect.set(server, 'httpAllowHalfOpen', true);
  server.listen(port, host);
  await once(server, 'listening').catch(() => {
    const reason = 'the port is in use, this user may not open it, or the address is none of this machine.';
    throw new ConfigError(`Cannot listen on HOST ${host}, PORT ${port}: ${reason}`);
  });
  return server;
}

export function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address;
}
