/** What a table of requests cannot say, on every platform: bytes, sizes, tags, pages for people, and generated requests. */
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../runtime/http/problem.ts';
import { expectSame } from '../same.ts';
import { bodyOf, problemOf } from './answered.ts';
import { GOOD, postInit, SLUG } from './fake.ts';
import { fixtureApp } from './fixtures.ts';
import { type Ask, describeMatrix } from './matrix.ts';

const HTML_TYPE = 'text/html; charset=utf-8';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const IDENTITY = { headers: { 'accept-encoding': 'identity' } };

/** Without those of the connection and the length, which platforms add. */
function ownHeaders({ headers }: Response): Record<string, string> {
  const added = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'];
  return Object.fromEntries([...headers].filter(([name]) => !added.includes(name)));
}

describeMatrix('a body', (ask, platform) => {
  const send = (body: string | Uint8Array<ArrayBuffer> | ReadableStream) =>
    ask('/v1/resolve', { ...postInit(''), body, duplex: 'half' } as RequestInit);

  it.each([
    [0xc3, 0x28],
    [0xed, 0xa0, 0x80],
  ])('of invalid UTF-8 (%i, %i) is malformed', async (...bytes) => {
    const [start = [], end = []] = ['{"key":"', '","value":"v"}'].map((text) => [...Buffer.from(text)]);
    const problem = await problemOf(send(new Uint8Array([...start, ...bytes, ...end])));
    expect(problem.type).toBe('/problems/malformed-body');
  });

  it('of 16 KiB is read, of one byte more is not, whatever the declared length says', async () => {
    const sized = (bytes: number) => `{"key":"k","value":"v","x":"${'x'.repeat(bytes - 30)}"}`;
    const chunked = (text: string) =>
      new ReadableStream({
        start(controller) {
          const bytes = new TextEncoder().encode(text);
          for (let at = 0; at < bytes.length; at += 1000) controller.enqueue(bytes.slice(at, at + 1000));
          controller.close();
        },
      });
    expect(sized(100)).toHaveLength(100);
    for (const body of [sized(16_384), chunked(sized(16_384))]) expect((await send(body)).status).toBe(200);
    for (const body of [sized(16_385), chunked(sized(16_385)), sized(900_000)]) {
      const response = await send(body);
      if (platform !== 'in workerd') expect(response.headers.get('connection')).toBe('close');
      expect(await problemOf(response)).toMatchObject({ type: '/problems/body-too-large', status: 413 });
    }
  });

  it.runIf(platform === 'in process')('is copied piece by piece, and none is kept', async () => {
    const piece = new Uint8Array(1);
    const bytes = [...new TextEncoder().encode(JSON.stringify(GOOD.resolve))];
    const pull = (controller: ReadableStreamDefaultController) => {
      const next = bytes.shift();
      if (next === undefined) return controller.close();
      piece[0] = next;
      controller.enqueue(piece);
    };
    expect((await send(new ReadableStream({ pull }, { highWaterMark: 0 }))).status).toBe(200);
  });

  it('without a content type is refused', async () => {
    const body = new TextEncoder().encode('{"q":"a"}');
    expect((await ask('/v1/search', { method: 'POST', body })).status).toBe(415);
  });
});

