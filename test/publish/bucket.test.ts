/** A bucket whose service fails, whose other publishers interfere, and publications that end early. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChangeFeed } from '../../runtime/format/format.ts';
import { vectors } from '../vectors.ts';
import type { Bucket, BucketOptions, Fault } from './_bucket.ts';
import { provedAt, publicKey, sealed, signedDist } from './_dist.ts';
import { bucketPlace } from './_places.ts';

/** Milliseconds before the first new attempt of a request; half a second in service. */
const PAUSE = 20;
vi.mock(import('../../build/pipeline/publish/places/s3-client.ts'), async (load) => {
  const { S3Client, ...others } = await load();
  class Impatient extends S3Client {
    constructor(settings: ConstructorParameters<typeof S3Client>[0]) {
      super(settings, PAUSE);
    }
  }
  return { ...others, S3Client: Impatient };
});

let place: Awaited<ReturnType<typeof bucketPlace>>;
let bucket: Bucket;
const started = async (options?: BucketOptions) => {
  place = await bucketPlace(options);
  bucket = place.bucket;
};
beforeEach(() => started());

const put = (from: string, more: object = {}) => place.put(from, { ...sealed, ...more });
const feedOf = async (): Promise<ChangeFeed> => JSON.parse(await place.file('changes/index.json'));
const whole = async () => (await provedAt(bucket.url(), publicKey)).version;

/** Two versions, and a bucket that serves the old one, which is not changed: a test has a copy. */
async function servedOld() {
  const [old, next, first] = [await signedDist('old'), await signedDist('next'), await bucketPlace()];
  await first.put(old.dist, { ...sealed, keep: 1 });
  return { old, next, first: first.bucket };
}
let prepared: ReturnType<typeof servedOld> | undefined;

/** The test's bucket is now one that serves the old version. */
async function startWithOld() {
  prepared ??= servedOld();
  const { old, next, first } = await prepared;
  await started({ copyOf: first });
  return { old, next };
}

test('files of a version come before its manifest, feed and index, and may be kept for ever; all have their type', async () => {
  const { dist, version } = await signedDist('one');
  await put(dist);
  const headers = async (path: string) => {
    const response = await fetch(`${bucket.url()}/${path}`);
    return [response.headers.get('content-type'), response.headers.get('cache-control')];
  };
  const [forever, shortly] = ['public, max-age=31536000, immutable', 'public, max-age=30'];
  for (const path of ['coverage.json', 'manifest.json'])
    expect(await headers(`${version}/${path}`)).toEqual(['application/json', forever]);
  for (const path of ['changes/index.json', 'index.json'])
    expect(await headers(path)).toEqual(['application/json', shortly]);
  expect(await headers('changes/atom.xml')).toEqual(['application/xml', shortly]);
  for (const path of ['index.json.sig', `${version}/manifest.json.sig`])
    expect(await headers(path)).toEqual(['text/plain; charset=utf-8', shortly]);
  const paths = bucket.seen.filter(({ method }) => method === 'PUT').map(({ path }) => path.slice(11));
  expect(paths.slice(-7)).toEqual([
    `${version}/manifest.json.sig`,
    `${version}/manifest.json`,
    'changes/index.json.sig',
    'changes/index.json',
    'index.json.sig',
    'index.json',
    'changes/atom.xml',
  ]);
  expect(new Set(paths.slice(0, -7))).toEqual(
    new Set(
      ['resolve/00.json', 'setting/en-US/0f.json', 'coverage.json'].map((each) => `${version}/${each}`),
    ),
  );
});

test('a version of more files than one list holds is removed whole', async () => {
  const [one, two] = [await signedDist('one'), await signedDist('two')];
  await put(one.dist);
  bucket.listed = 10;
  for (let at = 0; at < 25; at++) await bucket.put(`dist/${one.version}/left/${at}.json`, '{}');
  await put(two.dist, { keep: 1 });
  const keys = Object.keys(await bucket.contents());
  expect(keys.filter((key) => !key.startsWith(two.version))).toEqual([
    'changes/atom.xml',
    'changes/index.json',
    'changes/index.json.sig',
    'index.json',
    'index.json.sig',
  ]);
  expect(bucket.seen.filter(({ path }) => path.includes('?prefix=')).length).toBeGreaterThan(2);
  expect(await whole()).toBe(two.version);
});

