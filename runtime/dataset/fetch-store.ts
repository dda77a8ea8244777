/** A `dist/` mounted on any static host, read by `fetch`: a worker's own, or one with a pool (node/http-store.ts). */
import { base64 } from '../format/text.ts';
import { type DatasetStore, DatasetUnavailable } from './dataset.ts';

/** What is used of `fetch`: two type declarations of it differ (the platform's, undici's). */
export type Fetch = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal; redirect: 'manual' },
) => Promise<FetchResponse>;

interface FetchResponse {
  status: number;
  body: { getReader(): BodyReader } | null;
}

interface BodyReader {
  read(): Promise<{ done: boolean; value?: Uint8Array<ArrayBuffer> | undefined }>;
  cancel(): Promise<void>;
}

export interface FetchStoreOptions {
  fetch?: Fetch;
  headers?: Record<string, string>;
  /** For one attempt, to the last byte; milliseconds, default 5000. */
  timeoutMs?: number;
}

/** Retried: the cause may be temporary. */
class Transient extends Error {}

/** Throws a TypeError where `base` is not an http(s) URL of a folder. */
export function fetchStore(base: string, options: FetchStoreOptions = {}): DatasetStore {
  if (!/^https?:/i.test(base) || !URL.canParse(base))
    throw new TypeError('The URL of a dataset begins with http:// or https:// and a host.');
  const root = new URL(base);
  // A path that is appended to them would not be a path.
  if (/[?#]/.test(root.href)) throw new TypeError('The URL of a dataset has no query and no fragment.');
  if (!root.pathname.endsWith('/')) root.pathname += '/';
  const headers = { ...options.headers, ...authorization(root) };
  root.username = '';
  root.password = '';
  const attempt = async (path: string, maxBytes: number, signal: AbortSignal) => {
    const get: Fetch = options.fetch ?? fetch;
    const response = await get(urlBelow(root, path), { headers, signal, redirect: 'manual' }).catch(
      transient,
    );
    const { status } = response;
    if (status === 200) return readResponse(response, maxBytes);
    // Read or cancelled, or the connection cannot be used again.
    await response.body?.getReader().cancel().catch(ignored);
    if (status === 404 || status === 410) return undefined;
    if (status !== 304 && (status === 0 || Math.floor(status / 100) === 3)) throw redirected(path);
    const message = `the host answered ${status}`;
    throw status >= 500 || status === 408 || status === 429 ? new Transient(message) : new Error(message);
  };
  return {
    location: root.href,
    read: (path, { maxBytes = Number.POSITIVE_INFINITY } = {}) =>
      retried(options.timeoutMs ?? 5000, (signal) => attempt(path, maxBytes, signal)),
  };
}

/** fetch refuses a URL with a password in it, and logs must not show one. */
function authorization(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {};
  const [user, password] = [url.username, url.password].map((text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      throw new TypeError('The user or password in the URL of a dataset is not valid: write %25 for a %.');
    }
  });
  const pair = new TextEncoder().encode(`${user}:${password}`);
  return { authorization: `Basic ${base64(pair)}` };
}

function urlBelow(root: URL, path: string): string {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw new RangeError(`"${path}" lies outside the dataset.`);
  }
  return root.href + parts.map(encodeURIComponent).join('/');
}

/** A redirect may lead to any host and port; connections go to the dataset only. In a browser its status is 0. */
function redirected(path: string): DatasetUnavailable {
  const remedy = 'redirects are not followed. Give the URL where the dataset itself lies.';
  return new DatasetUnavailable(path, `${path} is redirected by its host, and ${remedy}`);
}

/** Counts what is decoded, so that a small answer cannot unpack to a large one either. */
async function readResponse(response: FetchResponse, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch(transient);
    if (value !== undefined) {
      chunks.push(value);
      length += value.length;
    }
    if (length > maxBytes) {
      await reader.cancel().catch(ignored);
      throw new Error(`it has more than the ${maxBytes} bytes expected`);
    }
    if (done) break;
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Connection refused, cut off, timed out: all that fetch itself rejects with. */
function transient(cause: unknown): never {
  throw new Transient('the connection failed', { cause });
}

/** A failure in the rest of a body that is not needed does not matter. */
function ignored(): void {}

/** For all attempts and their pauses: well below the time that a client waits. */
const TOTAL_MS = 8000;
/** Bound of the first pause, which doubles from one retry to the next. */
const PAUSE_MS = 100;
const RETRIES = 2;

async function retried<T>(timeoutMs: number, once: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const end = Date.now() + TOTAL_MS;
  for (let failures = 0; ; failures++) {
    try {
      return await once(AbortSignal.timeout(Math.max(1, Math.min(timeoutMs, end - Date.now()))));
    } catch (error) {
      if (!(error instanceof Transient) || failures >= RETRIES) throw error;
      // Full jitter: clients that failed at the same time must not retry at the same time.
      const pause = Math.random() * PAUSE_MS * 2 ** failures;
      if (Date.now() + pause >= end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
