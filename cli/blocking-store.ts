/** A `dist/` on the disk, for a command that answers one question. */
import { closeSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatasetStore, ReadOptions } from '../runtime/dataset/dataset.ts';
import {
  folderStore,
  isAbsence,
  OPEN_FLAGS,
  pathBelow,
  requireInside,
  roomFor,
} from '../runtime/node/folder-store.ts';

/**
 * As {@link folderStore}, with reads that end before the call returns. To verify 600 values takes a quarter less time
 * by that; a mount that stalls stops the process.
 */
export function blockingFolderStore(folder: string): DatasetStore {
  const root = resolve(folder);
  return {
    ...folderStore(folder),
    // A rejection, where the other store has one.
    read: async (path, options = {}) => readNow(root, path, options),
  };
}

function readNow(root: string, path: string, { maxBytes = Number.POSITIVE_INFINITY }: ReadOptions) {
  const full = pathBelow(root, path);
  let file: number | undefined;
  try {
    requireInside(realpathSync.native(full), realpathSync.native(root), path);
    file = openSync(full, OPEN_FLAGS);
    const bytes = roomFor(fstatSync(file), maxBytes);
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(file, bytes, { offset: length });
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
