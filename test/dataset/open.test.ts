import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { MAX_FILE_BYTES } from '../../runtime/contract/words.ts';
import { DatasetUnavailable } from '../../runtime/dataset/dataset.ts';
import { readManifest } from '../../runtime/dataset/manifest.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import { type Manifest, shardName, shardText } from '../../runtime/format/format.ts';
import { sha256Sync } from '../../runtime/format/keys.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { vectors } from '../vectors.ts';
import { bytesOf, type DistSpec, distIndex, type Files, memoryStore, versionFiles } from './make-dist.ts';

const V = '0a1b2c3d';

function dist(spec: Omit<DistSpec, 'version'>): Files {
  return versionFiles({ version: V, ...spec }).set('index.json', distIndex(V));
}

function pairs(count: number): Map<string, { n: number }> {
  return new Map(Array.from({ length: count }, (_, n) => [`software\\policies\\p${n}\0value${n}`, { n }]));
}

const shardOf = (index: string, key: string, bits: number): string =>
  `${V}/${index}/${shardName(sha256Sync(key), bits)}.json`;

const nasty = fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '\0', 'a\0', '*');

describe('look-ups', () => {
  test('equal a linear scan, for what is there and what is not, whatever the number of shards', async () => {
    const keys = fc.oneof({ weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) }, nasty);
    await fc.assert(
      fc.asyncProperty(
        // Names of members are ours: JSON.parse of Node 24 misreads an escaped one at times (nodejs/node#63785).
        fc.uniqueArray(fc.tuple(keys, fc.record({ slug: keys, matches: fc.array(keys), n: fc.integer() })), {
          selector: ([key]) => key,
          maxLength: 40,
        }),
        fc.array(keys, { maxLength: 20 }),
        fc.constantFrom(0, 1, 3, 8, 12, 24),
        fc.option(fc.integer({ min: 1, max: 4000 }), { nil: undefined }),
        async (facts, others, bits, maxBytes) => {
          // The same key in two indexes is two entries.
          const other = new Map(facts.map(([key, { n }]) => [key, { n: n + 1 }]));
          const store = memoryStore(
            dist({ indexes: { near: new Map(facts), 'setting/fr-FR': other }, bits }),
          );
          const dataset = await openDataset(store, undefined, maxBytes === undefined ? {} : { maxBytes });
          for (const asked of [...facts.map(([key]) => key), ...others, ...facts.map(([key]) => key)]) {
            const scanned = facts.find(([key]) => key === asked)?.[1];
            const found = await dataset.lookup('near', asked);
            expect(found).toEqual(scanned);
            // Whoever changes what was found changes no other answer.
            if (found !== undefined) Object.assign(found, { n: 0.5 });
            expect(await dataset.lookup('setting/fr-FR', asked)).toEqual(other.get(asked));
            expect(await dataset.lookup('setting/en-US', asked)).toBeUndefined();
          }
          await expect(dataset.lookup('nonsense' as 'near', 'a.b')).rejects.toThrow(RangeError);
        },
      ),
    );
  });

  test('of a shard of which one entry is not valid JSON neither it nor an absence is answered', async () => {
    const facts = pairs(50);
    const [good, bad] = [...facts.keys()];
    // As a faulty build would write it, digest and all; longer than what is kept at once.
    const broken = shardText([...facts]).replace('{"n":1}', `{"n":1${' '.repeat(1 << 16)}`);
    const dataset = await openDataset(memoryStore(dist({ texts: { 'near/0.json': broken }, bits: 0 })));
    for (const key of ['absent', bad ?? '', 'absent', bad ?? ''])
      await expect(dataset.lookup('near', key)).rejects.toThrow(/near\/0\.json is not a shard/);
    expect(await dataset.lookup('near', good ?? '')).toEqual(facts.get(good ?? ''));
  });
});

