/** Compressed answers: the same content, for those who accept it, and caches that know of it. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createHttpApp } from '../../runtime/http/app.ts';
import { acceptsGzip, MIN_COMPRESSED_BYTES } from '../../runtime/http/responses.ts';
import { gzipAnswer } from '../../runtime/node/serve.ts';
import { fakeService, GOOD, postInit, SLUG } from './fake.ts';

const isDocument = (path: string) => ['/openapi.json', '/'].includes(path);
const app = createHttpApp(fakeService(), { gzip: gzipAnswer });
const plain = createHttpApp(fakeService());
const GZIP = { 'accept-encoding': 'gzip, deflate' };

it.each([
  ['gzip', true],
  ['deflate, GZIP;q=0.5', true],
  ['*', true],
  ['gzip;q=0, *', false],
  ['br, deflate', false],
  ['', false],
  [null, false],
])('acceptsGzip(%j) is %j', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});

describe.each([
  ['/openapi.json', {}],
  ['/llms.txt', {}],
  ['/', {}],
  [`/v1/setting/${SLUG}`, {}],
  ['/v1/resolve', postInit(GOOD.resolve)],
  ['/v1/csp', postInit(GOOD.csp)],
] as [string, RequestInit][])('%s', (path, init) => {
  it('has the same content in both forms', async () => {
    const accepting = { ...init, headers: { ...(init.headers as object), ...GZIP } };
    const [whole, packed] = [await plain.request(path, init), await app.request(path, accepting)];
    const bytes = Buffer.from(await whole.arrayBuffer());
    const sent = Buffer.from(await packed.arrayBuffer());
    const isLong = bytes.length >= MIN_COMPRESSED_BYTES;
    expect(packed.headers.get('content-encoding')).toBe(isLong ? 'gzip' : null);
    expect((isLong ? gunzipSync(sent) : sent).equals(bytes)).toBe(true);
    for (const name of ['content-type', 'cache-control', 'x-content-type-options', 'x-service-tier'])
      expect(packed.headers.get(name), name).toBe(whole.headers.get(name));
    const tag = packed.headers.get('etag');
    if (tag === null) return;
    expect(packed.headers.get('vary')).toContain('Accept-Encoding');
    // What the build compressed has a strong tag of its own for each form.
    const stored = isDocument(path) ? whole.headers.get('etag')?.replace(/"$/, '-gzip"') : undefined;
    expect(tag).toBe(stored ?? `${isLong ? 'W/' : ''}${whole.headers.get('etag')}`);
    const again = { headers: { ...GZIP, 'if-none-match': tag } };
    expect((await app.request(path, again)).status).toBe(304);
  });

  it('is not compressed for who does not accept it', async () => {
    const [whole, sent] = [await plain.request(path, init), await app.request(path, init)];
    expect(sent.headers.get('content-encoding')).toBeNull();
    expect(await sent.text()).toBe(await whole.text());
  });
});

it.each(['/openapi.json', '/'])('HEAD %s has the headers of GET, compressed or not', async (path) => {
  for (const headers of [GZIP, {}]) {
    const [get, head] = [
      await app.request(path, { headers }),
      await app.request(path, { method: 'HEAD', headers }),
    ];
    const names = ['content-encoding', 'etag', 'vary', 'content-type'];
    expect(names.map((name) => head.headers.get(name))).toEqual(names.map((name) => get.headers.get(name)));
    expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength));
  }
});

it('problems, HEAD and 304 stay as they are', async () => {
  const refused = await app.request('/v1/resolve', postInit({}, GZIP));
  expect([refused.status, refused.headers.get('content-encoding')]).toEqual([400, null]);
  const head = await app.request('/v1/coverage', { method: 'HEAD', headers: GZIP });
  expect([head.status, head.headers.get('content-encoding')]).toEqual([200, null]);
  expect(await head.text()).toBe('');
});