describeMatrix('GET', (ask, platform) => {
  it.each(['', '/k'])('under %s/v1 is for shared caches only without a key', async (prefix) => {
    const headers = { 'x-api-key': 'hck_good' };
    const [wanted, other] = prefix === '' ? ['public', 'private'] : ['private', 'public'];
    for (const path of [`setting/${SLUG}`, 'coverage', 'changes?since=6a69d202', 'changes.atom']) {
      const first = await ask(`${prefix}/v1/${path}`, { headers });
      const tag = first.headers.get('etag') ?? '';
      const again = await ask(`${prefix}/v1/${path}`, { headers: { ...headers, 'if-none-match': tag } });
      const head = await ask(`${prefix}/v1/${path}`, { method: 'HEAD', headers });
      expect([first.status, again.status, head.status]).toEqual([200, 304, 200]);
      for (const { headers } of [first, again, head]) {
        const directives = headers.get('cache-control')?.split(', ');
        expect(directives).toContain(wanted);
        expect(directives).not.toContain(other);
      }
    }
  });

  describe.each([
    ...[`/v1/setting/${SLUG}`, '/v1/coverage', '/v1/changes?since=6a69d202', '/v1/changes.atom'],
    ...['/', '/about', '/openapi.json', '/problems/internal'],
  ])('%s', (path) => {
    it('carries a strong tag that If-None-Match honours', async () => {
      const first = await ask(path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[^"]+"$/);
      expect(first.headers.get('cache-control')).toContain('public');
      for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*', ` "a,b" ,W/${tag}`]) {
        const again = await ask(path, { headers: { 'if-none-match': header } });
        expect([again.status, await again.text()]).toEqual([304, '']);
        for (const name of ['etag', 'cache-control'])
          expect(again.headers.get(name)).toBe(first.headers.get(name));
      }
      const [whole, cut] = [tag.slice(1, -1), `${tag}x`];
      for (const header of ['"other"', whole, '""', `abc${tag}`, `"a"${tag}`, cut, `W/ ${tag}`, `x, ${tag}`])
        expect((await ask(path, { headers: { 'if-none-match': header } })).status).toBe(200);
    });

    // Documents have another length for who accepts a compressed one.
    it.each(['identity', 'gzip'])('HEAD is GET without the body, encoding: %s', async (coding) => {
      const init = { headers: { 'accept-encoding': coding } };
      const get = await ask(path, init);
      const head = await ask(path, { method: 'HEAD', ...init });
      const length = (await get.arrayBuffer()).byteLength;
      expect([head.status, await head.text()]).toEqual([get.status, '']);
      // workerd leaves the length of a body that is not sent out; a client over a socket has unpacked the body.
      if (platform === 'in process' || (platform === 'over a socket' && coding === 'identity'))
        expect(head.headers.get('content-length')).toBe(String(length));
      expect(ownHeaders(head)).toEqual(ownHeaders(get));
    });
  });

  it('a compressed document is compressed once', async () => {
    const packed = await ask('/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('etag')).toMatch(/^"page-[\da-f]{16}-gzip"$/);
    const bytes = Buffer.from(await packed.arrayBuffer());
    // A client over a socket has unpacked what the header names.
    const text = (platform === 'in process' ? gunzipSync(bytes) : bytes).toString();
    expect(text).toBe(await (await ask('/openapi.json', IDENTITY)).text());
  });

  it('another language is another tag', async () => {
    const tag = async (lang: string) => (await ask(`/v1/setting/${SLUG}?lang=${lang}`)).headers.get('etag');
    expect(await tag('fr')).not.toBe(await tag('en'));
  });
});

describeMatrix('pages for people', (ask) => {
  const get = (path: string, accept?: string) =>
    ask(path, { headers: accept === undefined ? {} : { accept } });

  const problems = Object.entries(PROBLEMS).map(
    ([name, { title, status }]) => [`/problems/${name}`, title, `${status}`] as const,
  );
  const pages = [
    ['/', 'hivecheck'],
    ['/about', 'About hivecheck'],
    ['/problems/nothing', 'No such problem'],
  ];
  it.each<readonly string[]>([...pages, ...problems])(
    '%s is HTML for a browser',
    async (path = '', ...parts) => {
      const response = await get(path, BROWSER);
      expect(response.headers.get('content-type')).toBe(HTML_TYPE);
      expect(response.status).toBe(path === '/problems/nothing' ? 404 : 200);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /);
      expect(policy).not.toContain('script-src');
      const html = await response.text();
      expect(html).not.toMatch(/<script|<img|<form|<link|\son\w+=|\sstyle=|javascript:|url\(/i);
      for (const part of ['<meta name="viewport"', ...parts]) expect(html).toContain(part);
    },
  );

  it.each(problems)('%s is that page for whoever asks', async (path) => {
    const [page, same] = [await get(path, BROWSER), await get(path)];
    expect(same.headers.get('content-type')).toBe(HTML_TYPE);
    expect(await same.text()).toBe(await page.text());
  });

  it.each([
    ...[undefined, '*/*', 'application/json', 'application/json, text/plain, */*', 'image/png', ''],
    ...['text/html;q=0.5, application/json', 'text/html;q=0, */*'],
  ])('/ and /about are JSON for Accept: %s', async (accept) => {
    for (const path of ['/', '/about']) {
      const response = await get(path, accept);
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(await bodyOf(response)).toMatchObject({ service: 'hivecheck' });
    }
    expect((await problemOf(get('/problems/nothing', accept))).type).toBe('/problems/unknown-endpoint');
  });

  it('a cache keeps page and JSON apart', async () => {
    const [page, json] = await Promise.all([get('/', BROWSER), get('/')]);
    for (const { headers } of [page, json])
      expect(headers.get('vary')).toMatch(/^Accept(, Accept-Encoding)?$/);
    expect(page.headers.get('etag')).not.toBe(json.headers.get('etag'));
  });

  it('every address that a page links to is served', async () => {
    for (const path of ['/', '/about', '/problems/nothing']) {
      const html = await (await get(path, BROWSER)).text();
      const links = [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href = '']) => href);
      expect(links.length).toBeGreaterThan(1);
      for (const href of links.filter((each) => !each.startsWith('/v1/setting/')))
        expect([href, (await get(href, BROWSER)).status]).toEqual([href, 200]);
    }
  });
});

