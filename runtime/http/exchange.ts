/** State of one request while the application answers it. */
import type { H3Event } from 'h3';
import type { Snapshot } from '../service.ts';
import type { AppLog, RequestStamp, Tier } from './options.ts';
import { type ProblemName, unavailable } from './problem.ts';

export interface Exchange {
  /** The dataset version that the whole answer is of. */
  snapshot: Snapshot | undefined;
  /** A time of `performance.now()`. */
  readonly started: number;
  /** Read at the start: a closed socket has no address. */
  client: string;
  keyId?: string;
  problem?: ProblemName;
}

declare module 'h3' {
  interface H3EventContext {
    exchange: Exchange;
  }
}

/** Throws a {@link Problem} while no dataset is mounted. */
export function snapshotOf(event: H3Event): Snapshot {
  const { snapshot } = event.context.exchange;
  if (snapshot === undefined) throw unavailable('No dataset is mounted at the moment.');
  return snapshot;
}

export const MCP_PATH = '/mcp';

export function tierOf({ url: { pathname }, req }: H3Event): Tier {
  return tierBy(pathname, () => req.headers.has('x-api-key'));
}

/** The tier by the path; `/mcp` is one path for both tiers, and there the header decides. */
export function tierBy(pathname: string, hasKey: () => boolean): Tier {
  if (pathname === MCP_PATH) return hasKey() ? 'key' : 'anonymous';
  return pathname === '/k/v1' || pathname.startsWith('/k/v1/') ? 'key' : 'anonymous';
}

/** The request's part of a log line. */
export function requestOf({ req, url, context }: H3Event): RequestStamp {
  return { method: req.method, path: loggable(url.pathname), client: context.exchange.client };
}

/** Logs for the operator what the client must not see. */
export function logError(error: unknown, event: H3Event, log: AppLog | undefined): void {
  const { method, path } = requestOf(event);
  log?.error(error, { method, path });
}

/** A key that a client put into the path must not end in a log. */
export function loggable(path: string): string {
  return path.includes('hck_') ? path.replaceAll(/hck_[\dA-Za-z]*/g, 'hck_…') : path;
}
