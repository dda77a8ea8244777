/**
 * The service as a worker: bundle this file for its host (`export default { fetch }`, no `node:` import) and bind
 * `HIVECHECK_DATASET` to the URL of a mounted `dist`.
 *
 * No disk, no timers between requests, and no request waits for what another one does. Requests share data only.
 */
import type { DatasetStore } from './dataset/dataset.ts';
import { fetchStore } from './dataset/fetch-store.ts';
import { DatasetSource, type SourceOptions } from './dataset/source.ts';
import { hex, sha256 } from './format/keys.ts';
import { createHttpApp } from './http/app.ts';
import { type KeysByHash, keysByHash, parseKeyFile, validKeyId } from './http/key-file.ts';
import type { AppOptions, KeyStore, Limiter, Tier } from './http/options.ts';
import { loadMcp } from './mcp/load.ts';
import { createService } from './service.ts';

export interface WorkerEnv {
  /** http(s) base URL of a mounted `dist`. */
  HIVECHECK_DATASET?: string;
  /** The text of a key file, or a KV namespace that holds it as `keys.json`. Absent: no key is valid. */
  HIVECHECK_KEYS?: string | KeyNamespace;
  /** Rate limits of the platform, one a tier. Absent: the host must limit, or nothing does. */
  LIMITER_ANONYMOUS?: RateLimitBinding;
  LIMITER_KEYED?: RateLimitBinding;
  /** Limits that the bindings are configured with, for `X-RateLimit-Limit`; default 10 and 60. */
  RATE_LIMIT_ANONYMOUS?: string;
  RATE_LIMIT_KEYED?: string;
  HIVECHECK_CONTACT?: string;
  /** Origins of web pages that may call `/mcp`, besides those of the reader’s own machine; `*`: any. */
  HIVECHECK_MCP_ORIGINS?: string;
}

export interface WorkerContext {
  waitUntil(promise: Promise<unknown>): void;
}

export interface WorkerHandler {
  fetch(request: Request, env: WorkerEnv, context: WorkerContext): Promise<Response>;
}

/** A worker has 128 MB in all. */
const CACHE_BYTES = 16 << 20;
const INTERVAL_MS = 60_000;

const logger = {
  info: (message: string, fields: object) => console.log(JSON.stringify({ message, ...fields })),
  error: (message: string, fields: object) => console.error(JSON.stringify({ message, ...fields })),
};

export function workerHandler(options: SourceOptions = {}): WorkerHandler {
  let instance: ReturnType<typeof create> | undefined;
  return {
    async fetch(request, env, context) {
      // The configuration comes with a request only.
      if (instance?.location !== (env.HIVECHECK_DATASET ?? '')) instance = create(env, options);
      const { app, source } = instance;
      const look = source?.checkIfDue();
      if (look !== undefined && source?.snapshot() === undefined) await look;
      else if (look !== undefined) context.waitUntil(look);
      return app.fetch(request);
    },
  };
}

function create(env: WorkerEnv, options: SourceOptions) {
  const location = env.HIVECHECK_DATASET ?? '';
  const store = storeOf(location);
  // Without a valid location every request is answered with 503.
  if (store === undefined)
    return { location, app: createHttpApp({ snapshot: () => undefined }, appOptions(env)) };
  const source = new DatasetSource(store, {
    intervalMs: INTERVAL_MS,
    verify: 'core',
    maxBytes: CACHE_BYTES,
    logger,
    ...options,
    shareLoads: false,
  });
  return { location, source, app: createHttpApp(createService(source), appOptions(env)) };
}

function appOptions(env: WorkerEnv): AppOptions {
  const { HIVECHECK_KEYS: keys, HIVECHECK_CONTACT: contact } = env;
  const limiters: Partial<Record<Tier, Limiter>> = {};
  const { LIMITER_ANONYMOUS: anonymous, LIMITER_KEYED: keyed } = env;
  if (anonymous) limiters.anonymous = boundLimiter(anonymous, limitOf(env, 'RATE_LIMIT_ANONYMOUS', 10));
  if (keyed) limiters.key = boundLimiter(keyed, limitOf(env, 'RATE_LIMIT_KEYED', 60));
  return {
    client: (request) => request.headers.get('cf-connecting-ip') ?? '',
    log: { error: (error, where) => logger.error(String(error), where) },
    limiters,
    queueVerify: false,
    ...(keys && { keys: workerKeys(keys, (error) => logger.error(String(error), {})) }),
    ...(contact && { contact }),
    // The platform hands a request to this worker by its Host: only origins are left to be checked.
    mcp: { load: loadMcp, origins: (env.HIVECHECK_MCP_ORIGINS ?? '').toLowerCase().split(/[\s,]+/) },
  };
}

function limitOf(env: WorkerEnv, name: 'RATE_LIMIT_ANONYMOUS' | 'RATE_LIMIT_KEYED', usual: number): number {
  const text = env[name] || `${usual}`;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  logger.error(`${name} is “${text}”; it must be a whole number. X-RateLimit-Limit says ${usual}.`, {});
  return usual;
}

/** An error in the configuration is logged for the operator; no client gets an exception. */
function storeOf(location: string): DatasetStore | undefined {
  if (location === '') {
    logger.error('HIVECHECK_DATASET is not set: give the worker the URL of a dist.', {});
    return undefined;
  }
  try {
    return fetchStore(location);
  } catch (error) {
    logger.error('HIVECHECK_DATASET cannot be used.', { cause: String(error) });
    return undefined;
  }
}

/** The part of a KV namespace that is used. */
export interface KeyNamespace {
  get(name: string): Promise<string | null>;
}

/** A rate-limit binding. */
export interface RateLimitBinding {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** The name of the key file's text in a KV namespace. */
const KV_NAME = 'keys.json';
const RELOAD_MS = 60_000;
/** The binding does not say how long to wait; its period is one minute at most. */
const WAIT_SECONDS = 60;

/**
 * The keys of a binding: the text of a key file, or a KV namespace that holds it as `keys.json`, which is read again
 * after a minute. `report` is called for a text that cannot be used; then the former keys stay valid.
 */
export function workerKeys(binding: string | KeyNamespace, report: (error: unknown) => void): KeyStore {
  let known: { keys: KeysByHash; until: number } | undefined;
  // Not shared: a request must not wait for what another one reads.
  const keys = async (): Promise<KeysByHash> => {
    if (known !== undefined && Date.now() < known.until) return known.keys;
    const until = typeof binding === 'string' ? Number.POSITIVE_INFINITY : Date.now() + RELOAD_MS;
    try {
      const text = typeof binding === 'string' ? binding : await binding.get(KV_NAME);
      const entries = text === null ? [] : parseKeyFile(text, 'HIVECHECK_KEYS');
      known = { keys: keysByHash(entries), until };
    } catch (error) {
      report(error);
      known = { keys: known?.keys ?? new Map(), until };
    }
    return known.keys;
  };
  return {
    check: async (key) => {
      const digest = hex(await sha256(new TextEncoder().encode(key ?? '')));
      return validKeyId(await keys(), digest);
    },
  };
}

/** `limit`: the configured limit; the binding has no member for it. */
export function boundLimiter(binding: RateLimitBinding, limit: number): Limiter {
  return {
    limit,
    hit: async (client) => ((await binding.limit({ key: client })).success ? 0 : WAIT_SECONDS),
  };
}

export default workerHandler();
