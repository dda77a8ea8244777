/** What the platform hands to the application: keys, limits, logs, and what probes are told. */
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DatasetUnavailable } from '../../runtime/dataset/dataset.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import type { AppOptions, RequestLine } from '../../runtime/http/options.ts';
import { ConfigError } from '../../runtime/node/config.ts';
import { addressOf, listenOn, nodeListener } from '../../runtime/node/listener.ts';
import { createMetrics } from '../../runtime/node/metrics.ts';
import { serverConfig } from '../../runtime/node/server-config.ts';
import type { Service } from '../../runtime/service.ts';
import { vectors } from '../vectors.ts';
import { problemOf } from './answered.ts';
import { BUG, fakeService, GOOD, noService, postInit, STAMP, serviceWith } from './fake.ts';

it('a request sees one snapshot, taken before it is read', async () => {
  const snapshot = vi.fn(fakeService().snapshot);
  await createHttpApp({ snapshot }).request('/v1/resolve', postInit({}));
  expect(snapshot).toHaveBeenCalledOnce();
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
  const listener: RequestListener = async (request, response) =>
    handle(Object.assign(request, { rawBody: await buffer(request) }), response as never);
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

it('one line a request is logged, and the cause of a 500, without key, body or query', async () => {
  const lines: RequestLine[] = [];
  const errors: [error: unknown, where: object][] = [];
  const app = createHttpApp(fakeService(), {
    keys: { check: (key) => (key === 'hck_good' ? 'id1' : undefined) },
    client: () => '192.0.2.7',
    log: { request: (line) => lines.push(line), error: (...entry) => errors.push(entry) },
  });
  await app.request('/k/v1/resolve?x=hck_query', postInit(GOOD.resolve, { 'x-api-key': 'hck_good' }));
  await app.request('/k/v1/setting/hck_0123abcXYZ', { headers: { 'x-api-key': 'hck_wrong' } });
  await app.request('/v1/resolve?key=hck_abc', postInit({ key: BUG, value: 'v' }));
  const resolve = { method: 'POST', client: '192.0.2.7' };
  expect(lines).toMatchObject([
    { ...resolve, path: '/k/v1/resolve', status: 200, tier: 'key', keyId: 'id1' },
    { status: 401, problem: 'unauthorized' },
    { ...resolve, path: '/v1/resolve', status: 500, problem: 'internal', tier: 'anonymous' },
  ]);
  expect(errors).toEqual([[expect.any(TypeError), { method: 'POST', path: '/v1/resolve' }]]);
  expect(JSON.stringify([lines, errors])).not.toMatch(/hck_[\da-z]/i);
});

it.each([
  ['cannot be read', () => Promise.reject(new DatasetUnavailable('6a69d203/a.json', '/srv/secret/dist'))],
  ['is read without end', () => new Promise<never>(() => {})],
])('/readyz is a 503 where a file %s', async (_, probe) => {
  const problem = await problemOf(createHttpApp(serviceWith({ probe })).request('/readyz'));
  expect(problem).toMatchObject({ status: 503, dataset: STAMP });
  expect(JSON.stringify(problem)).not.toContain('secret');
});

describe('/metrics', () => {
  beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(Date.parse(STAMP.generatedAt) + 5000));
  afterEach(() => void vi.restoreAllMocks());
  const measured = (service: Service, metrics = createMetrics(service)) => {
    const limiter = { limit: 1, hit: (client: string) => (client === 'busy' ? 9 : 0) };
    return createHttpApp(service, {
      log: { request: metrics.observe, error: () => {} },
      limiters: { anonymous: limiter },
      client: (request) => request.headers.get('x-client') ?? '',
      metrics: metrics.text,
    });
  };

  it('counts by route and status, measures times, and tells of the dataset', async () => {
    const service = { ...fakeService(), stats: () => ({ shardsLoaded: 7, swapsRefused: 2 }) };
    const metrics = createMetrics(service);
    const app = measured(service, metrics);
    for (let n = 0; n < 3; n++) await app.request('/v1/search', postInit(GOOD.search));
    await app.request('/v1/search', postInit(GOOD.search, { 'x-client': 'busy' }));
    await app.request('/v1/setting/nobody.knows');
    await app.request('/wp-login.php?secret=1');
    metrics.cut();
    const response = await app.request('/metrics');
    expect(response.headers.get('content-type')).toContain('version=0.0.4');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    const samples = readFileSync(new URL('../vectors/metrics.txt', import.meta.url), 'utf8');
    expect(text.split('\n')).toEqual(expect.arrayContaining(samples.trimEnd().split('\n')));
    expect(text).not.toMatch(/secret|wp-login/);
  });

  it('has no sample of what is not known', async () => {
    const text = await (await measured(noService).request('/metrics')).text();
    const samples = text.split('\n').filter((line) => /^hivecheck_(?:dataset|shards)/.test(line));
    expect(samples).toEqual([]);
  });
});

describe('serverConfig', () => {
  type Row = [env: Record<string, string>, flags: object, config: object];
  const rows = vectors<Row>('environments');
  /** The first row has what each of the others changes; null: not set. */
  const expected = (config: object) =>
    Object.entries({ ...rows[0]?.[2], ...config }).filter(([, value]) => value !== null);

  it.each(rows)('of %j and the flags %j', (env, flags, config) => {
    expect(serverConfig(env, flags)).toEqual(Object.fromEntries(expected(config)));
  });

  it.each(vectors<[string, string]>('bad-environment'))('names %s when it is %s', (variable, text) => {
    expect(() => serverConfig({ [variable]: text })).toThrow(ConfigError);
    expect(() => serverConfig({ [variable]: text })).toThrow(new RegExp(`^${variable}.*[^.]\\.$`));
  });
});
