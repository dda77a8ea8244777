/** The feed in each kind of place: told by the runtime over HTTP, signed, of publications that meet each other. */
import { expect, onTestFinished, test } from 'vitest';
import { publish } from '../../build/pipeline/publish/publish.ts';
import { verifyIndex } from '../../build/pipeline/publish/sign.ts';
import type { ChangesEnvelope } from '../../runtime/contract/changes.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import type { ChangeFeed } from '../../runtime/format/format.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { httpStore } from '../../runtime/node/http-store.ts';
import { createService } from '../../runtime/service.ts';
import { Bucket } from '../publish/_bucket.ts';
import { publicKey, sealed } from '../publish/_dist.ts';
import { BASIC } from '../publish/_places.ts';
import { threeVersions } from './_versions.ts';

const { a, b, c, dropped, entitled, moved } = await threeVersions();

/** What a server with the public key answers, which has nothing but the URL. */
async function ask(url: string, since: string): Promise<{ status: number; body: ChangesEnvelope }> {
  const store = httpStore(url);
  onTestFinished(() => store.close());
  const dataset = await openDataset(store, undefined, { publicKey });
  const app = createHttpApp(createService({ snapshot: () => dataset }));
  const response = await app.request(`/v1/changes?since=${since}`);
  return { status: response.status, body: (await response.json()) as ChangesEnvelope };
}

async function changes(url: string, since: string): Promise<ChangesEnvelope['result']> {
  const { status, body } = await ask(url, since);
  expect(status).toBe(200);
  expect(body.result.complete).toBe(true);
  return body.result;
}

test.each(BASIC)(
  '%s tells what changed after versions are pruned and rolled back, under one signature',
  async (_, start) => {
    const place = await start();
    await place.put(a.dist, { keep: 2, ...sealed });
    await place.put(b.dist, { keep: 2, ...sealed });
    const first = await changes(await place.url(), a.version);
    expect(first.removed.map(({ slug }) => slug)).toEqual([dropped]);
    expect(first.changed.map(({ slug }) => slug)).toEqual([moved]);
    await place.put(c.dist, { keep: 2, ...sealed });
    await place.back(sealed);
    const back = await changes(await place.url(), c.version);
    expect(back.steps.map(({ version }) => version)).toEqual([b.version]);
    expect(back.removed.map(({ slug }) => slug)).toEqual([dropped]);
    await place.put(c.dist, { keep: 1, ...sealed });
    const served = await place.served();
    expect(Object.keys(served).some((path) => path.startsWith(b.version))).toBe(false);
    const url = await place.url();
    expect((await changes(url, a.version)).removed.map(({ slug }) => slug)).toEqual([entitled]);
    expect((await changes(url, b.version)).added.map(({ slug }) => slug)).toEqual([dropped]);
    expect((await ask(url, 'ffffffff')).status).toBe(404);
    const feed: ChangeFeed = JSON.parse(await place.file('changes/index.json'));
    // Each entry's file is there, and no other one.
    const named = feed.entries.flatMap((entry) => entry.changes?.path ?? []);
    const beside = Object.keys(served).filter((path) => path.startsWith('changes/'));
    const fixed = ['changes/atom.xml', 'changes/index.json', 'changes/index.json.sig'];
    expect(beside.sort()).toEqual([...new Set([...named, ...fixed])].sort());
    expect(served['changes/atom.xml']).toContain(`Dataset ${c.version}`);
    await place.location.read(({ store }) => verifyIndex(store, publicKey));
  },
);

test('of two publishers into a bucket one that comes between feed and index: what the feed does not lead to is not known, and told again later', async () => {
  await using bucket = await Bucket.start();
  const put = ({ dist }: { dist: string }) =>
    publish({ from: dist, to: bucket.place(), environment: bucket.environment, keep: 5, ...sealed });
  await put(a);
  let held = () => {};
  let resume = () => {};
  let other: Promise<unknown> | undefined;
  bucket.fault = async ({ method, path }) => {
    if (method !== 'PUT' || !path.endsWith('/dist/index.json.sig')) return undefined;
    if (other) {
      // Of c, whose feed is written: it waits until b is in service.
      await new Promise<void>((done) => {
        resume = done;
        held();
      });
      return undefined;
    }
    const waits = new Promise<void>((done) => {
      held = done;
    });
    other = put(c).then(
      () => 'published',
      (error: Error) => error.message,
    );
    await waits;
    bucket.fault = () => undefined;
    return undefined;
  };
  await put(b);
  resume();
  expect(await other).toMatch(/index\.json\.sig was changed by another publication/);
  expect((await ask(bucket.url(), a.version)).status).toBe(404);
  await put(c);
  expect((await changes(bucket.url(), b.version)).steps.map(({ version }) => version)).toEqual([c.version]);
});
