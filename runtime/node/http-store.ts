/** A `dist/` on a static host, read through undici's pool: its connections stay open and its waits are bounded. */
import { fetch } from 'undici';
import { type FetchStoreOptions, fetchStore } from '../dataset/fetch-store.ts';
import { outgoing } from './outgoing.ts';

export type HttpStore = ReturnType<typeof httpStore>;

export function httpStore(base: string, options: Omit<FetchStoreOptions, 'fetch'> = {}) {
  const { timeoutMs = 5000 } = options;
  const dispatcher = outgoing({
    connections: 16,
    keepAliveTimeout: 30_000,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const store = fetchStore(base, {
    ...options,
    // Over plain HTTP fetch would not ask for Brotli.
    headers: { 'accept-encoding': 'br, gzip', 'user-agent': 'hivecheck', ...options.headers },
    fetch: (url, init) => fetch(url, { ...init, dispatcher }),
  });
  /** Ends the open connections, after what is under way. */
  return { ...store, close: () => dispatcher.close() };
}
