import { describe, expect, it } from 'vitest';
import { createApp } from '../../runtime/http/app.ts';
import type { AppOptions, RequestLine } from '../../runtime/http/options.ts';
import { PROBLEMS } from '../../runtime/http/problem.ts';
import { BROKEN_SHARD, BUG, fakeService, GOOD, noService, POLICY_ID, postInit, SLUG, STAMP } from './fake.ts';

const app = createApp(fakeService());

/** What the tests below look into; each asserts what it needs. */
interface Body {
  type?: string;
  status?: number;
  instance?: string;
  dataset?: unknown;
  errors: { pointer: string; detail: string }[];
  query: Record<string, unknown>;
  openapi?: string;
}

async function bodyOf(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

async function problemOf(response: Response | Promise<Response>) {
  const answered = await response;
  expect(answered.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answered.headers.get('cache-control')).toBe('no-store');
  const body = await bodyOf(answered);
  expect(body.status).toBe(answered.status);
  return body;
}

const fieldsOf = (problem: { errors: { pointer: string }[] }) => problem.errors.map((e) => e.pointer).sort();

describe.each(['', '/k'])('under %s/v1', (prefix) => {
  const keyed: AppOptions = { keys: { check: (key) => (key === 'hck_good' ? 'id1' : undefined) } };
  const served = createApp(fakeService(), keyed);
  const headers = { 'x-api-key': 'hck_good' };

  it.each(Object.entries(GOOD))('POST %s answers an envelope', async (name, body) => {
    const response = await served.request(`${prefix}/v1/${name}`, postInit(body, headers));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('x-service-tier')).toBe(prefix === '' ? 'anonymous' : 'key');
    expect((await bodyOf(response)).dataset).toEqual(STAMP);
  });

  it('GET setting and health answer', async () => {
    expect((await served.request(`${prefix}/v1/setting/${SLUG}`, { headers })).status).toBe(200);
    expect((await served.request(`${prefix}/v1/health`)).status).toBe(200);
  });
});

