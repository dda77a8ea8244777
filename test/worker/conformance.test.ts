import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatasetSource } from '../../runtime/dataset/source.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { createService } from '../../runtime/service.ts';
import { type Host, nginxHost, nginxVersion, plainHost } from '../dataset/hosts.ts';
import { bundleWorker, type RunningWorker, runWorker } from '../dataset/workerd.ts';
import { start } from '../http/running.ts';
import { compiledDist, filesOf } from './compiled.ts';
import { conformance } from './conformance.ts';

/**
 * Bytes, gzipped. A worker that is paid for by its start-up time is to stay small. 100,000 of them are the SDK of the
 * Model Context Protocol with zod: parsed with the rest, run when `/mcp` is first asked. 17,000 are flexsearch.
 */
const BUNDLE_BUDGET = 330_000;

const compiled = await compiledDist();
afterAll(() => compiled[Symbol.asyncDispose]());

describe('in Node, from a folder', async () => {
  const source = new DatasetSource(folderStore(compiled.folder));
  await source.check();
  const server = await start({ service: createService(source) });
  afterAll(() => server.close());
  conformance(
    (path, init) => fetch(server.url + path, init),
    () => compiled,
  );
});

describe(`in workerd, from a static host (${nginxVersion ?? 'plain HTTP server'})`, () => {
  let code: string;
  let host: Host;
  let worker: RunningWorker;
  beforeAll(async () => {
    const bundle = await bundleWorker(join(import.meta.dirname, '../../runtime/worker.ts'));
    // What is left to import would be a module of Node's, or of one host alone.
    expect(bundle.external).toEqual([]);
    code = bundle.code;
    const plain = nginxVersion === undefined;
    host = plain ? await plainHost(await filesOf(compiled)) : await nginxHost(compiled.folder);
    worker = await runWorker(code, { HIVECHECK_DATASET: host.url });
  });
  afterAll(async () => {
    await worker[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });

  it('the bundle names nothing of Node and keeps to its budget', () => {
    // Compared as a list: a failure would otherwise print the whole bundle.
    expect(code.match(/["'`]node:[\w/]+|\brequire\(["'`][^)]{0,40}/g) ?? []).toEqual([]);
    expect(code.match(/\bprocess\.versions\b|\bBuffer\.from\b/g) ?? []).toEqual([]);
    expect(gzipSync(code).length).toBeLessThan(BUNDLE_BUDGET);
  });

  conformance(
    (path, init) => fetch(worker.url + path, init),
    () => compiled,
  );

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
