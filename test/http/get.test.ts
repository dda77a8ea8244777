import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bodyOf, problemOf } from './answered.ts';
import { POLICY_ID, SLUG, STAMP } from './fake.ts';
import { describeMatrix } from './matrix.ts';

/** Without those of the connection and the length, which platforms add. */
function ownHeaders({ headers }: Response): Record<string, string> {
  const added = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'];
  return Object.fromEntries([...headers].filter(([name]) => !added.includes(name)));
}

describeMatrix('GET', (ask, platform) => {
  describe.each(['', '/k'])('under %s/v1', (prefix) => {
    const headers = { 'x-api-key': 'hck_good' };

    it('only answers without a key are for shared caches', async () => {
      const [wanted, other] = prefix === '' ? ['public', 'private'] : ['private', 'public'];
      const paths = [`setting/${SLUG}`, 'coverage', 'changes?since=6a69d202', 'changes.atom'];
      for (const path of paths) {
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
      expect((await ask('/k/v1/coverage')).headers.get('cache-control')).toBe('no-store');
    });
  });

  describe('settings', () => {
    const langOf = async (path: string, headers: Record<string, string> = {}) => {
      const response = await ask(path, { headers });
      return {
        lang: (await bodyOf(response)).query?.lang,
        vary: response.headers.get('vary'),
        status: response.status,
      };
    };

    it('takes a policyId, percent-encoded or not', async () => {
      for (const id of [POLICY_ID, encodeURIComponent(POLICY_ID), SLUG.replace('.', '%2E')]) {
        expect((await ask(`/v1/setting/${id}`)).status).toBe(200);
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
        const problem = await problemOf(ask(`/v1/setting/${slug}`));
        expect(problem).toMatchObject({ type: '/problems/unknown-setting', status: 404, dataset: STAMP });
        expect(problem).toMatchObject({
          detail: expect.stringContaining('search, resolve and csp give slugs'),
        });
      },
    );
  });

  describe('GET answers', () => {
    const paths = [
      `/v1/setting/${SLUG}`,
      '/v1/coverage',
      '/v1/changes?since=6a69d202',
      '/v1/changes.atom',
      '/',
      '/about',
      '/openapi.json',
      '/problems/internal',
    ];

    it.each(paths)('%s carries a strong tag that If-None-Match honours', async (path) => {
      const first = await ask(path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[^"]+"$/);
      expect(first.headers.get('cache-control')).toContain('public');
      for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*', ` "a,b" ,W/${tag}`]) {
        const again = await ask(path, { headers: { 'if-none-match': header } });
        expect(again.status).toBe(304);
        expect(await again.text()).toBe('');
        expect(again.headers.get('etag')).toBe(tag);
        expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
      }
      const whole = tag.slice(1, -1);
      for (const header of [
        '"other"',
        whole,
        '""',
        `abc${tag}`,
        `"a"${tag}`,
        `${tag}x`,
        `W/ ${tag}`,
        `x, ${tag}`,
      ]) {
        expect((await ask(path, { headers: { 'if-none-match': header } })).status).toBe(200);
      }
    });

    it.each(paths)('HEAD %s is GET without the body', async (path) => {
      // Documents have another length for who accepts a compressed one.
      const headers = { 'accept-encoding': 'identity' };
      const get = await ask(path, { headers });
      const head = await ask(path, { method: 'HEAD', headers });
      const length = new TextEncoder().encode(await get.text()).length;
      expect(head.status).toBe(get.status);
      expect(await head.text()).toBe('');
      // workerd leaves the length of a body that is not sent out.
      const declared = head.headers.get('content-length');
      if (platform !== 'in workerd') expect(declared).toBe(String(length));
      expect(ownHeaders(head)).toEqual(ownHeaders(get));
    });

    it('a compressed document is compressed once', async () => {
      const packed = await ask('/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
      expect(packed.headers.get('content-encoding')).toBe('gzip');
      expect(packed.headers.get('etag')).toMatch(/^"page-[\da-f]{16}-gzip"$/);
      const bytes = Buffer.from(await packed.arrayBuffer());
      // A client over a socket has unpacked what the header names.
      const text = (platform === 'in process' ? gunzipSync(bytes) : bytes).toString();
      const plain = await ask('/openapi.json', { headers: { 'accept-encoding': 'identity' } });
      expect(text).toBe(await plain.text());
    });

    it('another language is another tag', async () => {
      const tag = async (lang: string) => (await ask(`/v1/setting/${SLUG}?lang=${lang}`)).headers.get('etag');
      expect(await tag('fr')).not.toBe(await tag('en'));
    });
  });
});
