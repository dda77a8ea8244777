/** The worker with the bindings of a platform that has them, made up of texts: `KV_KEYS`, `KEY_FILE`, `LIMIT`. */
import worker, { type WorkerContext, type WorkerEnv } from '../../runtime/worker.ts';

interface TestEnv extends WorkerEnv {
  /** What a KV namespace holds as `keys.json`. */
  KV_KEYS?: string;
  /** A secret. */
  KEY_FILE?: string;
  /** Requests that each tier's binding lets pass for each client. */
  LIMIT?: string;
}

const counts = new Map<string, number>();

function limiter(tier: string, limit: number) {
  return {
    limit: async ({ key }: { key: string }) => {
      const count = (counts.get(`${tier} ${key}`) ?? 0) + 1;
      counts.set(`${tier} ${key}`, count);
      return { success: count <= limit };
    },
  };
}

export default {
  fetch(request: Request, { KV_KEYS, KEY_FILE, LIMIT, ...env }: TestEnv, context: WorkerContext) {
    const keys =
      KV_KEYS === undefined
        ? KEY_FILE
        : { get: async (name: string) => (name === 'keys.json' ? KV_KEYS : null) };
    const bound: WorkerEnv = {
      ...env,
      ...(keys !== undefined && { HIVECHECK_KEYS: keys }),
      ...(LIMIT !== undefined && {
        LIMITER_ANONYMOUS: limiter('anonymous', Number(LIMIT)),
        LIMITER_KEYED: limiter('key', Number(LIMIT)),
        RATE_LIMIT_ANONYMOUS: LIMIT,
        RATE_LIMIT_KEYED: LIMIT,
      }),
    };
    return worker.fetch(request, bound, context);
  },
};
