/** Requests to vendors: undici with its retries, and checked redirects. Stores no files. */
import { type Dispatcher, interceptors, request } from 'undici';
import { outgoing } from '../../../runtime/node/outgoing.ts';
import { reasonOf } from '../../errors.ts';
import { bodyOf, header, RETRIED } from '../requests.ts';
import { FetchError } from './errors.ts';
import { assertPublicUrl, isAllowedHost, isLoopback, publicLookup } from './hosts.ts';

export interface HttpOptions {
  userAgent: string;
  /** Host → origin (and path prefix) that replaces it, e.g. `www.example.com` → `http://127.0.0.1:8080/www`. */
  origins?: Record<string, string>;
  attempts?: number;
  /** Milliseconds before the second attempt; doubles with each further one. */
  pause?: number;
  /** Milliseconds without a byte, and for a connection. */
  timeout?: number;
  /** Bearer tokens by host, e.g. for the API of a forge that allows few anonymous requests. */
  tokens?: Record<string, string>;
  /** Host names of this machine that a declaration names. */
  loopback?: readonly string[];
  signal?: AbortSignal;
}

export type HttpResponse = Dispatcher.ResponseData & {
  /** After redirects, with the vendor's host. */
  url: string;
};

/** Without a strong ETag a retry would ask for the rest also of a file that changed meanwhile: it is read anew. */
const conditional: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const { range, ...others } = { ...options.headers } as Record<string, string>;
  if (range === undefined || 'if-match' in others || 'if-range' in others) return dispatch(options, handler);
  throw new Error('broke off, and no validator shows that the rest is of the same file');
};

const REDIRECTS = 8;
const LONGEST_PAUSE = 120_000;
/** Limit of pages and API answers, in bytes. The largest is the list of files of a repository. */
const MAX_TEXT = 16 * 2 ** 20;

export class Http {
  readonly #options: HttpOptions;
  readonly #attempts: number;
  /** Host names that are allowed although their addresses are not public. */
  readonly #exempt: ReadonlySet<string>;
  readonly #dispatcher: Dispatcher;
  readonly #hosts: readonly string[];

  /**
   * @param hosts Hosts to which redirects may lead, besides the requested one; see `isAllowedHost`.
   * @param shared Its connections are used.
   */
  constructor(options: HttpOptions, hosts: readonly string[] = [], shared?: Http) {
    this.#options = options;
    this.#attempts = options.attempts ?? 4;
    this.#hosts = hosts;
    const replaced = Object.values(options.origins ?? {}).map((origin) => new URL(origin).hostname);
    this.#exempt = new Set([...replaced, ...(options.loopback ?? []).filter(isLoopback)]);
    this.#dispatcher = shared ? shared.#dispatcher : this.#connect();
  }

