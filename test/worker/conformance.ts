/** What a server of the compiled dataset must answer, whatever it runs in: the same tests for Node and for workerd. */
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../cli/envelope.ts';
import type { Health } from '../../runtime/contract/answers.ts';
import type { CspEntry, PairEntry, SettingEntry } from '../../runtime/format/format.ts';
import { newClient } from '../mcp/clients.ts';
import { expectEqual, expectSame } from '../same.ts';
import { type Compiled, sample } from './compiled.ts';

export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

export function post(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** Of the 16,000 pairs and 12,000 settings one in so many is asked for. */
const STEP = 120;

export function conformance(ask: Ask, compiled: () => Compiled): void {
  const envelope = async (path: string, init?: RequestInit): Promise<Envelope> => {
    const response = await ask(path, init);
    expectSame(response.status, 200);
    expectSame(response.headers.get('content-type'), 'application/json; charset=utf-8');
    expectSame(response.headers.get('x-service-tier'), 'anonymous');
    const body = (await response.json()) as Envelope;
    const { version, generatedAt } = compiled().manifest;
    expectEqual(body.dataset, { version, generatedAt });
    return body;
  };

  describe('the five endpoints', () => {
    it('resolve finds pairs all over the dataset, in each language', async () => {
      for (const [pair, { any }] of await sample<PairEntry>(compiled(), 'resolve/en-US', STEP)) {
        const [key = '', value = ''] = pair.split('\0');
        const lang = ['en-US', 'fr-FR', 'de-DE'][key.length % 3];
        const body = await envelope('/v1/resolve', post({ key: `HKLM\\${key}`, value, lang }));
        const found = body.result.matches?.map(({ slug }) => slug);
        expect(found).toEqual(expect.arrayContaining(any.matches.map(({ slug }) => slug)));
      }
    });

    it('resolve judges, and says why nothing was found', async () => {
      const key = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU';
      const targetOs = 'Windows 11 24H2';
      const judged = await envelope('/v1/resolve', post({ key, value: 'NoAutoUpdate', targetOs }));
      expect(judged.result.matches?.map(({ slug }) => slug)).toContain('windowsupdate.autoupdatecfg');
      const verdicts = JSON.stringify(judged.result);
      expect(verdicts).toMatch(/"verdict":"(?:supported|unsupported|unverified|unknown)"/);
      const nothing = await envelope('/v1/resolve', post({ key, value: 'NobodyWritesThis' }));
      expect(nothing).toMatchObject({ result: { matches: [] }, confidence: 'none' });
      expect(nothing.result.reason).toMatch(/./);
      expect(nothing.result.nearest?.length).toBeGreaterThan(0);
    });

    it('csp finds the settings behind nodes', async () => {
      const nodes = await sample<CspEntry>(compiled(), 'csp/en-US', STEP);
      // A name that is made at run time stands for any: those paths are asked with one.
      for (const [path, { matches }] of nodes) {
        const body = await envelope('/v1/csp', post({ omaUri: path.replaceAll('{}', 'Any') }));
        const found = body.result.matches?.map(({ slug }) => slug);
        expect(found, path).toEqual(expect.arrayContaining(matches.map(({ slug }) => slug)));
      }
    });

    it('search finds settings by their words', async () => {
      const body = await envelope('/v1/search', post({ q: 'configure automatic updates', limit: 5 }));
      expect(body.result.matches?.map(({ slug }) => slug)).toContain('windowsupdate.autoupdatecfg');
      const french = await envelope('/v1/search', post({ q: 'mises à jour automatiques', lang: 'fr' }));
      expect(french.result.matches?.length).toBeGreaterThan(0);
    });

    it('setting hands out records, by slug and by policyId', async () => {
      for (const lang of ['en-US', 'fr-FR']) {
        for (const [slug, entry] of await sample<Partial<SettingEntry>>(
          compiled(),
          `setting/${lang}`,
          STEP,
        )) {
          const { setting } = entry;
          // Of a setting without a text in the language only the sentences are stored.
          if (setting === undefined) continue;
          const body = await envelope(`/v1/setting/${slug}?lang=${lang}`);
          expectEqual(body.result.setting, setting);
          const same = await envelope(
            `/v1/setting/${encodeURIComponent(setting.policyId)}?lang=${lang.slice(0, 2)}`,
          );
          expectSame(same.result.setting?.slug, slug);
        }
      }
    });

    it('health counts the dataset', async () => {
      const { version, counts, languages } = compiled().manifest;
      const health = (await (await ask('/v1/health')).json()) as Health;
      expect(health).toMatchObject({ status: 'ok', dataset: { version }, counts, languages });
    });
  });

  describe.each(['legacy', 'modern'] as const)('tools of an agent, %s era', (era) => {
    const connected = async (): Promise<Client> => {
      const client = newClient(era);
      const path = (url: string | URL) => new URL(url).pathname;
      const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
        fetch: (url, init) => ask(path(url), init),
      });
      await client.connect(transport);
      return client;
    };

    it('every tool answers from the dataset', async () => {
      const client = await connected();
      expect(client.getProtocolEra()).toBe(era);
      const key = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU';
      const { version, generatedAt } = compiled().manifest;
      const calls: Record<string, Record<string, unknown>> = {
        verify: { items: [{ key, value: 'AUOptions', data: 4 }], targetOs: 'Windows 11 24H2' },
        convert: { items: [{ key, value: 'AUOptions', type: 'REG_DWORD', data: 4 }], to: 'reg' },
        resolve: { key, value: 'AUOptions' },
        csp: { omaUri: './Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd' },
        search: { q: 'configure automatic updates' },
        setting: { slug: 'windowsupdate.autoupdatecfg' },
        changes: { since: version, items: [{ key, value: 'AUOptions' }] },
        coverage: {},
      };
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(Object.keys(calls));
      for (const [name, args] of Object.entries(calls)) {
        const result = await client.callTool({ name, arguments: args });
        expect(result.isError, name).toBeFalsy();
        expect(result.structuredContent).toMatchObject({ dataset: { version, generatedAt } });
      }
      const wrong = await client.callTool({ name: 'resolve', arguments: { key } });
      expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('value') }] });
      const { contents } = await client.readResource({ uri: 'hivecheck://coverage' });
      expect(JSON.stringify(contents)).toContain(version);
      await client.close();
    });

    it('50 at once are all answered', async () => {
      const client = await connected();
      const name = 'resolve';
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          client.callTool({ name, arguments: { key: 'HKLM\\a', value: `v${n}` } }),
        ),
      );
      expect(answers.every((answer, n) => JSON.stringify(answer).includes(`v${n}`))).toBe(true);
      await client.close();
    });
  });

  it('a page of elsewhere may not call /mcp, a wrong key is refused', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = 'application/json, text/event-stream';
    const foreign = await ask('/mcp', post(body, { accept, origin: 'https://elsewhere.example' }));
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { type: '/problems/forbidden' }]);
    const keyed = await ask('/mcp', post(body, { accept, 'x-api-key': 'hck_wrong' }));
    expect([keyed.status, await keyed.json()]).toMatchObject([401, { type: '/problems/unauthorized' }]);
  });

  describe('headers', () => {
    it('GET has a strong tag that If-None-Match honours, HEAD has no body', async () => {
      const path = '/v1/setting/windowsupdate.autoupdatecfg';
      const plain = { 'accept-encoding': 'identity' };
      const first = await ask(path, { headers: plain });
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[^"]+"$/);
      await first.arrayBuffer();
      const again = await ask(path, { headers: { 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const head = await ask(path, { method: 'HEAD', headers: plain });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    });

    it('OPTIONS answers a preflight, any origin may ask', async () => {
      const response = await ask('/v1/resolve', { method: 'OPTIONS' });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    });

    it('the OpenAPI document and the pages of problems are served', async () => {
      expect(await (await ask('/openapi.json')).json()).toMatchObject({
        openapi: expect.stringMatching(/^3\.1\.\d+$/),
      });
      const page = await ask('/problems/body-too-large');
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await page.text()).toContain('16');
    });
  });

  const sound = { key: 'HKLM\\a', value: 'b' };
  const problems: [name: string, status: number, path: string, init?: RequestInit][] = [
    ['malformed-body', 400, '/v1/resolve', post('{"key":')],
    ['malformed-body', 400, '/v1/csp', post('[]')],
    ['malformed-body', 400, '/v1/search', post('')],
    ['invalid-request', 400, '/v1/resolve', post({ key: 'a' })],
    ['invalid-request', 400, '/v1/resolve', post({ ...sound, lang: 'xx' })],
    ['invalid-request', 400, '/v1/csp', post({ omaUri: './a', scope: 'Machine' })],
    ['invalid-request', 400, '/v1/search', post({ q: ' ', limit: 99 })],
    ['invalid-request', 400, '/v1/setting/a.b?lang=xx'],
    ['unauthorized', 401, '/k/v1/resolve', post(sound)],
    ['unauthorized', 401, '/k/v1/resolve', post(sound, { 'x-api-key': 'hck_wrong' })],
    ['unknown-setting', 404, '/v1/setting/nobody.knows'],
    ['unknown-setting', 404, '/v1/setting/%FF'],
    ['unknown-setting', 404, '/v1/setting/__proto__'],
    ['unknown-endpoint', 404, '/v1/nothing'],
    ['unknown-endpoint', 404, '/v2/resolve', post(sound)],
    ['method-not-allowed', 405, '/v1/resolve'],
    ['method-not-allowed', 405, '/v1/health', { method: 'DELETE' }],
    ['body-too-large', 413, '/v1/resolve', post({ ...sound, x: 'x'.repeat(17_000) })],
    ['unsupported-media-type', 415, '/v1/search', post({ q: 'a' }, { 'content-type': 'text/plain' })],
    ['unsupported-media-type', 415, '/v1/search', post({ q: 'a' }, { 'content-encoding': 'gzip' })],
  ];
  describe('problems', () => {
    it.each(problems)('%s (%i): %s %j', async (name, status, path, init) => {
      const response = await ask(path, init);
      expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      const body = (await response.json()) as Record<string, unknown>;
      const { version, generatedAt } = compiled().manifest;
      expect(body).toMatchObject({
        type: `/problems/${name}`,
        status,
        instance: path.split('?')[0],
        dataset: { version, generatedAt },
      });
      expect(response.status).toBe(status);
      if (name === 'invalid-request')
        expect(body.errors).toEqual(expect.arrayContaining([expect.anything()]));
      if (name === 'method-not-allowed') expect(response.headers.get('allow')).toContain('OPTIONS');
    });
  });
}
