/** A `dist` folder in service, e.g. by a web server or as a mounted volume. */
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import lockfile from 'proper-lockfile';
import { folderStore } from '../../../../runtime/node/folder-store.ts';
import {
  cleanAbandoned,
  isErrno,
  makeFolder,
  namingFile,
  renameOver,
  syncFolder,
  unlessMissing,
  withTemporary,
  writeNew,
} from '../../../atomic.ts';
import { folderVersions } from '../../../dist-index.ts';
import { PublishError } from '../errors.ts';
import type { Draft, Place, PlaceLocation } from './place.ts';

export function folderLocation(dist: string): PlaceLocation {
  const place = folderPlace(dist);
  return {
    name: dist,
    read: (work) => work(place),
    change: async (work, create = false) => {
      if (create) await makeFolder(dist);
      return publishLock(dist, async () => {
        await cleanAbandoned(dist);
        return work(place);
      });
    },
  };
}

/**
 * Without the lock: for a folder that no other process uses.
 * @param name Shown in messages.
 */
export function folderPlace(dist: string, name = dist): Place {
  const store = folderStore(dist);
  const versions = folderVersions(dist);
  /** Through a link above it a file would be written, or removed, elsewhere. */
  const requireFolders = async (path: string): Promise<void> => {
    for (let above = dirname(path); above !== '.'; above = dirname(above)) {
      const found = await lstat(join(dist, above)).catch(unlessMissing(undefined));
      if (found && !found.isDirectory())
        throw new PublishError(
          `${name}: ${above} is a link or a file, not a folder. Remove it and publish again.`,
        );
    }
  };
  return {
    ...versions,
    name,
    folder: dist,
    store,
    // Read by the store, which follows no link.
    read: async (path) => {
      const bytes = await store.read(path);
      return bytes && Buffer.from(bytes);
    },
    write: async (path, content) => {
      await requireFolders(path);
      await versions.write(path, content);
    },
    delete: async (path) => {
      await requireFolders(path);
      await versions.delete(path);
    },
    has: async (version) => (await lstat(join(dist, version)).catch(unlessMissing(undefined))) !== undefined,
    add: (version, fill) => add(dist, version, fill),
    remedy: (version) => `Remove ${join(dist, version)} and publish again.`,
  };
}

/** Everything is flushed to the disk; then the folder appears by one rename. */
async function add(dist: string, version: string, fill: (draft: Draft) => Promise<void>): Promise<void> {
  // Verification needs a version below a dist, so the temporary folder is one.
  await withTemporary(join(dist, version), async (temporary) => {
    const copy = join(temporary, version);
    await makeFolder(copy);
    const folders = new Set([copy]);
    const put = async (path: string, bytes: Uint8Array) => {
      folders.add(dirname(join(temporary, path)));
      await writeFlushed(join(temporary, path), bytes);
    };
    await fill({ store: folderStore(temporary), put });
    for (const folder of folders) await syncFolder(folder);
    await renameOver(copy, join(dist, version));
    await syncFolder(dist);
  });
}

/** Its folder is flushed later, once for all of its files. */
async function writeFlushed(file: string, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(file));
  await writeNew(file, bytes).catch((error: unknown) => {
    throw namingFile(error, file);
  });
}

/** A killed publication no longer renews its lock, which another one then takes over. */
const STALE_MS = 30_000;

/** One publication at a time: two would delete each other's versions. */
async function publishLock<T>(dist: string, work: () => Promise<T>): Promise<T> {
  const options = { lockfilePath: join(dist, '.publishing.lock'), stale: STALE_MS, retries: 0 };
  const release = await lockfile.lock(dist, options).catch((error: unknown) => {
    if (!isErrno(error, 'ELOCKED')) throw error;
    throw new PublishError(
      `Another publication into ${dist} is under way. If it was killed, try again in ${STALE_MS / 1000} seconds; ` +
        `if the clock was set back, remove ${options.lockfilePath}.`,
    );
  });
  try {
    return await work();
  } finally {
    await release();
  }
}