  #connect(): Dispatcher {
    const { timeout = 30_000, pause = 1000 } = this.#options;
    // Two connections per host, one request on each at a time: as a browser of one person would.
    const agent = outgoing({
      connections: 2,
      pipelining: 1,
      connect: { timeout, lookup: publicLookup(this.#exempt) },
      headersTimeout: timeout,
      bodyTimeout: timeout,
    });
    return agent.compose(
      conditional,
      interceptors.retry({
        maxRetries: this.#attempts - 1,
        minTimeout: pause,
        maxTimeout: LONGEST_PAUSE,
        methods: ['GET'],
        ...RETRIED,
      }),
    );
  }

  async close(): Promise<void> {
    await this.#dispatcher.close();
  }

  /** Uses the same connections for a source whose redirects may lead to these hosts. */
  allowing(hosts: readonly string[]): Http {
    return new Http(this.#options, hosts, this);
  }

  /**
   * Runs `read`, which sends a request and reads the body to its end. The retries resume an interrupted body; if the
   * server sends no ranges, or the file has changed meanwhile, it is read once more from the start.
   */
  async reading<T>(url: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read().catch((error: unknown) => {
        const final = error instanceof FetchError || this.#options.signal?.aborted || this.#attempts < 2;
        if (final) throw error;
        return read();
      });
    } catch (error) {
      throw this.#failure(url, error);
    }
  }

  #failure(url: string, error: unknown): unknown {
    if (error instanceof FetchError) return error;
    if (this.#options.signal?.aborted) return new FetchError(`${url}: interrupted`);
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    // A full disk is not the vendor's fault.
    if (code !== undefined && !code.startsWith('UND_') && !RETRIED.errorCodes.includes(code)) return error;
    return new FetchError(`${url}: ${reasonOf(error)} (given up after ${this.#attempts} attempts)`);
  }

  /** One GET with its redirects. @throws FetchError for an answer or a redirect that cannot be used. */
  async get(url: string, headers: Record<string, string> = {}): Promise<HttpResponse> {
    let current = assertHttps(url, url);
    const allowed = [...this.#hosts, current.host];
    for (let hops = 0; hops <= REDIRECTS; hops++) {
      const response = await this.#once(current, headers);
      const location = redirectOf(response);
      if (location === undefined) return this.#settled(current.href, response);
      await response.body.dump();
      const next = assertHttps(location, url, current.href);
      if (!isAllowedHost(next.host, allowed)) {
        throw new FetchError(
          `${url}: leads to ${next.host}, which its declaration does not allow; if that is the vendor's host, ` +
            'add it to "redirects"',
        );
      }
      current = next;
    }
    throw new FetchError(`${url}: more than ${REDIRECTS} redirects`);
  }

  /** A text answer of limited size. */
  async text(url: string, headers: Record<string, string> = {}, limit = MAX_TEXT): Promise<string> {
    return this.reading(url, async () => {
      const response = await this.get(url, headers);
      const tooLarge = () => new FetchError(`${url}: an answer of more than ${limit} bytes`);
      return new TextDecoder().decode(await bodyOf(response, limit, tooLarge));
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
    const target = new URL(
      origin === undefined ? url.href : origin.replace(/\/$/, '') + url.pathname + url.search,
    );
    assertPublicUrl(target, this.#exempt);
    const token = tokens[url.host];
    return request(target, {
      dispatcher: this.#dispatcher,
      method: 'GET',
      headers: {
        'user-agent': userAgent,
        // Ranges count the bytes as sent: a compressed transfer could not be resumed.
        'accept-encoding': 'identity',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(signal ? { signal } : {}),
    }).catch((error: unknown) => {
      const status =
        error instanceof Error && 'statusCode' in error ? ` (last answer ${error.statusCode})` : '';
      const failure = this.#failure(url.href, error);
      throw failure instanceof FetchError ? new FetchError(`${failure.message}${status}`) : failure;
    });
  }

  async #settled(url: string, response: Dispatcher.ResponseData): Promise<HttpResponse> {
    const { statusCode: status } = response;
    const encoding = header(response, 'content-encoding') ?? '';
    if (status < 300 && /\b(?:gzip|deflate|br|zstd|compress)\b/i.test(encoding)) {
      discard(response);
      throw new FetchError(`${url} sends ${encoding} although identity was asked for; declare another URL`);
    }
    if (status < 300 || status === 304 || status === 416) return Object.assign(response, { url });
    await response.body.dump();
    throw new FetchError(`${url} answers ${status}; check its declaration in the list of downloads`);
  }
}

function redirectOf(response: Dispatcher.ResponseData): string | undefined {
  const { statusCode: status } = response;
  return status >= 300 && status < 400 && status !== 304 ? header(response, 'location') : undefined;
}

/** Discards the rest of a body; undici reports that as an error of the stream, which is expected here. */
export function discard(response: Dispatcher.ResponseData): void {
  response.body.on('error', () => {}).destroy();
}

function assertHttps(url: string, asked: string, base?: string): URL {
  const parsed = URL.canParse(url, base) ? new URL(url, base) : undefined;
  if (parsed?.protocol === 'https:') return parsed;
  const shown = parsed ? `${parsed.protocol}//${parsed.host}` : `${JSON.stringify(url)}, which is no URL`;
  throw new FetchError(`${asked}: leads to ${shown}, and only https is followed`);
}
