/** The feed of a dist on a static host, by the worker: over fetch, without a disk. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publish } from '../../build/pipeline/publish/publish.ts';
import { createService } from '../../runtime/service.ts';
import { workerHandler } from '../../runtime/worker.ts';
import { folder, madeDist } from '../publish/_dist.ts';

let to: string;
let host: Server;
let url: string;
let [first, second] = ['', ''];

beforeAll(async () => {
  to = await folder();
  const [one, two] = [await madeDist('one'), await madeDist('two')];
  [first, second] = [one.version, two.version];
  for (const { dist } of [one, two]) await publish({ from: dist, to, keep: 1 });
  host = createServer((request, response) => {
    readFile(join(to, decodeURIComponent(request.url ?? ''))).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
});
afterAll(() => void host.close());

/** A worker of its own, which has nothing in memory yet. */
async function ask(path: string): Promise<{ status: number; text: string }> {
  const context = { waitUntil: () => {} };
  const request = new Request(`http://worker.test${path}`);
  const answer = await workerHandler(createService).fetch(request, { HIVECHECK_DATASET: url }, context);
  return { status: answer.status, text: await answer.text() };
}

test('a worker answers from the files of the host', async () => {
  const own = await ask(`/v1/changes?since=${second}`);
  expect(own.status).toBe(200);
  expect(JSON.parse(own.text).result).toMatchObject({ complete: true, steps: [] });
  const earlier = await ask(`/v1/changes?since=${first}`);
  expect(earlier.status).toBe(200);
  // These two have no settings that could be compared.
  expect(JSON.parse(earlier.text).result).toMatchObject({ complete: false, steps: [{ previous: first }] });
  expect((await ask('/v1/changes?since=ffffffff')).status).toBe(404);
  expect((await ask('/v1/changes.atom')).text).toContain(`Dataset ${second}`);
});

test('a feed that is not one is a 503 for these questions only; without one it is not known', async () => {
  const feed = join(to, 'changes/index.json');
  const text = await readFile(feed, 'utf8');
  await writeFile(feed, '{"entries"');
  expect((await ask(`/v1/changes?since=${first}`)).status).toBe(503);
  expect((await ask(`/v1/changes?since=${second}`)).status).toBe(200);
  expect((await ask('/v1/coverage')).status).toBe(200);
  await rm(feed);
  expect((await ask(`/v1/changes?since=${first}`)).status).toBe(404);
  await writeFile(feed, text);
});
