/** Options that a platform (Node, a worker, a test) passes to the application. Part of the package's public types. */

import type { Snapshot } from '../service.ts';
import type { Problem } from './problem.ts';

/** A request with what the platform knows of it. */
export interface PlatformRequest extends Request {
  /** Address of the connection's other end. */
  readonly ip?: string | undefined;
  /** On Node only: Node's own objects. */
  readonly runtime?:
    | { readonly node?: { readonly req: unknown; readonly res?: unknown } | undefined }
    | undefined;
}

/** An answer that is being sent. */
export interface Sending {
  readonly destroyed: boolean;
  /** Bytes that the system has not taken over yet. */
  waiting(): number;
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

/** Compresses one body; a platform that compresses by itself gives none. */
export type Gzip = (
  body: Uint8Array<ArrayBuffer>,
) => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;

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

/** Which request it was. Never holds a key or a query string. */
export interface RequestStamp {
  method: string;
  path: string;
  client: string;
}

/** One answered request. */
export interface RequestLine extends RequestStamp {
  /** The route that answered (`/v1/setting/:slug`); empty where the request reached none. */
  endpoint: string;
  status: number;
  tier: Tier;
  /** Milliseconds from the request's arrival at the application to the answer being ready. */
  ms: number;
  /** Id of the key, where a valid one was given. */
  keyId?: string;
  /** Name of the problem, where the answer is one. */
  problem?: string;
}

export interface AppLog {
  /** Absent: requests are not logged, and no line is built. */
  request?(line: RequestLine): void;
  /** Logs what the client must not see: the cause of a 500, or of a 503 that is not an overload. */
  error(error: unknown, where: { method: string; path: string }): void;
  /** An answer that was ended in the middle, after its request was logged: its client did not take it in time. */
  cut?(request: RequestStamp): void;
}

export interface MetricsText {
  contentType: string;
  text: string;
}

export interface AppOptions {
  /** A tier without a limiter is not limited, and its answers carry no `X-RateLimit-Limit`. */
  limiters?: Partial<Record<Tier, Limiter>>;
  /** Absent: no key is valid. */
  keys?: KeyStore;
  log?: AppLog;
  /** The client's address. Default: the one that the platform states. */
  client?: (request: PlatformRequest) => string;
  /** The fault of a request as a message of HTTP, for platforms that do not check that themselves. */
  refuse?: (request: PlatformRequest) => Problem | undefined;
  /** The answer to a request. Absent: the platform bounds by itself what waits for slow clients. */
  sending?: (request: PlatformRequest) => Sending | undefined;
  /** False while the server shuts down: `/readyz` answers 503. */
  ready?: () => boolean;
  /** Absent: there is no `/metrics`. */
  metrics?: () => Promise<MetricsText>;
  /** Bytes of the cache of answers to look-ups and of records. Default: none. */
  keptBytes?: number;
  /** False where the platform may end a request that waits, as workers do: its place stays taken then. Default: true. */
  queueVerify?: boolean;
  /** Compresses long answers; absent: the platform does, or nobody. */
  gzip?: Gzip;
  /** Where to ask for a key: an address or a URL, shown at `/about`. */
  contact?: string;
  /** The Model Context Protocol at `/mcp`; false: it is not served. Default of the package: served, for any `Host`. */
  mcp?: McpOptions | false;
}

export interface McpOptions {
  /** Called with the first request: what it loads is as large as all else. */
  load: () => Promise<McpEndpoint>;
  /** Names, without a port, that the header `Host` may have. Absent: any. */
  hosts?: readonly string[];
  /** Values, besides those of this machine, that the header `Origin` may have; `*` means any. */
  origins?: readonly string[];
}

/** One message, or several, of the Model Context Protocol. */
export interface McpExchange {
  request: Request;
  /** The JSON of its body. */
  body: unknown;
  snapshot: Snapshot;
  /** Runs the work of a verify when it is its turn. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** For the operator: the cause of an error, which no client sees. */
  report(error: unknown): void;
}

export type McpEndpoint = (exchange: McpExchange) => Promise<Response>;
