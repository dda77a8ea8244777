/** What is served at the moment, as a folder: to compare a release with it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readIndex } from '../../build/dist-index.ts';
import { folderPlace } from './places/folder.ts';
import { isFolder, locationOf } from './places/location.ts';
import type { Environment } from './places/place.ts';
import { verifyVersion } from './sign.ts';

/** The index last: it names what is there. */
const BESIDE = ['changes/index.json', 'index.json'];

/**
 * @param to as for `publish`.
 * @param work gets a `dist` with the latest version, or undefined where none is served yet. A copy of another machine's
 *   is removed once it ends.
 */
export async function withServed<T>(
  to: string,
  environment: Environment | undefined,
  work: (dist: string | undefined) => Promise<T>,
): Promise<T> {
  if (isFolder(to)) {
    const dist = resolve(to);
    const { latest } = await readIndex(dist);
    return work(latest === '' ? undefined : dist);
  }
  const copy = await mkdtemp(join(tmpdir(), 'hivecheck-served-'));
  try {
    const version = await copyLatest(to, environment, copy);
    return await work(version === undefined ? undefined : copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** With the index and the list of changes. @returns the version; undefined: there is none. */
async function copyLatest(
  to: string,
  environment: Environment | undefined,
  copy: string,
): Promise<string | undefined> {
  return locationOf(to, environment).read(async (place) => {
    const { latest } = await readIndex(place);
    if (latest === '') return undefined;
    const { add, write } = folderPlace(copy);
    await add(latest, async ({ put }) => {
      await verifyVersion({ dist: place.store, version: latest }, {}, (path, bytes) =>
        put(`${latest}/${path}`, bytes),
      );
      const manifest = await place.read(`${latest}/manifest.json`);
      if (manifest) await put(`${latest}/manifest.json`, manifest);
    });
    for (const path of BESIDE) {
      const bytes = await place.read(path);
      if (bytes) await write(path, bytes);
    }
    return latest;
  });
}
