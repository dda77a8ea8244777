/** What an entry (Node, a worker, a test) hands to the edge. */
import type { ServerRequest } from 'srvx';

export type Tier = 'anonymous' | 'key';

/** Counts the requests of one tier per client over one-minute windows. */
export interface Limiter {
  /** Requests per window, as `X-RateLimit-Limit` announces it. */
  readonly limit: number;
  /** Counts one request of `client` (see `clientKey`); seconds to wait where it is one too many, else 0. */
  hit(client: string): number | Promise<number>;
}

export interface KeyStore {
  /** The id of a valid key; undefined for a missing, unknown or revoked one, in the same time for all three. */
  check(key: string | null): string | undefined | Promise<string | undefined>;
}

/** One answered request. Never holds a key, a body or a query string. */
export interface RequestLine {
  method: string;
  path: string;
  status: number;
  tier: Tier;
  /** Milliseconds from the request's arrival at the edge to the answer being ready, others of its turn between included. */
  ms: number;
  client: string;
  /** Id of the key, where a valid one was given. */
  keyId?: string;
  /** Name of the problem, where the answer is one. */
  problem?: string;
}

export interface EdgeLog {
  /** Absent: requests are not logged, and no line is built. */
  request?(line: RequestLine): void;
  /** What the client must not see: the cause of a 500 or 503. */
  error(error: unknown, where: { method: string; path: string }): void;
}

export interface EdgeOptions {
  /** A tier without a limiter is not limited, and its answers carry no `X-RateLimit-Limit`. */
  limiters?: Partial<Record<Tier, Limiter>>;
  /** Absent: no key is valid. */
  keys?: KeyStore;
  log?: EdgeLog;
}

/** The client's address, where requests come as web requests. */
export type WebClient = (request: ServerRequest) => string;

export interface AppOptions extends EdgeOptions {
  client?: WebClient;
}
