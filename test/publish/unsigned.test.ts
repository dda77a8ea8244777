/** Keys and indexes that go missing or are others: what is served stays what servers accept. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { publicKeyText } from '../../build/pipeline/publish/keys.ts';
import { locationOf } from '../../build/pipeline/publish/places/location.ts';
import { withServed } from '../../build/pipeline/publish/served.ts';
import { signServed, signVersion } from '../../build/pipeline/publish/sign.ts';
import { Bucket } from './_bucket.ts';
import { contents, folder, index, madeDist, pair } from './_dist.ts';
import { BUCKET, FOLDER, type Kind, type Tried } from './_places.ts';

const other = generateKeyPairSync('ed25519');
const otherKey = publicKeyText(other.publicKey);
const signingKey = pair.privateKey;

// A bucket differs in how a file is replaced, and a branch is a folder between two calls of git.
const LOST: [...Kind, what: string, key: KeyObject | undefined, files: string[]][] = [
  [...FOLDER, 'signed', signingKey, ['index.json']],
  [
    ...BUCKET,
    'signed, with the feed',
    signingKey,
    ['index.json', 'changes/index.json', 'changes/index.json.sig'],
  ],
  [...FOLDER, 'unsigned', undefined, ['index.json']],
  [...FOLDER, 'signed, with its signature', signingKey, ['index.json', 'index.json.sig']],
];

let place: Tried;
beforeEach(async () => {
  place = await FOLDER[1]();
});
const lose = (...files: string[]) =>
  place.location.change(async (served) => {
    for (const file of files) await served.delete(file);
  });

test('a place that is signed takes nothing without the key, nor with another', async () => {
  const [one, two] = [await madeDist('one'), await madeDist('two')];
  for (const { dist } of [one, two]) await place.put(dist, { signingKey });
  const before = await place.served();
  const three = await madeDist('three');
  const refused: [object, string][] = [
    [{}, 'is signed: name the signing key'],
    [{ signingKey: other.privateKey }, 'index.json.sig is not a signature by the key given'],
  ];
  for (const [key, message] of refused) {
    await expect(place.put(three.dist, key)).rejects.toThrow(message);
    await expect(place.back(key)).rejects.toThrow(message);
    const asked = withServed(place.to, place.environment, async () => 'asked', key);
    await expect(asked).rejects.toThrow(message);
  }
  expect(await place.served()).toEqual(before);
  const replaced = { signingKey: other.privateKey, replaceKey: true };
  await place.put(three.dist, replaced);
  expect(await place.good(otherKey)).toBe(three.version);
  // A kept version has the signature of the key before.
  await expect(place.back({ signingKey: other.privateKey })).rejects.toThrow(
    'manifest.json.sig is not a signature',
  );
  expect(await place.good(otherKey)).toBe(three.version);
  expect(await place.back(replaced)).toBe(two.version);
  expect(await place.good(otherKey)).toBe(two.version);
});

test.each(LOST)(
  '%s: a lost index is told, and written anew above the old: $2',
  async (_where, start, _what, key, files) => {
    place = await start();
    const made = [await madeDist('one'), await madeDist('two'), await madeDist('three')];
    const [one = '', two = '', three = ''] = made.map(({ version }) => version);
    const now = () => new Date('2027-01-01T00:00:00Z');
    for (const { dist } of made.slice(0, 2)) await place.put(dist, { signingKey: key, now });
    for (const version of [one, two, one]) await place.back({ version, signingKey: key, now });
    const before = await place.index();
    await lose(...files);
    await expect(place.back({ signingKey: key })).rejects.toThrow(
      /\/index\.json is missing, though .* it was lost/,
    );
    await expect(signServed(place.location, signingKey)).rejects.toThrow(
      'it was lost. Restore it, or publish a version',
    );
    const result = await place.put(made[2]?.dist ?? '', { signingKey: key, keep: 1 });
    expect(result).toMatchObject({ version: three, removed: [], unnamed: [] });
    expect(new Set(result.relisted)).toEqual(new Set([one, two]));
    const after = await place.index();
    expect(after.serial).toBeGreaterThan(before.serial ?? Number.NaN);
    expect(after.latest).toBe(three);
    if (!files.includes('changes/index.json'))
      expect(after.versions.map(({ version }) => version)).toEqual([three, one, two]);
    if (key) expect(await place.good()).toBe(three);
    expect(await place.back({ signingKey: key })).toBe(after.versions[1]?.version);
  },
);

test('a version that no index names is named, and not removed', async () => {
  const [one, two, stray] = [await madeDist('one'), await madeDist('two'), await madeDist('stray')];
  await place.put(one.dist);
  const bytes = await contents(join(stray.dist, stray.version));
  await place.location.change(async (served) => {
    for (const [path, text] of Object.entries(bytes)) await served.write(`${stray.version}/${path}`, text);
  });
  const result = await place.put(two.dist, { keep: 1 });
  expect(result).toMatchObject({ removed: [one.version], unnamed: [stray.version] });
  expect(await place.served()).toHaveProperty([`${stray.version}/manifest.json`]);
});

test('what compile made is signed where it is published with a key, and so is what is rolled back to', async () => {
  const [one, two, three] = [await madeDist('one'), await madeDist('two'), await madeDist('three')];
  await place.put(one.dist);
  await place.put(two.dist, { signingKey });
  expect(await place.good()).toBe(two.version);
  expect(await place.back({ signingKey })).toBe(one.version);
  expect(await place.good()).toBe(one.version);
  await place.put(three.dist, { signingKey });
  await place.put(one.dist, { signingKey });
  expect(await place.good()).toBe(one.version);
});

test('what another key has signed at its source is not quietly signed anew', async () => {
  const one = await madeDist('one');
  await signVersion(join(one.dist, one.version), other.privateKey);
  await expect(place.put(one.dist, { signingKey })).rejects.toThrow('manifest.json.sig is not a signature');
  await place.put(one.dist, { signingKey, replaceKey: true });
  expect(await place.good()).toBe(one.version);
  // The good one that is there stays, though the source still has the other.
  await place.put(one.dist, { signingKey });
  expect(await place.good()).toBe(one.version);
});

test('a lost index lists no damaged version again, nor an unsigned one of a signed place; both stay', async () => {
  const made = [await madeDist('one'), await madeDist('two'), await madeDist('three')];
  const [one = '', two = '', three = ''] = made.map(({ version }) => version);
  for (const { dist } of made) await place.put(dist, { signingKey });
  await place.location.change(async (served) => served.write(`${one}/coverage.json`, '[]'));
  await lose('index.json', `${two}/manifest.json.sig`);
  const four = await madeDist('four');
  const result = await place.put(four.dist, { signingKey });
  expect(result).toMatchObject({ relisted: [three], unnamed: [one, two].sort(), removed: [] });
  const served = await place.served();
  for (const version of [one, two]) expect(served).toHaveProperty([`${version}/manifest.json`]);
  expect(await place.good()).toBe(four.version);
});

test('more versions than one list of a bucket holds', async () => {
  await using bucket = await Bucket.start();
  const names = Array.from({ length: 25 }, (_, at) => at.toString(16).padStart(8, '0'));
  for (const name of names) await bucket.put(`dist/${name}/manifest.json`, '{}');
  bucket.listed = 10;
  const listed = locationOf(bucket.place(), bucket.environment).read((place) => place.list());
  expect(await listed).toEqual(names);
});

test('a dist that is compiled into again after its index was lost', async () => {
  const [dist, times] = [await folder(), ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z']];
  const [one, two] = [await madeDist('one', dist, times[0]), await madeDist('two', dist, times[1])];
  const { serial = Number.NaN } = await index(dist);
  await rm(join(dist, 'index.json'));
  await madeDist('two', dist, times[1]);
  const after = await index(dist);
  expect(after.serial).toBeGreaterThan(serial);
  expect(after.versions.map(({ version }) => version)).toEqual([two.version, one.version]);
});

test('a first index is the same on every machine, also after a kill before it was written', async () => {
  const [whole, killed] = [await madeDist('one'), await madeDist('one')];
  await rm(join(killed.dist, 'index.json'));
  await madeDist('one', killed.dist);
  expect(await index(killed.dist)).toEqual(await index(whole.dist));
});
