/** A loopback server that plays the vendors: each host is a folder of one server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeEach } from 'vitest';
import { served } from '../server.ts';

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Sends only so many bytes of the body and cuts the connection once `cut` is settled. */
  cutAfter?: number;
  cut?: Promise<unknown>;
  /** Does not announce the length. */
  chunked?: true;
}

export interface Asked {
  /** `https://host/path?query`, as the client meant it. */
  url: string;
  headers: IncomingMessage['headers'];
  /** Tells the client's connections apart. */
  connection: number | undefined;
}

type Handler = (asked: Asked, count: number) => Reply;

/** One for the tests of a file, each of which begins with none of its answers. */
export async function startVendors(): Promise<Vendors> {
  const server = await served((request, response) => vendors.answer(request, response));
  const vendors = new Vendors(server.url);
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(() => vendors.reset());
  return vendors;
}

export class Vendors {
  readonly asked: Asked[] = [];
  readonly #handlers = new Map<string, Handler>();
  readonly #counts = new Map<string, number>();
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  reset(): void {
    this.asked.length = 0;
    this.#handlers.clear();
    this.#counts.clear();
  }

  /** @param url what a client of the real vendor would ask. */
  on(url: string, reply: Reply | Handler): void {
    this.#handlers.set(url, typeof reply === 'function' ? reply : () => reply);
  }

  /** A file with validators, ranges and conditions as a plain web server has them. */
  file(url: string, body: Uint8Array, etag: string, modified = 'Mon, 02 Nov 2026 10:00:00 GMT'): void {
    this.on(url, ({ headers }) => serveFile(headers, body, etag, modified));
  }

  /** For the client: where each host really is. */
  origins(): Record<string, string> {
    const hosts = [...this.#handlers.keys()].map((url) => new URL(url).host);
    return Object.fromEntries(hosts.map((host) => [host, `${this.#base}/${host}`]));
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const url = `https:/${request.url}`;
    const asked = { url, headers: request.headers, connection: request.socket.remotePort };
    this.asked.push(asked);
    const count = (this.#counts.get(url) ?? 0) + 1;
    this.#counts.set(url, count);
    const reply = this.#handlers.get(url)?.(asked, count) ?? { status: 404 };
    const body = Buffer.from(reply.body ?? '');
    const length = reply.chunked ? {} : { 'content-length': body.length };
    response.writeHead(reply.status ?? 200, { ...length, ...reply.headers });
    if (reply.cutAfter === undefined) response.end(body);
    else {
      response.write(body.subarray(0, reply.cutAfter));
      (reply.cut ?? Promise.resolve()).then(() => response.destroy());
    }
  }
}

export function serveFile(
  headers: IncomingMessage['headers'],
  body: Uint8Array,
  etag: string,
  modified: string,
): Reply {
  const validators = { etag, 'last-modified': modified };
  if (headers['if-none-match'] === etag) return { status: 304, headers: validators };
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(from) || headers['if-range'] !== etag) return { body, headers: validators };
  if (from >= body.length) return { status: 416, headers: { 'content-range': `bytes */${body.length}` } };
  const range = `bytes ${from}-${body.length - 1}/${body.length}`;
  return { status: 206, body: body.subarray(from), headers: { ...validators, 'content-range': range } };
}
