/** The Node server: the application on a listener, with time limits against slow clients and an orderly end. */
import { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { createHttpApp } from '../http/app.ts';
import { KEPT_BYTES } from '../http/kept-answers.ts';
import type { AppLog, Gzip, PlatformRequest, RequestLine } from '../http/options.ts';
import { loadMcp } from '../mcp/load.ts';
import type { Service } from '../service.ts';
import { drain, watchConnections } from './drain.ts';
import { type HttpServer, sendingOf } from './http-internals.ts';
import { watchKeys } from './keys-store.ts';
import { memoryLimiters } from './limits.ts';
import { addressOf, boundPipelines, listenOn, nodeListener, TIMEOUTS, type Timeouts } from './listener.ts';
import { createLog, type ServerLog } from './log.ts';
import type { Metrics } from './metrics.ts';
import { clientAddress } from './proxies.ts';
import { refuseUnsound } from './request-check.ts';
import type { ServerConfig } from './server-config.ts';
import { answerTransportProblems } from './transport-problems.ts';

export interface ServeOptions {
  service: Service;
  config: ServerConfig;
  log?: ServerLog;
  timeouts?: Partial<Timeouts>;
}

export type RunningServer = Awaited<ReturnType<typeof serve>>;

/** Starts to serve; throws `ConfigError` or `KeyFileError` with what to correct. */
export async function serve(options: ServeOptions) {
  const { service, config } = options;
  const { trustProxy } = config;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const log = options.log ?? createLog(config.logLevel);
  const reportKeys = (error: unknown) => log.fault(error, 'key file not taken over');
  const keys = config.keys === undefined ? undefined : await watchKeys(config.keys, reportKeys);
  // Loaded only where it is wanted.
  const metrics = config.metrics ? (await import('./metrics.ts')).createMetrics(service) : undefined;
  let stopping = false;
  const appLog = observed(log, metrics);
  const limiters = memoryLimiters(config.limits);
  const app = createHttpApp(service, {
    limiters,
    ...(keys && { keys }),
    log: appLog,
    ...(trustProxy && { client: (request) => proxiedClient(request, trustProxy) }),
    refuse: refuseUnsound,
    sending: sendingOf,
    keptBytes: KEPT_BYTES,
    gzip: gzipAnswer,
    ready: () => !stopping,
    ...(metrics && { metrics: metrics.text }),
    ...(config.contact !== undefined && { contact: config.contact }),
    mcp: {
      load: loadMcp,
      ...(config.mcpHosts && { hosts: config.mcpHosts }),
      origins: config.mcpOrigins,
    },
  });
  const server = await listenOn(boundPipelines(nodeListener(app)), config, timeouts).catch(
    (error: unknown) => {
      keys?.close();
      throw error;
    },
  );
  const connections = watchConnections(server);
  answerTransportProblems(server, { stamp: () => service.snapshot()?.stamp, limiters, log: appLog });
  const close = async (): Promise<void> => {
    stopping = true;
    if (config.shutdownGraceMs > 0)
      await new Promise((resolve) => setTimeout(resolve, config.shutdownGraceMs));
    await drain(server, connections, timeouts, appLog.cut);
    keys?.close();
    await log.flush();
  };
  let closing: Promise<void> | undefined;
  return {
    url: urlOf(server),
    port: addressOf(server).port,
    server,
    /**
     * `/readyz` turns 503; after the configured grace period stops accepting, lets running requests finish, frees what
     * was opened. Safe to call twice.
     */
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** A log that also updates the metrics. */
function observed(log: ServerLog, metrics: Metrics | undefined): AppLog {
  if (metrics === undefined) return log;
  const request = (line: RequestLine): void => {
    metrics.observe(line);
    log.request?.(line);
  };
  const cut: AppLog['cut'] = (which) => {
    metrics.cut();
    log.cut?.(which);
  };
  return { request, cut, error: (error, where) => log.error(error, where) };
}

function proxiedClient(request: PlatformRequest, trusted: BlockList): string {
  const message = request.runtime?.node?.req;
  if (!(message instanceof IncomingMessage)) return request.ip ?? '';
  const forwarded = message.headers['x-forwarded-for'];
  const socket = message.socket.remoteAddress ?? '';
  return clientAddress(socket, forwarded === undefined ? null : String(forwarded), trusted);
}

function urlOf(server: HttpServer): string {
  const { address, port } = addressOf(server);
  const scheme = server instanceof TlsServer ? 'https' : 'http';
  return `${scheme}://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Longer ones are compressed beside the event loop; these take less than 0.1 ms. */
const MAX_AT_ONCE = 1 << 15;

const gzipLater = promisify(gzip);

export const gzipAnswer: Gzip = async (body) =>
  new Uint8Array(body.length > MAX_AT_ONCE ? await gzipLater(body) : gzipSync(body));