describe('reading', () => {
  test.each([
    ['once for all who need it, and kept', {}, 1],
    ['by each, where loads are not to be shared', { shareLoads: false }, 3],
  ])('a shard is read %s', async (_, options, times) => {
    const wholes = { 'releases.json': {} };
    const store = memoryStore(dist({ indexes: { near: pairs(3) }, bits: 0, wholes }));
    const dataset = await openDataset(store, undefined, options);
    const [key = ''] = pairs(1).keys();
    const got = await Promise.all([key, 'missing', key].map((each) => dataset.lookup('near', each)));
    expect(got).toEqual([{ n: 0 }, undefined, { n: 0 }]);
    await dataset.lookup('near', 'also missing');
    const shards = Array(times).fill(`${V}/near/0.json`);
    expect(store.reads).toEqual(['index.json', `${V}/manifest.json`, ...shards]);
    // A probe reads anew, but also once for all who ask meanwhile.
    const probe = () => dataset.probe();
    await Promise.all([probe(), probe(), probe()]);
    await probe();
    expect(store.reads.filter((path) => path.endsWith('releases.json'))).toHaveLength(times + 1);
  });

  test('a bound drops the shard used longest ago, and answers stay right', async () => {
    const facts = pairs(64);
    const files = dist({ indexes: { near: facts }, bits: 3 });
    const sizes = [...files].filter(([path]) => path.includes('/near/')).map(([, bytes]) => bytes.length);
    expect(sizes).toHaveLength(8);
    const store = memoryStore(files);
    const dataset = await openDataset(store, V, { maxBytes: Math.max(...sizes) * 2 });
    const keys = [...facts.keys()];
    const [first] = keys;
    for (const key of keys) {
      expect(await dataset.lookup('near', key)).toEqual(facts.get(key));
      expect(await dataset.lookup('near', first ?? '')).toEqual({ n: 0 });
    }
    const timesRead = (path: string): number => store.reads.filter((read) => read === path).length;
    // Asked for all the time, so never dropped; the others took turns.
    expect(timesRead(shardOf('near', first ?? '', 3))).toBe(1);
    expect(store.reads.length).toBeGreaterThan(2 + 8);
  });

  test('whole files are checked, kept, and only those of the manifest', async () => {
    const store = memoryStore(dist({ wholes: { 'coverage.json': { settings: 1 } } }));
    const dataset = await openDataset(store);
    expect(await dataset.file('coverage.json')).toEqual({ settings: 1 });
    expect(await dataset.file('coverage.json')).toBe(await dataset.file('coverage.json'));
    await expect(dataset.file('other.json')).rejects.toThrow(/not listed in the manifest/);
    await expect(dataset.file('manifest.json')).rejects.toThrow(DatasetUnavailable);
    expect(store.reads).toHaveLength(3);
  });
});

