/** What orchestrators, Prometheus and newcomers ask. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatasetUnavailable } from '../../runtime/dataset/dataset.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { createMetrics } from '../../runtime/node/metrics.ts';
import type { Service } from '../../runtime/service.ts';
import { problemOf } from './answered.ts';
import { FakeSnapshot, fakeService, GOOD, noService, postInit, STAMP } from './fake.ts';
import { describeMatrix } from './matrix.ts';

describeMatrix('probes and pages', (ask) => {
  it('is alive with and without a dataset, and while it shuts down', async () => {
    for (const fixture of ['full', 'empty', 'stopping', 'limited'] as const) {
      const response = await ask('/livez', {}, fixture);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(await response.json()).toEqual({ status: 'alive' });
    }
  });

  it('is ready with a dataset only, and not while it shuts down', async () => {
    const ready = await ask('/readyz', {}, 'limited');
    expect([ready.status, ready.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await ready.json()).toEqual({ status: 'ready', dataset: STAMP });
    for (const fixture of ['empty', 'stopping'] as const) {
      const problem = await problemOf(ask('/readyz', {}, fixture));
      expect(problem).toMatchObject({ type: '/problems/dataset-unavailable', status: 503 });
    }
    expect((await ask('/readyz', { method: 'HEAD' })).status).toBe(200);
    expect((await ask('/readyz', { method: 'POST' })).status).toBe(405);
  });

  it('tells whom to ask for a key', async () => {
    const about = (await (await ask('/about')).json()) as Record<string, string>;
    expect(about.keys).toContain('keys@example.org');
    expect(about.disclaimer).toContain('without warranty');
  });

  it('has no metrics unless the platform measures', async () => {
    expect((await ask('/metrics')).status).toBe(404);
  });
});

describe('/readyz', () => {
  const serving = (probe: () => Promise<void>) => {
    const snapshot = Object.assign(new FakeSnapshot(), { probe });
    return createHttpApp({ snapshot: () => snapshot });
  };

  it('is a 503 where a file cannot be read', async () => {
    const app = serving(async () => {
      throw new DatasetUnavailable('6a69d203/resolve/0a.json', '/srv/secret/dist');
    });
    const problem = await problemOf(app.request('/readyz'));
    expect(problem).toMatchObject({ status: 503, dataset: STAMP });
    expect(JSON.stringify(problem)).not.toContain('secret');
  });

  it('does not wait for a read that never ends', async () => {
    const app = serving(() => new Promise(() => {}));
    expect((await problemOf(app.request('/readyz'))).status).toBe(503);
  });
});

describe('/metrics', () => {
  beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(Date.parse(STAMP.generatedAt) + 5000));
  afterEach(() => void vi.restoreAllMocks());
  const metricsOf = (service: Service) => createMetrics(service);
  const measured = (service: Service, metrics = metricsOf(service)) => {
    const limiter = { limit: 1, hit: (client: string) => (client === 'busy' ? 9 : 0) };
    return createHttpApp(service, {
      log: { request: metrics.observe, error: () => {} },
      limiters: { anonymous: limiter },
      client: (request) => request.headers.get('x-client') ?? '',
      metrics: metrics.text,
    });
  };

  it('counts by route and status, measures times, and tells of the dataset', async () => {
    const stats = () => ({ shardsLoaded: 7, swapsRefused: 2 });
    const service = { ...fakeService(), stats };
    const metrics = metricsOf(service);
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
    for (const sample of [
      'hivecheck_requests_total{endpoint="/v1/search",status="200"} 3',
      'hivecheck_requests_total{endpoint="/v1/search",status="429"} 1',
      'hivecheck_requests_total{endpoint="/v1/setting/:slug",status="404"} 1',
      'hivecheck_requests_total{endpoint="/**",status="404"} 1',
      'hivecheck_request_duration_seconds_count{endpoint="/v1/search"} 4',
      'hivecheck_rate_limited_total{tier="anonymous"} 1',
      'hivecheck_answers_cut_total 1',
      'hivecheck_dataset_info{version="6a69d203"} 1',
      'hivecheck_dataset_age_seconds 5',
      'hivecheck_shards_loaded 7',
      'hivecheck_dataset_swaps_refused 2',
    ]) {
      expect(text.split('\n')).toContain(sample);
    }
    expect(text).not.toMatch(/secret|wp-login/);
  });

  it('has no sample of what is not known', async () => {
    const text = await (await measured(noService).request('/metrics')).text();
    const samples = text.split('\n').filter((line) => /^hivecheck_(?:dataset|shards)/.test(line));
    expect(samples).toEqual([]);
  });
});
