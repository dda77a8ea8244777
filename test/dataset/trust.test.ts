/** What is read from a place that others can write to: the order of reasons and altered changes. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { openHistory } from '../../runtime/dataset/feed.ts';
import { readManifest } from '../../runtime/dataset/manifest.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import { bytesOf, memoryStore, versionFiles } from './make-dist.ts';

const V = 'aaaaaaaa';

it('the same damage gives the same reason, whichever file is read first', async () => {
  const wholes = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.json`, { name }]));
  const files = versionFiles({ version: V, indexes: {}, wholes, bits: 1 });
  for (const path of files.keys()) if (/\/[a-e]\.json$/.test(path)) files.set(path, bytesOf({ name: '?' }));
  const store = memoryStore(files);
  const manifest = await readManifest(store, V);
  const wanted = /^aaaaaaaa\/a\.json .*aaaaaaaa\/b\.json .*aaaaaaaa\/c\.json .*Files with a fault: 5\.$/;
  for (const slow of ['a', 'c', 'e']) {
    store.before = async (path) => {
      if (path.endsWith(`/${slow}.json`)) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await expect(verifyDataset(store, manifest, 'all')).rejects.toThrow(wanted);
  }
});

it('changes whose digest is not the one of the feed are refused', async () => {
  const stamp = { version: V, generatedAt: '2026-01-01T00:00:00Z' };
  const changes = bytesOf({ changesVersion: 1, from: stamp, to: stamp, added: [], removed: [], changed: [] });
  const sha256 = createHash('sha256').update(changes).digest('hex');
  const path = 'changes/aaaaaaaa.json';
  const entry = { ...stamp, published: '2026-01-01T00:00:00Z', previous: null };
  const read = (digest: string) =>
    openHistory(memoryStore(new Map([[path, changes]])), V, undefined).changes({
      ...entry,
      changes: { path, sha256: digest, bytes: changes.length },
    });
  expect(await read(sha256)).toMatchObject({ added: [] });
  await expect(read('0'.repeat(64))).rejects.toThrow(/is altered/);
});
