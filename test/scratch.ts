import { mkdir, mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { isErrno } from '../build/atomic.ts';

/** A new folder that goes away with the run. */
export function newFolder(): Promise<string> {
  return mkdtemp(join(inject('scratch'), 'x-'));
}

export type FileMap = Record<string, string | Uint8Array>;

export async function writeFiles(folder: string, files: FileMap): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Path → content of every file below, hidden ones too: two folders are equal when these are. */
export async function contents(folder: string): Promise<Map<string, string>> {
  const found = await bytesBelow(folder);
  return new Map([...found].map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]));
}

export async function bytesBelow(folder: string): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const found = new Map<string, Uint8Array<ArrayBuffer>>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    found.set(path.slice(folder.length + 1), await readFile(path));
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What so many milliseconds do to the lock that a killed process leaves: the next one may take it over. */
export async function outdateLock(path: string, ms: number): Promise<void> {
  const then = new Date(Date.now() - ms);
  await utimes(path, then, then).catch((error: unknown) => {
    if (!isErrno(error, 'ENOENT')) throw error;
  });
}
