/** Long answers, compressed for clients that accept it. A platform that does so by itself, as those of workers do, gives no function. */
import type { Middleware } from 'h3';
import { FastResponse } from 'srvx';
import type { Gzip } from './options.ts';

/** Bytes; a shorter answer takes as many packets. */
export const MIN_COMPRESSED_BYTES = 2048;

export function compressAnswers(gzip: Gzip): Middleware {
  return async ({ req }, next) => {
    const answer = await next();
    if (!(answer instanceof Response) || req.method === 'HEAD' || answer.status !== 200) return answer;
    if (!acceptsGzip(req.headers.get('accept-encoding'))) return answer;
    const body = new Uint8Array(await answer.arrayBuffer());
    const headers = new Headers(answer.headers);
    // Of an answer that may be kept, caches must know that it has two forms.
    if (headers.has('etag')) headers.append('vary', 'Accept-Encoding');
    if (body.length < MIN_COMPRESSED_BYTES) return new FastResponse(body, { status: 200, headers });
    headers.set('content-encoding', 'gzip');
    const tag = headers.get('etag');
    // A strong tag is that of the same bytes.
    if (tag !== null) headers.set('etag', `W/${tag}`);
    return new FastResponse(await gzip(body), { status: 200, headers });
  };
}

/** `gzip;q=0` refuses it; `*` stands for any coding. */
export function acceptsGzip(header: string | null): boolean {
  if (header === null) return false;
  const weights = new Map(
    header.split(',').map((each) => {
      const [coding = '', weight = ''] = each.split(';');
      const [, q = '1'] = /^\s*q=([\d.]+)\s*$/.exec(weight) ?? [];
      return [coding.trim().toLowerCase(), Number(q)] as const;
    }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}
