/** The responses that routes answer with: headers, entity tags (RFC 9110 §13.1.2), compression. */

import type { Middleware } from 'h3';
import { FastResponse } from 'srvx';
import type { DatasetStamp } from '../contract/words.ts';
import { hex, sha256Sync } from '../format/keys.ts';
import type { AnswerBody } from './kept-answers.ts';
import { weightedTags } from './language.ts';
import type { Gzip, Limiter, Tier } from './options.ts';
import { PROBLEMS, type Problem, problemBody } from './problem.ts';

type HeaderPairs = [name: string, value: string][];

/** A cache may answer for a short time only: clients should see a new dataset soon. With a key only private caches. */
const CACHED_BY: Record<Tier, string> = { anonymous: 'public', key: 'private' };
const PREFLIGHT_SECONDS = '86400';

const VARY = 'Accept-Encoding';
/** The header of an answer in JSON. */
export const AS_JSON: [string, string] = ['content-type', 'application/json; charset=utf-8'];
/** Without it a worker takes the body for one that is still to be compressed. */
const COMPRESSED = { encodeBody: 'manual' };
export const NO_STORE: [string, string] = ['cache-control', 'no-store'];

export type TierHeaders = ReturnType<typeof tierHeaders>;

/** @param compressed An answer that may be stored has a compressed form, too. */
export function tierHeaders(tier: Tier, limiter?: Limiter, compressed = false) {
  /** Headers of every answer of a tier. */
  const base: HeaderPairs = [
    ['x-content-type-options', 'nosniff'],
    ['access-control-allow-origin', '*'],
    ['access-control-expose-headers', 'X-Service-Tier, X-RateLimit-Limit, ETag, Retry-After, Link'],
    ['x-service-tier', tier],
  ];
  if (limiter !== undefined) base.push(['x-ratelimit-limit', String(limiter.limit)]);
  /** `Cache-Control` of an answer that may be stored. */
  const stored = `${CACHED_BY[tier]}, max-age=60, must-revalidate`;
  return { base, stored, compressed };
}

export function jsonResponse(headers: TierHeaders, text: AnswerBody, method = 'POST'): Response {
  return respond(method, 200, [AS_JSON, NO_STORE, ...headers.base], text);
}

/** A text that clients and caches may keep. */
export interface Cacheable {
  text: AnswerBody;
  /** Strong entity tag, quotes included. */
  tag: string;
  /** `Content-Type` and others that go with the text. */
  headers: HeaderPairs;
  vary?: string;
  /** How `text` is compressed already. */
  encoding?: 'gzip';
}

/** 200, or 304 where the client's copy is current. HEAD gets the same headers and no body. */
export function cacheableResponse(request: Request, headers: TierHeaders, content: Cacheable): Response {
  const { text, tag, headers: own, vary, encoding } = content;
  const pairs: HeaderPairs = [['etag', tag], ['cache-control', headers.stored], ...headers.base];
  // In both forms and in 304, or a cache would send the compressed form to a client that cannot read it.
  const forms = headers.compressed && !vary?.includes(VARY) ? [VARY] : [];
  const varies = [...(vary === undefined ? [] : [vary]), ...forms].join(', ');
  if (varies !== '') pairs.push(['vary', varies]);
  if (matchesTag(request.headers.get('if-none-match'), tag)) return respond('GET', 304, pairs, null);
  pairs.push(...own);
  if (encoding !== undefined) pairs.push(['content-encoding', encoding]);
  return respond(request.method, 200, pairs, text, encoding && COMPRESSED);
}

export function problemResponse(
  method: string,
  headers: TierHeaders,
  problem: Problem,
  instance: string,
  dataset: DatasetStamp | undefined,
): Response {
  const body = problemBody(problem, instance, dataset);
  return respond(method, PROBLEMS[problem.problem].status, problemHeaders(headers, problem), body);
}

export function problemHeaders({ base }: TierHeaders, { headers }: Problem): HeaderPairs {
  return [['content-type', 'application/problem+json; charset=utf-8'], NO_STORE, ...base, ...headers];
}

