/**
 * The service in a worker: no disk, no timers between requests, and nothing that one request waits for may belong
 * to another. What requests share is parsed data alone.
 *
 * No limiter and no keys here: a worker has no memory that all its instances share, so both are the host's to
 * enforce, and `/k/v1/` answers 401.
 */
import type { H3 } from 'h3';
import type { DatasetStore } from '../dataset/dataset.ts';
import { fetchStore } from '../dataset/fetch-store.ts';
import { DatasetSource, type SourceOptions } from '../dataset/source.ts';
import { createApp } from './app.ts';
import type { Service } from './service.ts';

export interface WorkerEnv {
  /** http(s) base URL of a mounted `dist`. */
  HIVECHECK_DATASET?: string;
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

interface Instance {
  location: string;
  /** Absent where the location cannot be one: then every question is answered with a 503. */
  source?: DatasetSource;
  app: H3;
}

/** `serviceOf` binds the answers to the dataset in service. */
export function workerHandler(
  serviceOf: (source: DatasetSource) => Service,
  options: SourceOptions = {},
): WorkerHandler {
  let instance: Instance | undefined;
  return {
    async fetch(request, env, context) {
      const location = env.HIVECHECK_DATASET ?? '';
      // Only a request brings the configuration with it.
      if (instance?.location !== location) instance = create(location, serviceOf, options);
      const { app, source } = instance;
      const look = source?.checkIfDue();
      if (look !== undefined && source?.snapshot() === undefined) await look;
      else if (look !== undefined) context.waitUntil(look);
      return app.fetch(request);
    },
  };
}

function create(
  location: string,
  serviceOf: (source: DatasetSource) => Service,
  options: SourceOptions,
): Instance {
  const logger = {
    info: (message: string, fields: object) => console.log(JSON.stringify({ message, ...fields })),
    error: (message: string, fields: object) => console.error(JSON.stringify({ message, ...fields })),
  };
  const store = storeOf(location, logger.error);
  if (store === undefined) return { location, app: createApp({ snapshot: () => undefined }) };
  const source = new DatasetSource(store, {
    intervalMs: INTERVAL_MS,
    verify: 'core',
    maxBytes: CACHE_BYTES,
    logger,
    ...options,
    shareLoads: false,
  });
  const app = createApp(serviceOf(source), {
    client: (request) => request.headers.get('cf-connecting-ip') ?? '',
    log: { error: (error, where) => logger.error(String(error), where) },
  });
  return { location, source, app };
}

/** A mistake in the configuration is the operator's to read, and no exception for clients. */
function storeOf(
  location: string,
  report: (message: string, fields: object) => void,
): DatasetStore | undefined {
  if (location === '') {
    report('HIVECHECK_DATASET is not set: give the worker the URL of a dist.', {});
    return undefined;
  }
  try {
    return fetchStore(location);
  } catch (error) {
    report('HIVECHECK_DATASET cannot be used.', { cause: String(error) });
    return undefined;
  }
}
