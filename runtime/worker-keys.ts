/** Keys and limits of a worker, from what its host binds. */

import { hex, sha256 } from './format/keys.ts';
import { type KeysByHash, keysByHash, parseKeyFile, validKeyId } from './http/key-file.ts';
import type { KeyStore, Limiter } from './http/options.ts';

/** A KV namespace, as far as it is used. */
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
 * after a minute. `report` is told of a text that cannot be used; the keys of before stay then.
 */
export function workerKeys(binding: string | KeyNamespace, report: (error: unknown) => void): KeyStore {
  let known: { keys: KeysByHash; until: number } | undefined;
  // Not shared between requests: one must not wait for what another reads.
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

/** `limit`: what the binding is configured with, which it does not tell. */
export function boundLimiter(binding: RateLimitBinding, limit: number): Limiter {
  return {
    limit,
    hit: async (client) => ((await binding.limit({ key: client })).success ? 0 : WAIT_SECONDS),
  };
}