it('/about escapes what the operator wrote, and links an address of the web alone', async () => {
  const pageOf = async (contact: string) => {
    const app = fixtureApp('full', { contact });
    return (await app.request('/about', { headers: { accept: BROWSER } })).text();
  };
  expect(await pageOf('<b>"me"')).toContain('Ask &lt;b&gt;&quot;me&quot; for a key. Say what');
  expect(await pageOf('https://example.org/?a&b')).toContain('href="https://example.org/?a&amp;b"');
  expect(await pageOf('javascript:alert(1)')).not.toContain('href="javascript');
});

const STATUSES = [200, 204, 304, 400, 401, 404, 405, 413, 415];

/** Whatever is sent, the answer is one of the contract's: never a 500, never a rejection. */
async function answered(ask: Ask, path: string, init: RequestInit): Promise<void> {
  const response = await ask(path, init);
  if (!STATUSES.includes(response.status)) expect(STATUSES).toContain(response.status);
  expectSame(response.headers.get('x-content-type-options'), 'nosniff');
  const text = await response.text();
  if (response.status < 400 || init.method === 'HEAD') return;
  const { status, type } = JSON.parse(text) as { status: number; type: string };
  expectSame(status, response.status);
  expectSame(type.startsWith('/problems/'), true, type);
}

const some = fc.constantFrom<unknown>(
  ...['', 'en-US', 'FR', 'device', '22H2', 'HKLM\\a\\b', '\ud800', '\u0000', 'x'.repeat(2000), null, true],
);
const scalar = fc.oneof(some, fc.string({ unit: 'binary', maxLength: 40 }), fc.double(), fc.jsonValue());
const field = fc.constantFrom(
  ...['key', 'value', 'lang', 'targetOs', 'omaUri', 'scope', 'q', 'limit', '__proto__', 'x'],
);
/** Nearly a request; a field may be there twice. */
const near = fc
  .array(fc.tuple(field, fc.oneof(scalar, fc.integer({ min: -3, max: 60 }))))
  .map((pairs) => `{${pairs.map((pair) => pair.map((each) => JSON.stringify(each)).join(':')).join(',')}}`);
const good = JSON.stringify(GOOD.resolve);
const cut = fc.nat(good.length).map((at) => good.slice(0, at));
const body = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), cut, fc.uint8Array({ maxLength: 300 }));
const rest = fc.string({ unit: fc.constantFrom(...'abz09/.%:?#&=~-_+;\\*é中%2f%00%ZZ'), maxLength: 30 });
const above = ['/', '/v1/', '/k/v1/', '/v1/setting/', '/k/v1/setting/', '/problems/', '//', '/v1/health'];
const anyPath = fc
  .tuple(fc.constantFrom(...above), rest)
  .map((parts) => parts.join(''))
  // What a client library refuses to send at all.
  .filter((text) => URL.canParse(`http://localhost${text}`));
const anyHeader = fc.string({ unit: fc.constantFrom(...'abcfr-*;=,q.0159"W/ \t'), maxLength: 40 });
const method = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST');
const posted = fc
  .tuple(fc.oneof(near, body), fc.boolean())
  .map(([bytes, keyed]) => ({ ...postInit('', keyed ? { 'x-api-key': 'hck_good' } : {}), body: bytes }));

describeMatrix('generated requests', (ask, platform) => {
  const fewer = platform === 'in process' ? 1 : 10;
  const endpoint = fc.constantFrom('/v1/resolve', '/v1/csp', '/v1/search', '/k/v1/resolve');

  it('bodies that are nearly requests, of any JSON, of broken JSON, of any bytes', async () => {
    const property = fc.asyncProperty(endpoint, posted, (path, init) =>
      answered(ask, path, init as RequestInit),
    );
    await fc.assert(property, { numRuns: 3000 / fewer });
  });

  it('methods, paths, queries and headers', async () => {
    const names = ['accept-language', 'if-none-match', 'content-type', 'x-api-key'];
    const property = fc.asyncProperty(method, anyPath, anyHeader, (how, path, header) =>
      answered(ask, path, {
        method: how,
        headers: Object.fromEntries(names.map((name) => [name, header])),
      }),
    );
    await fc.assert(property, { numRuns: 2500 / fewer });
  });
});
