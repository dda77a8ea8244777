import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../runtime/http/problem.ts';
import { bodyOf, problemOf } from './answered.ts';
import { BROKEN_SHARD, BUG, GOOD, postInit, SLUG, STAMP } from './fake.ts';
import { describeMatrix } from './matrix.ts';

describeMatrix('every endpoint', (ask) => {
  describe('methods and paths', () => {
    it.each([
      ['GET', '/v1/resolve', 'POST, OPTIONS'],
      ['HEAD', '/v1/csp', 'POST, OPTIONS'],
      ['PUT', '/v1/search', 'POST, OPTIONS'],
      ['POST', `/v1/setting/${SLUG}`, 'GET, HEAD, OPTIONS'],
      ['DELETE', '/k/v1/health', 'GET, HEAD, OPTIONS'],
      ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ])('%s %s is a 405 with Allow', async (method, path, allow) => {
      const response = await ask(path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe(allow);
      if (method !== 'HEAD') expect((await problemOf(response)).type).toBe('/problems/method-not-allowed');
    });

    it('OPTIONS answers a preflight', async () => {
      const response = await ask('/k/v1/resolve', {
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
      const problem = await problemOf(ask(path));
      expect(problem).toMatchObject({ type: '/problems/unknown-endpoint', status: 404, dataset: STAMP });
      expect(JSON.stringify(problem)).not.toContain('secret');
    });

    it.each(Object.entries(PROBLEMS))('the problem %s has a page', async (name, { title, status }) => {
      const response = await ask(`/problems/${name}`);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const page = await response.text();
      expect(page).toContain(title);
      expect(page).toContain(String(status));
    });

    it('the index names the OpenAPI document', async () => {
      expect((await bodyOf(await ask('/'))).openapi).toBe('/openapi.json');
    });
  });

  describe('faults', () => {
    it('a broken shard is a 503 without the machine’s path; other questions are answered', async () => {
      const response = await ask('/v1/resolve', postInit({ key: BROKEN_SHARD, value: 'v' }));
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      const problem = await problemOf(response);
      expect(problem).toMatchObject({ type: '/problems/dataset-unavailable', status: 503, dataset: STAMP });
      expect(JSON.stringify(problem)).not.toContain('secret');
      expect((await ask('/v1/resolve', postInit(GOOD.resolve))).status).toBe(200);
    });

    it('a bug is a bare 500', async () => {
      const problem = await problemOf(ask('/v1/resolve', postInit({ key: BUG, value: 'v' })));
      expect(problem).toMatchObject({ type: '/problems/internal', status: 500, dataset: STAMP });
      expect(JSON.stringify(problem)).not.toMatch(/secret|\.ts|TypeError/);
    });

    it('without a dataset every endpoint is a 503 without a stamp, and the pages are served', async () => {
      for (const [path, init] of [
        ['/v1/resolve', postInit(GOOD.resolve)],
        [`/v1/setting/${SLUG}`, {}],
        ['/v1/health', {}],
        ['/k/v1/health', {}],
      ] as const) {
        const problem = await problemOf(ask(path, init, 'empty'));
        expect(problem).toMatchObject({ type: '/problems/dataset-unavailable', status: 503 });
        expect(problem).not.toHaveProperty('dataset');
      }
      expect((await ask('/openapi.json', {}, 'empty')).status).toBe(200);
    });
  });
});
