/** Folders and faults of writing, with errors that say what is wrong. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it, where they are missing. Node's own `recursive` says of a read-only file system
 * that there is no such file, and never ends where the folder above takes no entries (/proc, autofs).
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const above = dirname(folder);
  if (above !== folder) await makeFolder(above);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Names the file in an error of Node that does not: that of a write to a full disk. */
export function namingFile(error: unknown, file: string): unknown {
  if (error instanceof Error && 'code' in error && !('path' in error)) error.message += ` '${file}'`;
  return error;
}
