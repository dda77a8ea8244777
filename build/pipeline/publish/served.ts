/** What is in service, as a folder for comparison with a release. */
import { FEED_FILE } from '../../../runtime/dataset/feed.ts';
import { INDEX_FILE, MANIFEST_FILE } from '../../../runtime/dataset/manifest.ts';
import { readIndex } from '../../dist-index.ts';
import { withScratch } from '../../scratch.ts';
import { folderPlace } from './places/folder.ts';
import { locationOf } from './places/location.ts';
import type { Environment, Place } from './places/place.ts';
import { verifyVersion } from './sign.ts';
import { type KeyChoice, requireSameKey } from './signed.ts';

/** The index last: it names existing files. */
const BESIDE = [FEED_FILE, INDEX_FILE];

/**
 * @param to As for `publish`.
 * @param key Key of the planned publication: refused at once if it is not the place's.
 * @returns The version in service; empty: none.
 */
export async function servedVersion(
  to: string,
  environment: Environment | undefined,
  key: KeyChoice,
): Promise<string> {
  return locationOf(to, environment).read(async (place) => {
    await requireSameKey(place, key);
    return (await readIndex(place)).latest;
  });
}

/**
 * @param work Receives a `dist` with the latest version, or undefined if none is served yet. A copy of a remote place
 * is removed afterwards.
 * @param key As above.
 */
export async function withServed<T>(
  to: string,
  environment: Environment | undefined,
  work: (dist: string | undefined) => Promise<T>,
  key?: KeyChoice,
): Promise<T> {
  return locationOf(to, environment).read(async (place) => {
    if (key) await requireSameKey(place, key);
    const { latest } = await readIndex(place);
    return latest === '' ? work(undefined) : withVersions(place, [latest], work);
  });
}

/**
 * Versions of a place as folders, for comparison.
 * @param work Receives the place itself if that is a folder, else a copy that is removed afterwards; it contains the
 * versions, each verified, and the files in `BESIDE`.
 */
export async function withVersions<T>(
  place: Place,
  versions: readonly string[],
  work: (dist: string) => Promise<T>,
): Promise<T> {
  if (place.folder !== undefined) return work(place.folder);
  return withScratch('hivecheck-served-', async (copy) => {
    const { add, write } = folderPlace(copy);
    for (const version of versions) {
      await add(version, async ({ put }) => {
        await verifyVersion({ dist: place.store, version }, {}, (path, bytes) =>
          put(`${version}/${path}`, bytes),
        );
        const manifest = await place.read(`${version}/${MANIFEST_FILE}`);
        if (manifest) await put(`${version}/${MANIFEST_FILE}`, manifest);
      });
    }
    for (const path of BESIDE) {
      // Not by the place, which replaces only what it read last: a writer has read the index before this.
      const bytes = await place.store.read(path);
      if (bytes) await write(path, bytes);
    }
    return work(copy);
  });
}
