/** Building replies. The headers of a tier are put together once. */

import type { DatasetStamp } from '../answer/types.ts';
import { type ByteString, encode } from '../bytes.ts';
import { etag, matchesNone } from './etag.ts';
import type { Limiter, Tier } from './options.ts';
import { PROBLEMS, type Problem, problemBody } from './problem.ts';
import type { EdgeReply, EdgeRequest, HeaderList } from './request.ts';

/** How long a shared cache may answer for us: short, because a new dataset is to be seen soon. */
const CACHE_PUBLIC = 'public, max-age=60, must-revalidate';
/** Health: every use is checked with us first. */
const CACHE_REVALIDATE = 'public, no-cache';

export type Caching = 'public' | 'revalidate';

export const MAX_AGE_PREFLIGHT = '86400';

/** What every answer of a tier carries. */
export interface TierHeaders {
  base: HeaderList;
  /** A complete answer to a POST. */
  post: HeaderList;
  problem: HeaderList;
}

export function tierHeaders(tier: Tier, limiter: Limiter | undefined): TierHeaders {
  const base = [
    ...['x-content-type-options', 'nosniff'],
    ...['access-control-allow-origin', '*'],
    ...['access-control-expose-headers', 'X-Service-Tier, X-RateLimit-Limit, ETag, Retry-After'],
    ...['x-service-tier', tier],
  ];
  if (limiter !== undefined) base.push('x-ratelimit-limit', String(limiter.limit));
  const noStore = ['cache-control', 'no-store'];
  return {
    base,
    post: ['content-type', 'application/json; charset=utf-8', ...noStore, ...base],
    problem: ['content-type', 'application/problem+json; charset=utf-8', ...noStore, ...base],
  };
}

export function postReply(headers: TierHeaders, body: ByteString): EdgeReply {
  return { status: 200, headers: headers.post, body };
}

/** What is said of a GET's body. */
export interface GetReply {
  contentType: string;
  /** What the tag is bound to: the dataset version, or a word for pages that have none. */
  version: string;
  caching: Caching;
  vary?: string;
}

/**
 * 200, or 304 where the client's copy is current; HEAD gets the same headers and no body. `tag`: where that of the body
 * is known already. Body and tag stand beside `reply`, not in a copy of it: what `{ ...reply, body }` makes is born old in
 * Node 20, and keeps its body until the next full collection, of which there were two a second.
 */
export function getReply(
  headers: TierHeaders,
  request: EdgeRequest,
  body: ByteString,
  reply: GetReply,
  tag: string = etag(reply.version, body),
): EdgeReply {
  if (matchesNone(request.header('if-none-match'), tag)) return notModified(headers, tag, reply);
  const list = [...validators(headers, tag, reply), 'content-type', reply.contentType];
  return withBody(request.method, body, 200, list);
}

/** The answer to a client that has the content of this tag. */
export function notModified(headers: TierHeaders, tag: string, reply: GetReply): EdgeReply {
  return { status: 304, headers: validators(headers, tag, reply), body: null };
}

function validators(headers: TierHeaders, tag: string, { caching, vary }: GetReply): HeaderList {
  const cache = caching === 'public' ? CACHE_PUBLIC : CACHE_REVALIDATE;
  const list = ['etag', tag, 'cache-control', cache, ...headers.base];
  if (vary !== undefined) list.push('vary', vary);
  return list;
}

export function problemReply(
  headers: TierHeaders,
  method: string,
  problem: Problem,
  instance: string,
  dataset: DatasetStamp | undefined,
): EdgeReply {
  const body = encode(problemBody(problem, instance, dataset));
  return withBody(method, body, PROBLEMS[problem.problem].status, [
    ...headers.problem,
    ...problem.headers.flat(),
  ]);
}

/** The answer to OPTIONS: a preflight's headers do no harm where none was meant. */
export function preflightReply(headers: TierHeaders, allow: string): EdgeReply {
  return {
    status: 204,
    headers: [
      ...headers.base,
      ...['allow', allow],
      ...['access-control-allow-methods', allow],
      ...['access-control-allow-headers', 'Content-Type, X-API-Key, If-None-Match'],
      ...['access-control-max-age', MAX_AGE_PREFLIGHT],
      ...['cache-control', 'no-store'],
    ],
    body: null,
  };
}

function withBody(method: string, body: ByteString, status: number, headers: HeaderList): EdgeReply {
  if (method !== 'HEAD') return { status, headers, body };
  return { status, headers: [...headers, 'content-length', String(body.length)], body: null };
}
