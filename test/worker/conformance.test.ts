/** The compiled dataset, served in workerd from a static host: its answers are those that are given in process. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { Health } from '../../runtime/contract/answers.ts';
import type { CspEntry, PairEntry, SettingEntry } from '../../runtime/format/format.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { nginxHost, nginxVersion, plainHost } from '../dataset/hosts.ts';
import { bundleWorker, runWorker } from '../dataset/workerd.ts';
import { postInit } from '../http/fake.ts';
import { call, overHttp } from '../mcp/clients.ts';
import { expectSame } from '../same.ts';
import { bytesBelow } from '../scratch.ts';
import { vectors } from '../vectors.ts';

/**
 * Bytes, gzipped. A worker that is paid for by its start-up time is to stay small. 100,000 of them are the SDK of the
 * Model Context Protocol with zod: parsed with the rest, run when `/mcp` is first asked. 17,000 are flexsearch.
 */
const BUNDLE_BUDGET = 330_000;
/** Of the 16,000 pairs and 12,000 settings one in so many is asked for. */
const STEP = 200;
const AU = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU';

const dist = await corpusDist();
const { ask, dataset } = await corpus();
const sample = <T>(index: string) => entriesOf<T>(dist, index).filter((_, at) => at % STEP === 0);

const { code, external } = await bundleWorker(join(import.meta.dirname, '../../runtime/worker.ts'));
const plain = nginxVersion === undefined;
const host = plain ? await plainHost(await bytesBelow(dist)) : await nginxHost(dist);
const worker = await runWorker(code, { HIVECHECK_DATASET: host.url });
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

/** All over the dataset, in three languages. */
function* questions(): Generator<[path: string, body?: object]> {
  const targetOs = 'Windows 11 24H2';
  for (const [at, [pair]] of sample<PairEntry>('resolve/en-US').entries()) {
    const [key = '', value = ''] = pair.split('\0');
    yield ['resolve', { key: `HKLM\\${key}`, value, lang: ['en-US', 'fr-FR', 'de-DE'][at % 3], targetOs }];
  }
  yield ['resolve', { key: AU, value: 'NobodyWritesThis' }];
  // A name that is made at run time stands for any: those paths are asked with one.
  for (const [path] of sample<CspEntry>('csp/en-US')) yield ['csp', { omaUri: path.replaceAll('{}', 'Any') }];
  for (const [slug, { setting }] of sample<Partial<SettingEntry>>('setting/en-US')) {
    yield [`setting/${slug}?lang=fr`];
    yield [`setting/${encodeURIComponent(setting?.policyId ?? slug)}?lang=en-US`];
  }
  yield ['search', { q: 'configure automatic updates', limit: 5 }];
  yield ['search', { q: 'mises à jour automatiques', lang: 'fr' }];
  yield ['verify', { items: [{ key: AU, value: 'AUOptions', data: 4 }], targetOs }];
  yield ['coverage'];
}

describe(`in workerd, from a static host (${nginxVersion ?? 'plain HTTP server'})`, () => {
  it('the bundle names nothing of Node and keeps to its budget', () => {
    // What is left to import would be a module of Node's, or of one host alone.
    expect(external).toEqual([]);
    // Compared as a list: a failure would otherwise print the whole bundle.
    expect(code.match(/["'`]node:[\w/]+|\brequire\(["'`][^)]{0,40}/g) ?? []).toEqual([]);
    expect(code.match(/\bprocess\.versions\b|\bBuffer\.from\b/g) ?? []).toEqual([]);
    expect(gzipSync(code).length).toBeLessThan(BUNDLE_BUDGET);
  });

  it('every answer is the one in process, with its headers', async () => {
    const app = createHttpApp({ snapshot: () => ask });
    let asked = 0;
    for (const [path, body] of questions()) {
      const init = body === undefined ? {} : postInit(body);
      const [there, here] = await Promise.all([
        fetch(`${worker.url}/v1/${path}`, init),
        app.request(`/v1/${path}`, init),
      ]);
      expectSame(there.status, 200, path);
      for (const name of ['content-type', 'cache-control', 'etag', 'x-service-tier'])
        expectSame(there.headers.get(name), here.headers.get(name), `${name} of ${path}`);
      expectSame(await there.text(), await here.text(), path);
      asked++;
    }
    expect(asked).toBeGreaterThan(250);
  });

  it('health counts the dataset', async () => {
    const { version, counts, languages } = dataset.manifest;
    const health = (await (await fetch(`${worker.url}/v1/health`)).json()) as Health;
    expect(health).toMatchObject({ status: 'ok', dataset: { version }, counts, languages });
  });

  it.each(['legacy', 'modern'] as const)('tools of an agent, %s era', async (era) => {
    const client = await overHttp(worker.url, era);
    expect(client.getProtocolEra()).toBe(era);
    const { version, generatedAt } = dataset.manifest;
    const calls: [tool: string, args: Record<string, unknown>][] = [
      ...vectors<[string, Record<string, unknown>]>('mcp-calls'),
      ['changes', { since: version, items: [{ key: AU, value: 'AUOptions' }] }],
    ];
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...new Set(calls.map(([name]) => name))].sort());
    for (const [name, args] of calls) {
      const result = await call(client, name, args);
      expect(result.isError, name).toBeFalsy();
      expect(result.structuredContent).toMatchObject({ dataset: { version, generatedAt } });
    }
    const wrong = await call(client, 'resolve', { key: AU });
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('value') }] });
    const { contents } = await client.readResource({ uri: 'hivecheck://coverage' });
    expect(JSON.stringify(contents)).toContain(version);
    const many = Array.from({ length: 50 }, async (_, n) =>
      JSON.stringify(await call(client, 'resolve', { key: 'HKLM\\a', value: `v${n}` })),
    );
    for (const [n, answer] of (await Promise.all(many)).entries()) expect(answer).toContain(`v${n}`);
    await client.close();
  });

  it('a page of elsewhere may not call /mcp, a wrong key is refused', async () => {
    const accept = 'application/json, text/event-stream';
    const post = async (headers: Record<string, string>) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const response = await fetch(`${worker.url}/mcp`, postInit(body, { accept, ...headers }));
      return [response.status, await response.json()];
    };
    expect(await post({ origin: 'https://elsewhere.example' })).toMatchObject([
      403,
      { type: '/problems/forbidden' },
    ]);
    expect(await post({ 'x-api-key': 'hck_wrong' })).toMatchObject([401, { type: '/problems/unauthorized' }]);
  });

  it.each([
    [{}, 'HIVECHECK_DATASET is not set'],
    [{ HIVECHECK_DATASET: 'dist' }, 'HIVECHECK_DATASET cannot be used'],
  ])(
    'configured with %j it tells its log why, and clients only that there is no dataset',
    async (env, said) => {
      await using lost = await runWorker(code, env);
      for (const path of ['/v1/health', '/v1/setting/a.b']) {
        const response = await fetch(lost.url + path);
        expect(response.status).toBe(503);
        expect(await response.json()).toMatchObject({ type: '/problems/dataset-unavailable' });
      }
      expect(lost.output().split(said)).toHaveLength(2);
    },
  );
});
