/** Tags and compressed forms of answers. */
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHttpApp } from '../../runtime/http/app.ts';
import { acceptsGzip, etag, MIN_COMPRESSED_BYTES, matchesTag } from '../../runtime/http/responses.ts';
import { gzipAnswer } from '../../runtime/node/serve.ts';
import { expectSame } from '../same.ts';
import { vectors } from '../vectors.ts';
import { fakeService, GOOD, postInit, SLUG } from './fake.ts';

it('is strong, and of the version and the content', () => {
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(
      fc.constantFrom('a', 'b'),
      fc.string({ unit: 'binary', maxLength: 60 }),
      (version, content) => {
        const tag = etag(version, content);
        expectSame(/^"[\x21\x23-\x7e]+"$/.test(tag), true, tag);
        expectSame(etag(version, content), tag);
        const key = JSON.stringify([version, Buffer.from(content).toString()]);
        expectSame(seen.get(tag) ?? key, key);
        seen.set(tag, key);
      },
    ),
    { numRuns: 20_000 },
  );
  expect(seen.size).toBeGreaterThan(10_000);
});

it('tells texts apart that differ in one character, wherever it is', () => {
  const text = 'The setting “AutoUpdateCfg” is documented. '.repeat(40);
  const tags = new Set([etag('v', text)]);
  for (let at = 0; at < text.length; at++) tags.add(etag('v', `${text.slice(0, at)}#${text.slice(at + 1)}`));
  expect(tags.size).toBe(text.length + 1);
});

it('is found in the lists that name it, and in no other', () => {
  const opaque = fc.string({ unit: fc.constantFrom(...'ab,/W-.*'), maxLength: 8 }).map((text) => `"${text}"`);
  const blanks = fc.constantFrom('', ' ', '\t', '  ');
  const listed = fc.tuple(blanks, fc.constantFrom('', 'W/'), opaque, blanks);
  fc.assert(
    fc.property(fc.array(listed, { minLength: 1, maxLength: 6 }), opaque, (items, tag) => {
      const header = items.map((parts) => parts.join('')).join(',');
      expect(matchesTag(header, tag)).toBe(items.some(([, , each]) => each === tag));
      expect(matchesTag(`x${header}`, tag)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

const isDocument = (path: string) => ['/openapi.json', '/'].includes(path);
const app = createHttpApp(fakeService(), { gzip: gzipAnswer });
const plain = createHttpApp(fakeService());
const GZIP = { 'accept-encoding': 'gzip, deflate' };

it.each(vectors<[string | null, boolean]>('accept-encoding'))('acceptsGzip(%j) is %j', (header, expected) => {
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
    const again = await app.request(path, { headers: { ...GZIP, 'if-none-match': tag } });
    const vary = packed.headers.get('vary');
    expect([again.status, again.headers.get('vary')]).toEqual([304, vary]);
    for (const method of ['GET', 'HEAD'])
      expect((await app.request(path, { method })).headers.get('vary')).toBe(vary);
  });

  it('is not compressed for who does not accept it', async () => {
    const [whole, sent] = [await plain.request(path, init), await app.request(path, init)];
    expect(sent.headers.get('content-encoding')).toBeNull();
    expect(await sent.text()).toBe(await whole.text());
  });
});

it('problems, HEAD and 304 stay as they are', async () => {
  const refused = await app.request('/v1/resolve', postInit({}, GZIP));
  expect([refused.status, refused.headers.get('content-encoding')]).toEqual([400, null]);
  const head = await app.request('/v1/coverage', { method: 'HEAD', headers: GZIP });
  expect([head.status, head.headers.get('content-encoding')]).toEqual([200, null]);
  expect(await head.text()).toBe('');
});
