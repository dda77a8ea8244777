/** The feed of a dist on a static host, by the worker: over fetch, without a disk. */
import { afterAll, expect, test } from 'vitest';
import { publish } from '../../build/pipeline/publish/publish.ts';
import { createService } from '../../runtime/service.ts';
import { workerHandler } from '../../runtime/worker.ts';
import { plainHost } from '../dataset/hosts.ts';
import { contents, folder, madeDist } from '../publish/_dist.ts';

const to = await folder();
const [one, two] = [await madeDist('one'), await madeDist('two')];
const [first, second] = [one.version, two.version];
for (const { dist } of [one, two]) await publish({ from: dist, to, keep: 1 });
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const host = await plainHost(
  new Map(Object.entries(await contents(to)).map(([path, text]) => [path, bytes(text)])),
);
afterAll(() => host[Symbol.asyncDispose]());

/** A worker of its own, which has nothing in memory yet. */
async function ask(path: string): Promise<{ status: number; text: string }> {
  const context = { waitUntil: () => {} };
  const request = new Request(`http://worker.test${path}`);
  const answer = await workerHandler(createService).fetch(request, { HIVECHECK_DATASET: host.url }, context);
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
  const atom = (await ask('/v1/changes.atom')).text;
  expect(atom).toContain(`Dataset ${second}`);
  expect(atom).toContain(`<link href="/v1/changes?since=${first}"/>`);
});

test('a feed that is not one is a 503 for these questions only; without one it is not known', async () => {
  host.files.set('changes/index.json', bytes('{"entries"'));
  expect((await ask(`/v1/changes?since=${first}`)).status).toBe(503);
  expect((await ask(`/v1/changes?since=${second}`)).status).toBe(200);
  expect((await ask('/v1/coverage')).status).toBe(200);
  host.files.delete('changes/index.json');
  expect((await ask(`/v1/changes?since=${first}`)).status).toBe(404);
});
