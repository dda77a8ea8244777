/** The one way out: undici with the manners of a guest. Decides about redirects, retries and pauses; keeps no files. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { FetchError, messageOf } from './errors.ts';

export interface HttpOptions {
  userAgent: string;
  /** Host → origin (and path prefix) asked in its place, e.g. `www.example.com` → `http://127.0.0.1:8080/www`. */
  origins?: Record<string, string>;
  /** Attempts in all. */
  attempts?: number;
  /** Milliseconds; the n-th pause is a random part of 2ⁿ times this. */
  pause?: number;
  /** Milliseconds without a byte, and for a connection. */
  timeout?: number;
  /** Bearer tokens by host, e.g. for the API of a forge that allows few anonymous requests. */
  tokens?: Record<string, string>;
  signal?: AbortSignal;
}

export type HttpResponse = Dispatcher.ResponseData & {
  /** After redirects, in the vendor's own terms. */
  url: string;
};

const REDIRECTS = 8;
const LONGEST_PAUSE = 120_000;
const RETRIED = new Set([408, 425, 429, 500, 502, 503, 504]);

export class Http {
  readonly attempts: number;
  readonly #options: HttpOptions;
  readonly #agent: Agent;

  constructor(options: HttpOptions) {
    this.#options = options;
    this.attempts = options.attempts ?? 4;
    const timeout = options.timeout ?? 30_000;
    // Two connections a host, one request on each at a time: what a browser of one person would use.
    this.#agent = new Agent({
      connections: 2,
      pipelining: 1,
      connect: { timeout },
      headersTimeout: timeout,
      bodyTimeout: timeout,
    });
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  /** Runs `attempt` until it ends, throws something final, or the attempts are used up. */
  async retrying<T>(what: string, attempt: (count: number) => Promise<T>): Promise<T> {
    for (let count = 1; ; count++) {
      try {
        return await attempt(count);
      } catch (error) {
        if (error instanceof FetchError && !(error instanceof Transient)) throw error;
        if (this.#options.signal?.aborted) throw new FetchError(`${what}: interrupted`);
        if (count >= this.attempts) {
          throw new FetchError(`${what}: ${messageOf(error)} (given up after ${count} attempts)`);
        }
        await this.#rest(count, error instanceof Transient ? error.retryAfter : undefined);
      }
    }
  }

  async #rest(count: number, retryAfter: number | undefined): Promise<void> {
    const backoff = (this.#options.pause ?? 1000) * 2 ** count * (0.5 + Math.random() / 2);
    const signal = this.#options.signal;
    await sleep(Math.min(retryAfter ?? backoff, LONGEST_PAUSE), undefined, signal ? { signal } : {});
  }

  /** One GET with its redirects. @throws Transient for what another try may mend, FetchError for the rest. */
  async get(url: string, headers: Record<string, string> = {}): Promise<HttpResponse> {
    let current = assertHttps(url, url);
    for (let hops = 0; hops <= REDIRECTS; hops++) {
      const response = await this.#once(current, headers);
      const location = header(response, 'location');
      if (
        response.statusCode < 300 ||
        response.statusCode === 304 ||
        response.statusCode >= 400 ||
        !location
      ) {
        return this.#settled(current.href, response);
      }
      await response.body.dump();
      current = assertHttps(new URL(location, current).href, url);
    }
    throw new FetchError(`${url}: more than ${REDIRECTS} redirects`);
  }

  /** A text answer of bounded size, tried again as `retrying` says. */
  async text(url: string, headers: Record<string, string> = {}, limit = 32 * 2 ** 20): Promise<string> {
    return this.retrying(url, async () => {
      const response = await this.get(url, headers);
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of response.body) {
        size += chunk.length;
        if (size > limit) throw new FetchError(`${url}: an answer of more than ${limit} bytes`);
        chunks.push(chunk);
      }
      return new TextDecoder().decode(Buffer.concat(chunks));
    });
  }

  async json(url: string, headers: Record<string, string> = {}): Promise<unknown> {
    const text = await this.text(url, { accept: 'application/json', ...headers });
    try {
      return JSON.parse(text);
    } catch {
      throw new FetchError(`${url}: the answer is not JSON`);
    }
  }

  async #once(url: URL, headers: Record<string, string>): Promise<Dispatcher.ResponseData> {
    const { origins = {}, tokens = {}, userAgent, signal } = this.#options;
    const origin = origins[url.host];
    const target = origin === undefined ? url.href : origin.replace(/\/$/, '') + url.pathname + url.search;
    const token = tokens[url.host];
    return request(target, {
      dispatcher: this.#agent,
      method: 'GET',
      headers: {
        'user-agent': userAgent,
        // Ranges count the bytes as sent: a compressed transfer could not be resumed.
        'accept-encoding': 'identity',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(signal ? { signal } : {}),
    });
  }

  async #settled(url: string, response: Dispatcher.ResponseData): Promise<HttpResponse> {
    const { statusCode: status } = response;
    if (status < 300 || status === 304 || status === 416) return Object.assign(response, { url });
    await response.body.dump();
    const message = `${url} answers ${status}`;
    if (RETRIED.has(status)) throw new Transient(message, retryAfter(header(response, 'retry-after')));
    throw new FetchError(`${message}; check its declaration in the list of downloads`);
  }
}

/** Another try may mend it. */
export class Transient extends FetchError {
  override readonly name = 'Transient';
  /** Milliseconds, as the server asks. */
  readonly retryAfter: number | undefined;
  constructor(message: string, retryAfter?: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

export function header(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Gives up the rest of a body; undici reports that as an error of the stream, which is no news here. */
export function discard(response: Dispatcher.ResponseData): void {
  response.body.on('error', () => {}).destroy();
}

/** Seconds or a date → milliseconds from now. */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function assertHttps(url: string, asked: string): URL {
  const parsed = new URL(url);
  if (parsed.protocol === 'https:') return parsed;
  throw new FetchError(`${asked}: leads to ${parsed.protocol}//${parsed.host}, and only https is followed`);
}
