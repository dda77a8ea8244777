import { expect, it } from 'vitest';
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
