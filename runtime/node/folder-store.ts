/** A `dist/` on the disk. The folder itself may be a symbolic link; nothing inside may be, or lead out of it. */
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { DatasetStore, ReadOptions } from '../dataset/dataset.ts';

/** Not on Windows, which has neither flag: `realpath` and the kind of file are checked everywhere. */
const OPEN_FLAGS =
  // Opening a FIFO without a writer would wait for ever.
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Opens nothing yet: a folder that is made later is found then. */
export function folderStore(folder: string): DatasetStore {
  const root = resolve(folder);
  return {
    location: root,
    read: (path, options = {}) => readBelow(root, path, options),
  };
}

async function readBelow(
  root: string,
  path: string,
  options: ReadOptions,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const full = pathBelow(root, path);
  // One after the other: a read of a stalled mount holds one thread, not two.
  const real = await realpath(full).catch(unlessAbsent);
  const realRoot = await realpath(root).catch(unlessAbsent);
  if (real === undefined || realRoot === undefined) return undefined;
  if (real !== join(realRoot, path)) throw new Error('it is, or lies behind, a symbolic link');
  const file = await open(full, OPEN_FLAGS).catch(unlessAbsent);
  if (file === undefined) return undefined;
  try {
    return await readBounded(file, options);
  } finally {
    await file.close();
  }
}

async function readBounded(
  file: FileHandle,
  { maxBytes = Number.POSITIVE_INFINITY }: ReadOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await file.stat();
  if (!found.isFile()) throw new Error('it is not a regular file');
  const { size } = found;
  if (size > maxBytes) throw new Error(`it has ${size} bytes, more than the ${maxBytes} expected`);
  const bytes = new Uint8Array(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await file.read(bytes, length, size - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

function pathBelow(root: string, path: string): string {
  const full = resolve(root, path);
  if (path.includes('\0') || !full.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new RangeError(`"${path}" lies outside the dataset folder.`);
  }
  return full;
}

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