describe('requests', () => {
  it('are handed on normalized, with their defaults', async () => {
    const ask = async (name: string, body: unknown) =>
      (await bodyOf(await app.request(`/v1/${name}`, postInit(body)))).query;
    expect(await ask('resolve', { key: 'K', value: '' })).toMatchObject({
      value: '',
      lang: 'en-US',
      targetOs: null,
    });
    expect(await ask('resolve', { key: 'K', value: 'V', lang: 'FR', targetOs: null })).toMatchObject({
      lang: 'fr-FR',
    });
    expect(await ask('csp', { omaUri: './a', scope: 'uSER' })).toEqual({
      omaUri: './a',
      lang: 'en-US',
      scope: 'User',
    });
    expect(await ask('search', { q: '  updates ' })).toEqual({ q: 'updates', lang: 'en-US', limit: 10 });
    expect(await ask('search', { q: 'a', limit: 50, nobody: 'knows this' })).toMatchObject({ limit: 50 });
  });

  it.each([
    ['resolve', {}, ['/key', '/value']],
    ['resolve', { key: '', value: 1, lang: 'xx', targetOs: 5 }, ['/key', '/lang', '/targetOs', '/value']],
    ['resolve', { key: 'k'.repeat(1025), value: 'v'.repeat(513) }, ['/key', '/value']],
    ['resolve', { key: 'k', value: 'v', targetOs: 'o'.repeat(129) }, ['/targetOs']],
    ['resolve', { key: null, value: null, lang: null }, ['/key', '/lang', '/value']],
    ['csp', { omaUri: [], scope: 'Machine', lang: 'en<x>' }, ['/lang', '/omaUri', '/scope']],
    ['search', { q: ' '.repeat(9), limit: 0, lang: '' }, ['/lang', '/limit', '/q']],
    ['search', { q: 'q'.repeat(257), limit: 51 }, ['/limit', '/q']],
    ['search', { q: 'q', limit: 1.5 }, ['/limit']],
    ['search', { q: 'q', limit: '5' }, ['/limit']],
  ])('%s refuses %j and names every bad field', async (name, body, pointers) => {
    const problem = await problemOf(app.request(`/v1/${name}`, postInit(body)));
    expect(problem).toMatchObject({ type: '/problems/invalid-request', status: 400, dataset: STAMP });
    expect(problem.instance).toBe(`/v1/${name}`);
    expect(fieldsOf(problem)).toEqual(pointers);
  });

  it('an unknown language is answered with the known ones', async () => {
    const problem = await problemOf(app.request('/v1/search', postInit({ q: 'a', lang: 'de' })));
    expect(problem.errors).toEqual([
      { pointer: '/lang', detail: 'must be a language of this dataset: en-US, fr-FR, pt-BR, pt-PT' },
    ]);
  });

  it.each(['', '   ', '{', '[]', 'null', '"x"', '1', '{"key":"a"} x', '{key:1}', '\u0000', 'true'])(
    'a body %j is malformed',
    async (text) => {
      const problem = await problemOf(app.request('/v1/resolve', postInit(text)));
      expect(problem.type).toBe('/problems/malformed-body');
      expect(problem.status).toBe(400);
    },
  );

  it('invalid UTF-8 is malformed, a genuine replacement character and a byte order mark are not', async () => {
    const send = (bytes: number[] | string) =>
      app.request('/v1/resolve', {
        ...postInit(''),
        body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
      });
    const start = [...new TextEncoder().encode('{"key":"')];
    const end = [...new TextEncoder().encode('","value":"v"}')];
    expect((await problemOf(send([...start, 0xc3, 0x28, ...end]))).type).toBe('/problems/malformed-body');
    expect((await problemOf(send([...start, 0xed, 0xa0, 0x80, ...end]))).type).toBe(
      '/problems/malformed-body',
    );
    expect((await send('{"key":"\ufffd","value":"v"}')).status).toBe(200);
    expect((await send('\ufeff{"key":"k","value":"v"}')).status).toBe(200);
  });

  it('duplicate and __proto__ keys do no harm', async () => {
    const text =
      '{"__proto__":{"value":"polluted"},"constructor":{"prototype":{"x":1}},"key":"a","key":"b","value":"v"}';
    const response = await app.request('/v1/resolve', postInit(text));
    expect((await bodyOf(response)).query).toMatchObject({ key: 'b', value: 'v' });
    expect(Object.hasOwn(Object.prototype, 'value')).toBe(false);
    const problem = await problemOf(
      app.request('/v1/resolve', postInit('{"__proto__":{"key":"a","value":"b"}}')),
    );
    expect(fieldsOf(problem)).toEqual(['/key', '/value']);
  });

  it('16 KiB is read, one byte more is not, whatever the declared length says', async () => {
    const sized = (bytes: number) => `{"key":"k","value":"v","x":"${'x'.repeat(bytes - 30)}"}`;
    expect(sized(100)).toHaveLength(100);
    const chunked = (text: string): RequestInit => {
      const bytes = new TextEncoder().encode(text);
      const body = new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.length; at += 1000) controller.enqueue(bytes.slice(at, at + 1000));
          controller.close();
        },
      });
      return { ...postInit(''), body, duplex: 'half' };
    };
    expect((await app.request('/v1/resolve', postInit(sized(16_384)))).status).toBe(200);
    expect((await app.request('/v1/resolve', chunked(sized(16_384)))).status).toBe(200);
    for (const init of [postInit(sized(16_385)), chunked(sized(16_385)), postInit(sized(900_000))]) {
      const problem = await problemOf(app.request('/v1/resolve', init));
      expect(problem).toMatchObject({ type: '/problems/body-too-large', status: 413, dataset: STAMP });
    }
  });

  it.each([
    ['application/json', 200],
    ['Application/JSON ; Charset="UTF-8"', 200],
    ['application/json;charset=us-ascii', 200],
    ['application/json; charset=utf-16', 415],
    ['application/jsonp', 415],
    ['application/problem+json', 415],
    ['text/plain', 415],
    ['multipart/form-data; boundary=application/json', 415],
  ])('content type %s: %i', async (type, status) => {
    const response = await app.request('/v1/search', postInit({ q: 'a' }, { 'content-type': type }));
    expect(response.status).toBe(status);
    if (status === 415) expect((await problemOf(response)).type).toBe('/problems/unsupported-media-type');
  });

  it('no content type and a compressed body are refused', async () => {
    const bare = await app.request('/v1/search', {
      method: 'POST',
      body: new TextEncoder().encode('{"q":"a"}'),
    });
    expect(bare.status).toBe(415);
    const packed = await app.request('/v1/search', postInit({ q: 'a' }, { 'content-encoding': 'gzip' }));
    expect(packed.status).toBe(415);
  });
});

