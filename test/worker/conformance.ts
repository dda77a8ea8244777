/** What a server of the compiled dataset must answer, whatever it runs in: the same tests for Node and for workerd. */
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../cli/answers.ts';
import type { Health } from '../../runtime/contract/answers.ts';
import type { CspEntry, PairEntry, SettingEntry } from '../../runtime/format/format.ts';
import { postInit } from '../http/fake.ts';
import { newClient } from '../mcp/clients.ts';
import { expectEqual, expectSame } from '../same.ts';
import { type Compiled, sample } from './compiled.ts';

export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

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
      for (const [pair, { any }] of sample<PairEntry>(compiled(), 'resolve/en-US', STEP)) {
        const [key = '', value = ''] = pair.split('\0');
        const lang = ['en-US', 'fr-FR', 'de-DE'][key.length % 3];
        const body = await envelope('/v1/resolve', postInit({ key: `HKLM\\${key}`, value, lang }));
        const found = body.result.matches?.map(({ slug }) => slug);
        expect(found).toEqual(expect.arrayContaining(any.matches.map(({ slug }) => slug)));
      }
    });

    it('resolve judges, and says why nothing was found', async () => {
      const key = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU';
      const targetOs = 'Windows 11 24H2';
      const judged = await envelope('/v1/resolve', postInit({ key, value: 'NoAutoUpdate', targetOs }));
      expect(judged.result.matches?.map(({ slug }) => slug)).toContain('windowsupdate.autoupdatecfg');
      const verdicts = JSON.stringify(judged.result);
      expect(verdicts).toMatch(/"verdict":"(?:supported|unsupported|unverified|unknown)"/);
      const nothing = await envelope('/v1/resolve', postInit({ key, value: 'NobodyWritesThis' }));
      expect(nothing).toMatchObject({ result: { matches: [] }, confidence: 'none' });
      expect(nothing.result.reason).toMatch(/./);
      expect(nothing.result.nearest?.length).toBeGreaterThan(0);
    });

    it('csp finds the settings behind nodes', async () => {
      const nodes = sample<CspEntry>(compiled(), 'csp/en-US', STEP);
      // A name that is made at run time stands for any: those paths are asked with one.
      for (const [path, { matches }] of nodes) {
        const body = await envelope('/v1/csp', postInit({ omaUri: path.replaceAll('{}', 'Any') }));
        const found = body.result.matches?.map(({ slug }) => slug);
        expect(found, path).toEqual(expect.arrayContaining(matches.map(({ slug }) => slug)));
      }
    });

    it('search finds settings by their words', async () => {
      const body = await envelope('/v1/search', postInit({ q: 'configure automatic updates', limit: 5 }));
      expect(body.result.matches?.map(({ slug }) => slug)).toContain('windowsupdate.autoupdatecfg');
      const french = await envelope('/v1/search', postInit({ q: 'mises à jour automatiques', lang: 'fr' }));
      expect(french.result.matches?.length).toBeGreaterThan(0);
    });

    it('setting hands out records, by slug and by policyId', async () => {
      for (const lang of ['en-US', 'fr-FR']) {
        for (const [slug, entry] of sample<Partial<SettingEntry>>(compiled(), `setting/${lang}`, STEP)) {
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
      const calls = Array.from({ length: 50 }, async (_, n) => {
        const args = { key: 'HKLM\\a', value: `v${n}` };
        return JSON.stringify(await client.callTool({ name: 'resolve', arguments: args }));
      });
      for (const [n, answer] of (await Promise.all(calls)).entries()) expect(answer).toContain(`v${n}`);
      await client.close();
    });
  });

  it('a page of elsewhere may not call /mcp, a wrong key is refused', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = 'application/json, text/event-stream';
    const foreign = await ask('/mcp', postInit(body, { accept, origin: 'https://elsewhere.example' }));
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { type: '/problems/forbidden' }]);
    const keyed = await ask('/mcp', postInit(body, { accept, 'x-api-key': 'hck_wrong' }));
    expect([keyed.status, await keyed.json()]).toMatchObject([401, { type: '/problems/unauthorized' }]);
  });
}
