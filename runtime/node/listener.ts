/** The listener: the application's handler on a server that listhen opens. */
import { type RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { H3 } from 'h3';
import { listen } from 'listhen';
import { toNodeHandler } from 'srvx/node';
import { BODY_CEILING_BYTES } from '../http/body.ts';
import { ConfigError, isLoopback, type ServerConfig } from './config.ts';

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
  config: Pick<ServerConfig, 'host' | 'port'>,
  timeouts: Timeouts = TIMEOUTS,
): Promise<Server> {
  const opened = await listen(listener, {
    port: config.port,
    hostname: config.host,
    // A taken port is an error, not a reason to move to another; but only outside “production” does listhen take 0.
    isProd: config.port !== 0,
    isTest: false,
    public: !isLoopback(config.host),
    showURL: false,
    open: false,
    clipboard: false,
    qr: false,
    tunnel: false,
    autoClose: false,
  }).catch((error: unknown) => {
    throw new ConfigError(`Cannot listen on HOST ${config.host}, PORT ${config.port}: ${reasonOf(error)}`);
  });
  const { server } = opened;
  if (!(server instanceof Server)) throw new Error('listhen started something that is not an HTTP server');
  // listhen replaces ports that browsers refuse by another one.
  if (config.port !== 0 && addressOf(server).port !== config.port) {
    await opened.close();
    throw new ConfigError(`PORT ${config.port} is one that browsers refuse to open; choose another.`);
  }
  // listhen's own shutdown hooks every request and response, which costs a tenth of the throughput; `drain` needs no
  // hook.
  server.removeAllListeners('request');
  server.on('request', listener);
  // The application refuses other expectations than 100-continue, as it refuses a missing Host, with a problem.
  server.on('checkExpectation', listener);
  Reflect.set(server, 'requireHostHeader', false);
  // Node drops the headers after the 2,000th, and a second Host among them. 16 KiB bound their number.
  server.maxHeadersCount = 0;
  server.headersTimeout = timeouts.headers;
  server.requestTimeout = timeouts.request;
  server.keepAliveTimeout = timeouts.keepAlive;
  server.setTimeout(timeouts.idle);
  // Node reads it when it begins to listen, which listhen, that has no option for it, did already.
  Reflect.set(server, 'connectionsCheckingInterval', CHECK_MS);
  server.emit('listening');
  // A client that closes its half after its last request still wants the answers that are not ready at that moment.
  // Node's own switch for it, which its types leave out; without it they are dropped.
  Reflect.set(server, 'httpAllowHalfOpen', true);
  return server;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  // listhen looks for a free port first, and does not say why there is none.
  if (error.name !== 'GetPortError') return error.message;
  return 'the port is in use, this user may not open it, or the address is none of this machine.';
}

export function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address;
}