describe('a service that fails', () => {
  test.each<[what: string, asked: RegExp, fault: Fault, atLeast: number]>([
    ['once in a while is asked again', /./, { status: 503 }, 20],
    [
      'after it did what was asked: index and feed are taken for written',
      /PUT.*index\.json/,
      { drop: true },
      4,
    ],
  ])('%s', async (_what, asked, fault, atLeast) => {
    const [one, two] = [await signedDist('one'), await signedDist('two')];
    const failed = new Set<string>();
    bucket.fault = ({ method, path }) => {
      const what = `${method} ${path}`;
      if (!asked.test(what) || failed.has(what)) return undefined;
      failed.add(what);
      return fault;
    };
    await put(one.dist);
    failed.clear();
    await put(two.dist);
    bucket.fault = () => undefined;
    expect(failed.size).toBeGreaterThanOrEqual(atLeast);
    expect(await whole()).toBe(two.version);
  });

  test.each(vectors<[what: string, asked: string, fault: Fault, message: string]>('bucket-faults'))(
    'for good: one that %s leaves the old version served',
    async (_what, asked, fault, message) => {
      const { old, next } = await startWithOld();
      const unharmed = !/signature/.test(_what);
      bucket.fault = ({ method, path }) => {
        const first = fault.short === undefined || method === 'PUT';
        return first && path.includes('/dist/') && new RegExp(asked).test(`${method} ${path}`)
          ? fault
          : undefined;
      };
      await expect(put(next.dist)).rejects.toThrow(new RegExp(message));
      bucket.fault = () => undefined;
      expect((await place.index()).latest).toBe(old.version);
      if (unharmed) expect(await whole()).toBe(old.version);
      await put(next.dist);
      expect(await whole()).toBe(next.version);
    },
    120_000,
  );
});

describe('two publishers at once', () => {
  /** Once, while a request is on its way that fits. */
  const happensAt = (moment: RegExp, act: () => Promise<unknown>) => {
    let happened: Promise<unknown> | undefined;
    bucket.fault = async ({ method, path }) => {
      if (happened || !moment.test(`${method} ${path}`)) return undefined;
      happened = act();
      await happened;
      return undefined;
    };
  };

  test.each([
    // Files of the version before are read to compare with: the index was read before that.
    ['while versions are compared', 'GET .*/{one}/setting/'],
    ['before the feed', 'PUT .*/changes/index\\.json$'],
    ['before the signature', 'PUT .*/dist/index\\.json\\.sig$'],
    ['before the index', 'PUT .*/dist/index\\.json$'],
  ])('one that comes %s of the other is not overwritten', async (_when, when) => {
    const [one, two, three] = [await signedDist('one'), await signedDist('two'), await signedDist('three')];
    await put(one.dist);
    happensAt(new RegExp(when.replace('{one}', one.version)), () => put(three.dist));
    await expect(put(two.dist)).rejects.toThrow(
      /index\.json(\.sig)? was changed by another publication at the same time/,
    );
    expect((await place.index()).latest).toBe(three.version);
    expect(await whole()).toBe(three.version);
    await put(two.dist);
    expect(await whole()).toBe(two.version);
    const kept = (await place.index()).versions.map(({ version }) => version);
    expect(kept).toEqual([two.version, three.version, one.version]);
    expect((await feedOf()).entries.map(({ version }) => version)).toEqual(kept);
  });

  test('a roll back to a version that another publication removes meanwhile is refused', async () => {
    const [one, two, three] = [await signedDist('one'), await signedDist('two'), await signedDist('three')];
    for (const { dist } of [one, two]) await put(dist);
    happensAt(new RegExp(`${one.version}/coverage.json$`), () => put(three.dist, { keep: 1 }));
    await expect(place.back(sealed)).rejects.toThrow(/coverage\.json is missing|does not keep version/);
    expect(await whole()).toBe(three.version);
  });
});

test('ended before any request that changes the bucket: a whole version is served, and a second run finishes', async () => {
  const served: string[] = [];
  for (let ended = true, at = 1; ended; at++) {
    const { old, next } = await startWithOld();
    let changes = 0;
    // Nothing of a publication is anywhere else: one whose requests all fail from then on is one that was killed.
    bucket.fault = ({ method }) => (method === 'GET' || ++changes < at ? undefined : { status: 403 });
    ended = await put(next.dist, { keep: 1 }).then(
      () => false,
      () => true,
    );
    bucket.fault = () => undefined;
    served.push(await whole());
    // The feed is written before the index: it may be ahead.
    expect((await feedOf()).entries.map(({ version }) => version)).toContain(served.at(-1));
    await put(next.dist, { keep: 1 });
    expect(await whole()).toBe(next.version);
    expect((await place.index()).versions.map(({ version }) => version)).toEqual([next.version]);
    const steps = (await feedOf()).entries.map(({ version, previous }) => [version, previous]);
    expect(steps).toEqual([
      [next.version, old.version],
      [old.version, null],
    ]);
    expect(await place.file('changes/atom.xml')).toContain(`Dataset ${next.version}`);
    // Nine files are put up to the index; then comes the Atom form, and five files of the old version are removed.
    expect(served.at(-1)).toBe(at < 10 ? old.version : next.version);
  }
  expect(served).toHaveLength(16);
});
