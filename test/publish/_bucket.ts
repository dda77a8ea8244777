/** A real S3 server behind a proxy that can misbehave. */
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import { request } from 'undici';
import { type Served, served } from '../server.ts';
import { folder } from './_dist.ts';

export interface Seen {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingMessage['headers'];
}

/** What the proxy does in place of handing a request on as it is. */
export interface Fault {
  /** Answers so, and hands nothing on. */
  status?: number;
  /** Stores so many bytes only, and says that all is well. */
  short?: number;
  /** Sends this ETag. */
  etag?: string;
  /** Hands the request on and drops the answer. */
  drop?: true;
}

export interface BucketOptions {
  /** Heeds `If-Match` and `If-None-Match`, as the large services do; `refuse`: answers 501 to them. */
  conditions?: 'heed' | 'ignore' | 'refuse';
  /** Has this one's objects from the start. */
  copyOf?: Bucket;
}

interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const BUCKET = 'data';

export class Bucket implements AsyncDisposable {
  readonly seen: Seen[] = [];
  fault: (seen: Seen, nth: number) => Fault | undefined | Promise<undefined> = () => undefined;
  /** Objects that one list holds, in place of the 1000 of S3. */
  listed: number | undefined;
  readonly #conditions: BucketOptions['conditions'];
  readonly #directory: string;
  readonly #store: S3rver;
  readonly #handler: ReturnType<S3rver['callback']>;
  #proxy: Served | undefined;
  #port = 0;
  /** Conditions are compared and carried out one request after the other. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(directory: string, conditions: BucketOptions['conditions']) {
    const configureBuckets = [{ name: BUCKET }];
    const at = { port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets };
    this.#store = new S3rver(at);
    this.#handler = this.#store.callback();
    this.#directory = directory;
    this.#conditions = conditions;
  }

  static async start({ conditions = 'heed', copyOf }: BucketOptions = {}): Promise<Bucket> {
    const directory = await folder();
    // The server keeps nothing but files: copying them takes a fraction of the requests' time.
    if (copyOf) cpSync(copyOf.#directory, directory, { recursive: true });
    const bucket = new Bucket(directory, conditions);
    bucket.#port = (await bucket.#store.run()).port;
    bucket.#proxy = await served((asked, response) => {
      bucket.#answer(asked, response).catch(() => response.destroy());
    });
    return bucket;
  }

  get endpoint(): string {
    return this.#proxy?.url ?? '';
  }

  /** For `--to`. */
  place(prefix = 'dist'): string {
    return `s3://${BUCKET}/${prefix}`;
  }

  /** Where anybody may read it. */
  url(prefix = 'dist'): string {
    return `${this.endpoint}/${BUCKET}/${prefix}`;
  }

  get environment(): Record<string, string> {
    return {
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      AWS_ENDPOINT_URL_S3: this.endpoint,
    };
  }

  /** Key → text of every object. */
  async contents(prefix = 'dist/'): Promise<Record<string, string>> {
    const { body } = await this.#ask('GET', `/${BUCKET}?list-type=2&prefix=${prefix}`);
    const keys = [...body.toString().matchAll(/<Key>([^<]*)/g)].map(([, key = '']) => key);
    const found = keys.sort().map(async (key): Promise<[string, string]> => {
      const object = await this.#ask('GET', `/${BUCKET}/${key}`);
      return [key.slice(prefix.length), object.body.toString('latin1')];
    });
    return Object.fromEntries(await Promise.all(found));
  }

  async put(key: string, body: string): Promise<void> {
    await this.#ask('PUT', `/${BUCKET}/${key}`, {}, Buffer.from(body));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#proxy?.[Symbol.asyncDispose]();
    await this.#store.close();
  }

  async #answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = { method: asked.method ?? '', path: asked.url ?? '', headers: asked.headers };
    const nth = this.seen.push(seen);
    const hasBody = asked.method !== 'GET' && asked.method !== 'DELETE';
    const body = hasBody ? await buffer(asked) : undefined;
    const fault = (await this.fault(seen, nth)) ?? {};
    const asItIs = !hasBody && Object.keys(fault).length === 0 && this.listed === undefined;
    if (asItIs) return this.#inTurn(() => this.#handOn(asked, response));
    const reply = await this.#carryOut(seen, body, fault);
    if (fault.drop) return void response.destroy();
    const etag = fault.etag ? { etag: fault.etag } : {};
    const { 'transfer-encoding': _, connection: __, ...headers } = reply.headers;
    response.writeHead(reply.status, { ...headers, ...etag }).end(reply.body);
  }

  /** Without a second connection: most requests are such. */
  async #handOn(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    // The client was killed while it waited: no close is to come.
    if (response.destroyed) return;
    const ended = once(response, 'close');
    this.#handler(asked, response);
    await ended;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => {});
    return next;
  }

  #carryOut(
    { method, path, headers }: Seen,
    body: Buffer | undefined,
    { status, short }: Fault,
  ): Promise<Reply> {
    return this.#inTurn(async (): Promise<Reply> => {
      const refused = status ?? (await this.#condition(path, headers));
      if (refused !== undefined) return { status: refused, headers: {}, body: Buffer.alloc(0) };
      // Without headers: the signature is of the path without this.
      if (this.listed && path.includes('?prefix='))
        return this.#ask(method, `${path}&max-keys=${this.listed}`);
      if (short === undefined) return this.#ask(method, path, headers, body);
      return this.#ask(method, path, {}, body?.subarray(0, short));
    });
  }

  /** @returns the status that refuses the request. */
  async #condition(path: string, headers: IncomingMessage['headers']): Promise<number | undefined> {
    const { 'if-match': match, 'if-none-match': none } = headers;
    if (this.#conditions === 'ignore' || (match === undefined && none === undefined)) return undefined;
    if (this.#conditions === 'refuse') return 501;
    const there = await this.#ask('GET', path);
    const good = none === '*' ? there.status === 404 : there.headers.etag === match;
    return good ? undefined : 412;
  }

  async #ask(method: string, path: string, headers: object = {}, body?: Buffer): Promise<Reply> {
    const { connection: _, 'transfer-encoding': __, ...sent } = headers as IncomingMessage['headers'];
    const asked = { method: method as 'GET', headers: sent, body: body ?? null };
    const answer = await request(`http://127.0.0.1:${this.#port}${path}`, asked);
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer.body) };
  }
}