/** The answer to OPTIONS, whether a browser sent it as a preflight or not. */
export function preflightResponse(headers: TierHeaders, allow: string): Response {
  const pairs: HeaderPairs = [
    ...headers.base,
    ['allow', allow],
    ['access-control-allow-methods', allow],
    [
      'access-control-allow-headers',
      'Content-Type, X-API-Key, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
    ],
    ['access-control-max-age', PREFLIGHT_SECONDS],
    NO_STORE,
  ];
  return respond('OPTIONS', 204, pairs, null);
}

/** What an answer that may be compressed was made of: to read it from the answer again costs more than to compress it. */
const madeOf = new WeakMap<object, { pairs: HeaderPairs; text: AnswerBody }>();

/** Where there is no Node, `FastResponse` is the platform's own `Response`. */
export function respond(
  method: string,
  status: number,
  headers: HeaderPairs,
  text: AnswerBody | null,
  more?: object,
): Response {
  if (text === null) return new FastResponse(null, { status, headers });
  if (method === 'HEAD') {
    const length = String(typeof text === 'string' ? encoder.encode(text).length : text.length);
    return new FastResponse(null, { status, headers: [...headers, ['content-length', length]] });
  }
  const answer = new FastResponse(text, { status, headers, ...more });
  if (status === 200 && more === undefined) madeOf.set(answer, { pairs: headers, text });
  return answer;
}

const encoder = new TextEncoder();

/** A tag for `content` under a dataset version: 64 bits of its SHA-256. */
export function etag(version: string, content: AnswerBody): string {
  return `"${version}-${hex(sha256Sync(content).subarray(0, 8))}"`;
}

/** One entity tag of a list, with the comma after it. Sticky, so that nothing between two tags is skipped. */
const LISTED_TAG = /[\t ,]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[\t ]*(?:,|$)/y;

/**
 * Whether `If-None-Match` names `tag`. GET compares weakly: `W/"x"` matches `"x"`; `*` matches whatever exists. A
 * header that is not a list of entity tags matches from its first fault on nothing.
 */
export function matchesTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  LISTED_TAG.lastIndex = 0;
  for (let found = LISTED_TAG.exec(header); found !== null; found = LISTED_TAG.exec(header)) {
    if (found[1] === tag) return true;
  }
  return false;
}

/** Bytes; a shorter answer takes as many packets. */
export const MIN_COMPRESSED_BYTES = 2048;

export function compressAnswers(gzip: Gzip): Middleware {
  /** By the bytes of an answer: a cached answer is compressed once. */
  const compressed = new WeakMap<Uint8Array, Uint8Array<ArrayBuffer>>();
  return async ({ req }, next) => {
    // First: Node's form of an answer makes an object of its headers as soon as anybody looks at them.
    if (req.method === 'HEAD' || !acceptsGzip(req.headers.get('accept-encoding'))) return next();
    const answer = await next();
    const made = madeOf.get(Object(answer));
    if (made === undefined) return answer;
    const { pairs, text } = made;
    const headers = new Headers(pairs);
    const body = typeof text === 'string' ? encoder.encode(text) : text;
    if (body.length < MIN_COMPRESSED_BYTES) return new FastResponse(body, { status: 200, headers });
    headers.set('content-encoding', 'gzip');
    const tag = headers.get('etag');
    // A strong tag is that of the same bytes.
    if (tag !== null) headers.set('etag', `W/${tag}`);
    let bytes = compressed.get(body);
    if (bytes === undefined) {
      bytes = await gzip(body);
      compressed.set(body, bytes);
    }
    return new FastResponse(bytes, { status: 200, headers });
  };
}

/** `gzip;q=0` refuses it; `*` stands for any coding. */
export function acceptsGzip(header: string | null): boolean {
  const weights = new Map(weightedTags(header).map(({ tag, quality }) => [tag.toLowerCase(), quality]));
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}
