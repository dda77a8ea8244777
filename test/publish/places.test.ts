/** The same publications into each kind of place, each with a real server of its kind. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { locationOf } from '../../build/pipeline/publish/places/location.ts';
import { publish, rollback } from '../../build/pipeline/publish/publish.ts';
import { signServed, verifyIndex, verifyVersion } from '../../build/pipeline/publish/sign.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import type { DistIndex } from '../../runtime/format/format.ts';
import { httpStore } from '../../runtime/node/http-store.ts';
import { contents, madeDist, pair, publicKey, sealed, signedDist } from './_dist.ts';
import { KINDS, type Tried } from './_places.ts';

describe.each(Object.entries(KINDS))('%s', (kind, start) => {
  // A remote over HTTP is another way for the same bytes, which the first test goes.
  const testRest = test.skipIf(kind === 'a branch over http://');
  let place: Tried;
  beforeEach(async () => {
    place = await start();
    return () => place[Symbol.asyncDispose]();
  });
  const put = (from: string, keep = 2, more: object = {}) =>
    publish({ from, to: place.to, environment: place.environment, keep, ...more });
  const indexOf = async (): Promise<DistIndex> => JSON.parse(await place.file('index.json'));

  test('has each version as it was made, the newest kept, and the runtime serves it over HTTP', async () => {
    const made = [await signedDist('one'), await signedDist('two'), await signedDist('three')];
    const versions = made.map(({ version }) => version);
    const results = [];
    for (const { dist } of made) results.push(await put(dist, 2, sealed));
    expect(results).toEqual([
      { version: versions[0], removed: [], reused: false, unnamed: [] },
      { version: versions[1], removed: [], reused: false, unnamed: [] },
      { version: versions[2], removed: [versions[0]], reused: false, unnamed: [] },
    ]);
    const { 'index.json': index, 'index.json.sig': signature, ...files } = await place.served();
    const expected: Record<string, string> = {};
    for (const { dist } of made.slice(1)) {
      const { 'index.json': _, ...own } = await contents(dist);
      Object.assign(expected, own);
    }
    const own = Object.entries(files).filter(([path]) => !path.startsWith('changes/'));
    expect(Object.fromEntries(own)).toEqual(expected);
    expect(signature).toMatch(/^[\w+/=]{88}\n[\w+/=]{88}\n$/);
    expect(JSON.parse(index ?? '')).toMatchObject({
      latest: versions[2],
      versions: [{ version: versions[2] }, { version: versions[1] }],
    });
    const store = httpStore(await place.url());
    const { manifest } = await openDataset(store, undefined, { publicKey });
    expect(manifest.version).toBe(versions[2]);
    expect(await verifyDataset(store, manifest, 'all')).toBe(3);
    await store.close();
  });

  testRest('is rolled back and forth with a rising serial, and verified from where it is', async () => {
    const [one, two] = [await signedDist('one'), await signedDist('two')];
    const serials: (number | undefined)[] = [];
    const step = async (work: () => Promise<unknown>) => {
      await work();
      serials.push((await indexOf()).serial);
      await locationOf(place.to, place.environment).read(async ({ store }) => {
        const { latest } = await indexOf();
        await verifyVersion({ dist: store, version: latest }, { publicKey });
        await verifyIndex(store, publicKey);
      });
    };
    const { to, environment } = place;
    await step(() => put(one.dist, 2, sealed));
    await step(() => put(two.dist, 2, sealed));
    await step(async () => expect(await rollback({ to, environment, ...sealed })).toBe(one.version));
    await step(() => rollback({ to, environment, version: two.version, ...sealed }));
    expect(serials).toEqual([...new Set(serials)].sort((a, b) => Number(a) - Number(b)));
    expect(serials).toHaveLength(4);
    await expect(rollback({ to, environment })).rejects.toThrow('is signed: name the signing key');
    await expect(put(one.dist)).rejects.toThrow('is signed: name the signing key');
    await expect(rollback({ to, environment, version: 'ffffffff', ...sealed })).rejects.toThrow(
      /does not keep version ffffffff\. It keeps/,
    );
  });

  testRest('is signed where it is', async () => {
    const { dist, version } = await madeDist('one');
    await put(dist);
    const location = locationOf(place.to, place.environment);
    await expect(location.read(({ store }) => verifyIndex(store, publicKey))).rejects.toThrow('not signed');
    expect(await signServed(location, pair.privateKey)).toBe(version);
    await location.read(async ({ store }) => {
      await verifyIndex(store, publicKey);
      await verifyVersion({ dist: store, version }, { publicKey });
    });
  });

  testRest(
    'takes the same version again without a change, with the signature and the changes made since',
    async () => {
      const { dist, version } = await madeDist('one');
      await put(dist);
      const before = await place.served();
      expect(await put(dist)).toEqual({ version, removed: [], reused: true, unnamed: [] });
      expect(await place.served()).toEqual(before);
      const since = { [`${version}/changes.json`]: '{}', [`${version}/manifest.json.sig`]: 'c2ln' };
      for (const [path, text] of Object.entries(since)) await writeFile(join(dist, path), text);
      await put(dist);
      expect(await place.served()).toEqual({ ...before, ...since });
    },
  );
});

test('what names no place says how one is named', async () => {
  const { dist } = await madeDist('one');
  const environment = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  const refused = (to: string, more: Record<string, string> = environment) =>
    publish({ from: dist, to, keep: 1, environment: more }).then(
      () => 'published',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  for (const to of ['s3://', 's3://Data/x', 's3://data/../x', 's3://data/a b'])
    expect(await refused(to)).toMatch(/^UsageError: .* write s3:\/\/bucket/s);
  for (const to of [
    'git+',
    'git+file:///x',
    'git+file:///x#',
    'git+--upload-pack=x#a',
    'git+x#-a',
    'git+x#a..b',
  ])
    expect(await refused(to)).toMatch(/^UsageError: .* write git\+<remote>#<branch>/);
  expect(await refused('git+https://me:secret@h/x#a..b')).not.toContain('secret');
  expect(await refused('s3://data', {})).toBe(
    'UsageError: s3://data needs AWS_ACCESS_KEY_ID in the environment.',
  );
  expect(await refused('s3://data', { ...environment, AWS_ENDPOINT_URL_S3: 'minio:9000' })).toContain(
    'endpoint "minio:9000" is not an http(s) URL',
  );
});
