/** What the platform hands to the application: keys, limits and logs. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpApp } from '../../runtime/http/app.ts';
import type { AppOptions, RequestLine } from '../../runtime/http/options.ts';
import { addressOf, listenOn, nodeListener } from '../../runtime/node/listener.ts';
import type { Service } from '../../runtime/service.ts';
import { problemOf } from './answered.ts';
import { BUG, fakeService, GOOD, postInit, STAMP } from './fake.ts';

it('a request sees one snapshot, taken before it is read', async () => {
  let snapshots = 0;
  const inner = fakeService();
  const counting = createHttpApp({
    snapshot: () => {
      snapshots += 1;
      return inner.snapshot();
    },
  });
  await counting.request('/v1/resolve', postInit({}));
  expect(snapshots).toBe(1);
});

it('the cause of a 500 is an entry in the log, under a path without keys', async () => {
  const errors: [error: unknown, where: object][] = [];
  const logged = createHttpApp(fakeService(), { log: { error: (...entry) => errors.push(entry) } });
  const response = await logged.request('/v1/resolve?key=hck_abc', postInit({ key: BUG, value: 'v' }));
  expect(response.status).toBe(500);
  expect(errors).toEqual([[expect.any(TypeError), { method: 'POST', path: '/v1/resolve' }]]);
});

describe('what the platform hands over and that throws', () => {
  const fail = (): never => {
    throw new TypeError('at /srv/secret/file.ts:1');
  };
  const line = { request: () => {}, error: () => {} };
  const all = { limit: 2, hit: fail };
  const broken: [name: string, service: Service, options: AppOptions][] = [
    ['snapshot', { snapshot: fail }, {}],
    ['snapshot, logged', { snapshot: fail }, { log: line }],
    ['log.error', { snapshot: fail }, { log: { error: fail } }],
    ['log.request', fakeService(), { log: { request: fail, error: fail } }],
    ['log that rejects', fakeService(), { log: { request: async () => fail(), error: async () => fail() } }],
    ['client', fakeService(), { log: line, client: fail }],
    ['refuse', fakeService(), { refuse: fail }],
    ['ready', fakeService(), { ready: fail }],
    ['metrics', fakeService(), { metrics: fail }],
    ['limiters', fakeService(), { limiters: { anonymous: all, key: all } }],
    ['keys', fakeService(), { keys: { check: fail } }],
  ];
  const paths = ['/livez', '/readyz', '/metrics', '/v1/health', '/v1/coverage', '/k/v1/coverage', '/none'];

  it.each(broken)('%s: every failure is a problem document', async (name, service, options) => {
    const app = createHttpApp(service, options);
    const statuses = new Set<number>();
    for (const path of [...paths, '/v1/resolve', '/k/v1/resolve']) {
      const init = path.endsWith('resolve')
        ? postInit({ key: BUG, value: 'v' }, { 'x-api-key': 'hck_x' })
        : {};
      const response = await app.request(path, init);
      statuses.add(response.status);
      if (response.status < 400) continue;
      const text = await response.text();
      expect(response.headers.get('content-type'), path).toBe('application/problem+json; charset=utf-8');
      expect(JSON.parse(text), path).toMatchObject({ status: response.status, instance: path });
      expect(text).not.toContain('secret');
    }
    expect(statuses, name).toContain(500);
  });
});

it('a body that the platform has read is taken from it', async () => {
  const handle = nodeListener(createHttpApp(fakeService()));
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      handle(
        Object.assign(request, { rawBody: Buffer.concat(chunks) }) as IncomingMessage,
        response as never,
      ),
    );
  };
  const server = await listenOn(listener, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  const answers = await Promise.all(
    [postInit(GOOD.resolve), { ...postInit({}), body: '{"key":' }].map((init) =>
      fetch(`http://127.0.0.1:${addressOf(server).port}/v1/resolve`, init),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  expect(await answers[1]?.json()).toMatchObject({
    detail: expect.stringMatching(/^The body is not valid JSON at position 7 /),
  });
});

describe('keys, limits and logs', () => {
  const keys = { check: (key: string | null) => (key === 'hck_good' ? 'id1' : undefined) };

  it('only a valid key opens /k/v1; /v1 ignores the header; health is public', async () => {
    const keyed = createHttpApp(fakeService(), { keys });
    const ask = (path: string, key?: string) =>
      keyed.request(path, postInit(GOOD.resolve, key === undefined ? {} : { 'x-api-key': key }));
    const missing = await problemOf(ask('/k/v1/resolve'));
    expect(missing).toMatchObject({ type: '/problems/unauthorized', status: 401, dataset: STAMP });
    expect(await problemOf(ask('/k/v1/resolve', 'hck_bad'))).toEqual(missing);
    expect((await ask('/k/v1/resolve', 'hck_good')).status).toBe(200);
    expect((await ask('/v1/resolve', 'hck_bad')).status).toBe(200);
    expect((await keyed.request('/k/v1/health')).status).toBe(200);
    expect(
      (
        await createHttpApp(fakeService()).request(
          '/k/v1/resolve',
          postInit(GOOD.resolve, { 'x-api-key': 'hck_good' }),
        )
      ).status,
    ).toBe(401);
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
    const limited = createHttpApp(fakeService(), {
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
    const slow = createHttpApp(fakeService(), {
      keys: { check: async (key) => keys.check(key) },
      limiters: { key: { limit: 1, hit: async () => 3 } },
    });
    expect((await slow.request('/k/v1/search', postInit(GOOD.search))).status).toBe(429);
  });

  it('logs one line a request, without key, body or query', async () => {
    const lines: RequestLine[] = [];
    const logged = createHttpApp(fakeService(), {
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