describe('settings', () => {
  const langOf = async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.request(path, { headers });
    return {
      lang: (await bodyOf(response)).query?.lang,
      vary: response.headers.get('vary'),
      status: response.status,
    };
  };

  it('takes a policyId, percent-encoded or not', async () => {
    for (const id of [POLICY_ID, encodeURIComponent(POLICY_ID), SLUG.replace('.', '%2E')]) {
      expect((await app.request(`/v1/setting/${id}`)).status).toBe(200);
    }
  });

  it('chooses the language: query, then Accept-Language, then the default', async () => {
    const path = `/v1/setting/${SLUG}`;
    const accept = { 'accept-language': 'de, fr;q=0.5, en;q=0.4' };
    expect(await langOf(path)).toEqual({ lang: 'en-US', vary: 'Accept-Language', status: 200 });
    expect(await langOf(path, accept)).toEqual({ lang: 'fr-FR', vary: 'Accept-Language', status: 200 });
    expect(await langOf(`${path}?lang=PT-pt`, accept)).toEqual({ lang: 'pt-PT', vary: null, status: 200 });
    expect((await langOf(`${path}?lang=xx`, accept)).status).toBe(400);
    expect((await langOf(`${path}?lang=`, accept)).status).toBe(400);
  });

  it.each(['nobody.knows', '%ZZ', '%FF', 'a%2Fb', '__proto__', 'x'.repeat(2000)])(
    '%s is unknown',
    async (slug) => {
      const problem = await problemOf(app.request(`/v1/setting/${slug}`));
      expect(problem).toMatchObject({ type: '/problems/unknown-setting', status: 404, dataset: STAMP });
    },
  );
});

describe('GET answers', () => {
  const paths = [`/v1/setting/${SLUG}`, '/v1/health', '/', '/openapi.json', '/problems/internal'];

  it.each(paths)('%s carries a strong tag that If-None-Match honours', async (path) => {
    const first = await app.request(path);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/);
    expect(first.headers.get('cache-control')).toContain('public');
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*', ` "a,b" ,W/${tag}`]) {
      const again = await app.request(path, { headers: { 'if-none-match': header } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
    }
    for (const header of ['"other"', tag.slice(1, -1), '""']) {
      expect((await app.request(path, { headers: { 'if-none-match': header } })).status).toBe(200);
    }
  });

  it.each(paths)('HEAD %s is GET without the body', async (path) => {
    const get = await app.request(path);
    const head = await app.request(path, { method: 'HEAD' });
    const length = new TextEncoder().encode(await get.text()).length;
    expect(head.status).toBe(get.status);
    expect(await head.text()).toBe('');
    const { 'content-length': declared, ...headers } = Object.fromEntries(head.headers);
    expect(declared).toBe(String(length));
    expect(headers).toEqual(Object.fromEntries(get.headers));
  });

  it('another language is another tag', async () => {
    const tag = async (lang: string) =>
      (await app.request(`/v1/setting/${SLUG}?lang=${lang}`)).headers.get('etag');
    expect(await tag('fr')).not.toBe(await tag('en'));
  });
});