describe('damage', () => {
  const damages: [string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | undefined, RegExp][] =
    [
      ['altered', (bytes) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)), /is altered/],
      ['truncated', (bytes) => bytes.slice(0, -1), /bytes instead of/],
      ['lengthened', (bytes) => new Uint8Array([...bytes, 32]), /cannot be read/],
      ['emptied', () => new Uint8Array(), /0 bytes instead of/],
      ['missing', () => undefined, /is missing/],
    ];
  test.each(damages)(
    'a shard %s is a DatasetUnavailable for its keys alone, until it is repaired',
    async (_, damage, message) => {
      const facts = pairs(64);
      const files = dist({ indexes: { near: facts }, bits: 2 });
      const [bad] = [...facts.keys()];
      const path = shardOf('near', bad ?? '', 2);
      const sound = files.get(path);
      const damaged = sound && damage(sound);
      if (damaged === undefined) files.delete(path);
      else files.set(path, damaged);
      const clock = vi.spyOn(Date, 'now').mockReturnValue(0);
      onTestFinished(() => clock.mockRestore());
      const store = memoryStore(files);
      const dataset = await openDataset(store, V);

      const served = async (): Promise<number> => {
        let count = 0;
        for (const [key, entry] of facts) {
          const got = dataset.lookup('near', key);
          if (shardOf('near', key, 2) !== path) expect(await got).toEqual(entry);
          else await expect(got).rejects.toThrow(message);
          if (shardOf('near', key, 2) !== path) count++;
        }
        return count;
      };
      expect(await served()).toBeGreaterThan(0);
      await expect(dataset.lookup('near', bad ?? '')).rejects.toMatchObject({
        name: 'DatasetUnavailable',
        file: path,
      });
      const reads = store.reads.length;
      if (sound !== undefined) files.set(path, sound);
      clock.mockReturnValue(4999);
      await served();
      expect(store.reads).toHaveLength(reads);
      clock.mockReturnValue(5000);
      for (const [key, entry] of facts) expect(await dataset.lookup('near', key)).toEqual(entry);
      expect(store.reads).toHaveLength(reads + 1);
    },
  );

  test('a store that fails is told without what it said', async () => {
    const store = memoryStore(dist({ indexes: { near: pairs(1) }, bits: 0 }));
    const dataset = await openDataset(store);
    store.before = () => {
      throw new Error('EIO: /srv/secret/place');
    };
    const failure = dataset.lookup('near', [...pairs(1).keys()][0] ?? '');
    await expect(failure).rejects.toMatchObject({
      name: 'DatasetUnavailable',
      message: `${V}/near/0.json cannot be read.`,
    });
  });

  test.each([
    [{ wholes: { 'near/0.json': [1] } }],
    [{ wholes: { 'near/0.json': { entries: [] } } }],
    [{ indexes: { near: new Map([['x', null]]) } }],
  ])('a listed file that is sound but no shard of entries is not answered from: %j', async (spec) => {
    const dataset = await openDataset(memoryStore(dist({ ...spec, bits: 0 })));
    await expect(dataset.lookup('near', 'x')).rejects.toThrow(DatasetUnavailable);
    await expect(dataset.lookup('near', 'x')).rejects.toThrow(`${V}/near/0.json is not a shard`);
  });

  test('the same damage gives the same reason, whichever file is read first', async () => {
    const wholes = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.json`, { name }]));
    const files = versionFiles({ version: V, wholes });
    for (const path of files.keys()) if (/\/[a-e]\.json$/.test(path)) files.set(path, bytesOf({ name: '?' }));
    const store = memoryStore(files);
    const manifest = await readManifest(store, V);
    const wanted = /^0a1b2c3d\/a\.json .*0a1b2c3d\/b\.json .*0a1b2c3d\/c\.json .*Files with a fault: 5\.$/;
    for (const slow of ['a', 'c', 'e']) {
      store.before = async (path) => {
        if (path.endsWith(`/${slow}.json`)) await new Promise((resolve) => setTimeout(resolve, 20));
      };
      await expect(verifyDataset(store, manifest, 'all')).rejects.toThrow(wanted);
    }
  });
});

describe('opening', () => {
  test('a version that is named is opened whatever date the index states', async () => {
    const files = dist({ manifest: { generatedAt: '2026-08-01T00:00:00Z' } });
    expect((await openDataset(memoryStore(files), V)).manifest.version).toBe(V);
  });

  /** In place of a content: null for none, or what is other in the manifest. */
  type Content = string | null | Omit<DistSpec, 'version'>;
  test.each(vectors<[what: string, path: string, content: Content, message: string]>('not-datasets'))(
    '%s',
    async (_, path, content, message) => {
      const files = dist(typeof content === 'string' ? {} : (content ?? {}));
      if (content === null) files.delete(path);
      else if (typeof content === 'string') files.set(path, bytesOf(content));
      const open = openDataset(memoryStore(files));
      await expect(open).rejects.toThrow(DatasetUnavailable);
      await expect(open).rejects.toThrow(new RegExp(message));
    },
  );

  const opening = (files: unknown) =>
    openDataset(memoryStore(dist({ manifest: { files: files as Manifest['files'] } })));

  const file = (bytes: number) => ({ sha256: '0f'.repeat(32), bytes, more: true });
  const sound = { x1: file(0), 'a-b/c_d.json': file(2 ** 26) };
  test('a manifest of sound files', async () => expect(await opening(sound)).toHaveProperty('manifest'));

  test.each(vectors<[what: string, entry: unknown, message: string, path?: string]>('not-listed-files'))(
    'a manifest of whose files one has %s',
    async (_, entry, message, path = 'x') => {
      for (const files of [
        { ...sound, [path]: entry },
        { [path]: entry, ...sound },
      ]) {
        await expect(opening(files)).rejects.toThrow(DatasetUnavailable);
        await expect(opening(files)).rejects.toThrow(`: files: ${message}`);
      }
    },
  );

  test('a manifest without a list of files', async () => {
    await expect(opening(undefined)).rejects.toThrow(DatasetUnavailable);
    await expect(opening(undefined)).rejects.toThrow(': files: Invalid key');
  });

  test('the bound of a size is several times the largest real one', async () => {
    const { manifest } = await openDataset(folderStore(await builtInDist()));
    const largest = Math.max(...Object.values(manifest.files).map(({ bytes }) => bytes));
    expect(largest * 3).toBeLessThan(MAX_FILE_BYTES);
  });

  test('what a later build adds to the manifest is kept', async () => {
    const added = { manifest: { note: 'kept' } };
    const { manifest } = await openDataset(memoryStore(dist(added)));
    expect(manifest).toMatchObject({ version: V, note: 'kept' });
  });
});
