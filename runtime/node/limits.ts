/**
 * The rate limit of one process: a fixed window of one minute per client, opened by its first request.
 *
 * lru-cache and not a rate-limiting library, because memory must stay bounded when addresses are made up by the
 * million: the usual in-memory limiters keep every address, and a timer for each, until its window ends. Here the
 * addresses that were quiet the longest are forgotten first, so a flood of them does not free a client who keeps
 * asking.
 */
import { LRUCache } from 'lru-cache';
import type { Limiter, Tier } from '../http/options.ts';

const WINDOW_MS = 60_000;
/** Roughly 20 MB at the worst. */
const MAX_CLIENTS = 100_000;

interface Window {
  count: number;
  endsAt: number;
}

/** `limit` requests a minute. */
export function memoryLimiter(limit: number): Limiter {
  // Not `max`, for which 2 MB are laid out and filled at once, whether clients come or not.
  const windows = new LRUCache<string, Window>({ maxSize: MAX_CLIENTS, sizeCalculation: () => 1 });
  return {
    limit,
    hit(client) {
      const time = performance.now();
      const window = windows.get(client);
      if (window === undefined || window.endsAt <= time) {
        windows.set(client, { count: 1, endsAt: time + WINDOW_MS });
        return 0;
      }
      window.count += 1;
      return window.count <= limit ? 0 : (window.endsAt - time) / 1000;
    },
  };
}

/** A limit of 0 turns a tier's limiter off. */
export function memoryLimiters(limits: Record<Tier, number>): Partial<Record<Tier, Limiter>> {
  const limiters: Partial<Record<Tier, Limiter>> = {};
  for (const tier of ['anonymous', 'key'] as const) {
    if (limits[tier] > 0) limiters[tier] = memoryLimiter(limits[tier]);
  }
  return limiters;
}