describe('methods and paths', () => {
  it.each([
    ['GET', '/v1/resolve', 'POST, OPTIONS'],
    ['HEAD', '/v1/csp', 'POST, OPTIONS'],
    ['PUT', '/v1/search', 'POST, OPTIONS'],
    ['POST', `/v1/setting/${SLUG}`, 'GET, HEAD, OPTIONS'],
    ['DELETE', '/k/v1/health', 'GET, HEAD, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('%s %s is a 405 with Allow', async (method, path, allow) => {
    const response = await app.request(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    if (method !== 'HEAD') expect((await problemOf(response)).type).toBe('/problems/method-not-allowed');
  });

  it('OPTIONS answers a preflight', async () => {
    const response = await app.request('/k/v1/resolve', {
      method: 'OPTIONS',
      headers: { origin: 'https://example.org', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    expect(response.headers.get('access-control-allow-headers')).toContain('X-API-Key');
  });

  it.each([
    '/v1',
    '/v2/resolve',
    '/v1/resolve/x',
    '/k/v1/nothing',
    '/x?secret=1',
    '/%ff',
    '/v1/%ZZ',
    '/problems/__proto__',
  ])('%s is an unknown endpoint, and its query is not echoed', async (path) => {
    const problem = await problemOf(app.request(path));
    expect(problem).toMatchObject({ type: '/problems/unknown-endpoint', status: 404, dataset: STAMP });
    expect(JSON.stringify(problem)).not.toContain('secret');
  });

  it.each(Object.entries(PROBLEMS))('the problem %s has a page', async (name, { title, status }) => {
    const response = await app.request(`/problems/${name}`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(page).toContain(title);
    expect(page).toContain(String(status));
  });

  it('the index names the OpenAPI document', async () => {
    expect((await bodyOf(await app.request('/'))).openapi).toBe('/openapi.json');
  });
});

describe('faults', () => {
  it('a broken shard is a 503 without the machine’s path; other questions are answered', async () => {
    const response = await app.request('/v1/resolve', postInit({ key: BROKEN_SHARD, value: 'v' }));
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ type: '/problems/dataset-unavailable', status: 503, dataset: STAMP });
    expect(JSON.stringify(problem)).not.toContain('secret');
    expect((await app.request('/v1/resolve', postInit(GOOD.resolve))).status).toBe(200);
  });

  it('a bug is a bare 500 and an entry in the log', async () => {
    const errors: unknown[] = [];
    const logged = createApp(fakeService(), { log: { error: (error) => errors.push(error) } });
    const problem = await problemOf(logged.request('/v1/resolve', postInit({ key: BUG, value: 'v' })));
    expect(problem).toMatchObject({ type: '/problems/internal', status: 500, dataset: STAMP });
    expect(JSON.stringify(problem)).not.toMatch(/secret|\.ts|TypeError/);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(TypeError);
  });

  it('without a dataset every endpoint is a 503 without a stamp, and the pages are served', async () => {
    const empty = createApp(noService);
    for (const [path, init] of [
      ['/v1/resolve', postInit(GOOD.resolve)],
      [`/v1/setting/${SLUG}`, {}],
      ['/v1/health', {}],
      ['/k/v1/health', {}],
    ] as const) {
      const problem = await problemOf(empty.request(path, init));
      expect(problem).toMatchObject({ type: '/problems/dataset-unavailable', status: 503 });
      expect(problem).not.toHaveProperty('dataset');
    }
    expect((await empty.request('/openapi.json')).status).toBe(200);
  });

  it('a request sees one snapshot, taken before it is read', async () => {
    let snapshots = 0;
    const inner = fakeService();
    const counting = createApp({
      snapshot: () => {
        snapshots += 1;
        return inner.snapshot();
      },
    });
    await counting.request('/v1/resolve', postInit({}));
    expect(snapshots).toBe(1);
  });
});

describe('keys, limits and logs', () => {
  const keys = { check: (key: string | null) => (key === 'hck_good' ? 'id1' : undefined) };

  it('only a valid key opens /k/v1; /v1 ignores the header; health is public', async () => {
    const keyed = createApp(fakeService(), { keys });
    const ask = (path: string, key?: string) =>
      keyed.request(path, postInit(GOOD.resolve, key === undefined ? {} : { 'x-api-key': key }));
    const missing = await problemOf(ask('/k/v1/resolve'));
    expect(missing).toMatchObject({ type: '/problems/unauthorized', status: 401, dataset: STAMP });
    expect(await problemOf(ask('/k/v1/resolve', 'hck_bad'))).toEqual(missing);
    expect((await ask('/k/v1/resolve', 'hck_good')).status).toBe(200);
    expect((await ask('/v1/resolve', 'hck_bad')).status).toBe(200);
    expect((await keyed.request('/k/v1/health')).status).toBe(200);
    expect((await app.request('/k/v1/resolve', postInit(GOOD.resolve, { 'x-api-key': '' }))).status).toBe(
      401,
    );
  });

  it('counts everything under a prefix but health, preflights and wrong methods', async () => {
    const hits: string[] = [];
    const limiter = {
      limit: 2,
      hit: (client: string) => {
        hits.push(client);
        return hits.length > 2 ? 41.2 : 0;
      },
    };
    const limited = createApp(fakeService(), {
      keys,
      limiters: { anonymous: limiter },
      client: () => '2001:db8:1:2:3:4:5:6',
    });
    await limited.request('/v1/health');
    await limited.request('/v1/search', { method: 'OPTIONS' });
    await limited.request('/v1/search');
    await limited.request('/openapi.json');
    await limited.request('/k/v1/search', postInit(GOOD.search));
    expect(hits).toEqual([]);
    const ok = await limited.request('/v1/search', postInit(GOOD.search));
    expect(ok.headers.get('x-ratelimit-limit')).toBe('2');
    expect((await limited.request('/v1/nothing')).status).toBe(404);
    expect(hits).toEqual(['2001:db8:1:2', '2001:db8:1:2']);
    const refused = await limited.request('/v1/search', postInit(GOOD.search));
    expect(refused.headers.get('retry-after')).toBe('42');
    expect(refused.headers.get('x-ratelimit-limit')).toBe('2');
    expect(await problemOf(refused)).toMatchObject({
      type: '/problems/rate-limited',
      status: 429,
      dataset: STAMP,
    });
    expect((await limited.request('/v1/health')).status).toBe(200);
  });

  it('waits for a limiter and a key store that answer later', async () => {
    const slow = createApp(fakeService(), {
      keys: { check: async (key) => keys.check(key) },
      limiters: { key: { limit: 1, hit: async () => 3 } },
    });
    expect((await slow.request('/k/v1/search', postInit(GOOD.search))).status).toBe(429);
  });

  it('logs one line a request, without key, body or query', async () => {
    const lines: RequestLine[] = [];
    const logged = createApp(fakeService(), {
      keys,
      client: () => '192.0.2.7',
      log: { request: (line) => lines.push(line), error: () => {} },
    });
    await logged.request('/k/v1/resolve?x=hck_query', postInit(GOOD.resolve, { 'x-api-key': 'hck_good' }));
    await logged.request('/k/v1/setting/hck_0123abcXYZ', { headers: { 'x-api-key': 'hck_wrong' } });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      method: 'POST',
      path: '/k/v1/resolve',
      status: 200,
      tier: 'key',
      keyId: 'id1',
    });
    expect(lines[1]).toMatchObject({ status: 401, problem: 'unauthorized', client: '192.0.2.7' });
    expect(JSON.stringify(lines)).not.toMatch(/hck_[\da-z]/i);
  });
});
