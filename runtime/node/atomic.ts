/**
 * Files that appear whole or not at all: written under a temporary name beside the target, then renamed. The name
 * `.tmp-<pid>-…` tells the next run which ones a killed process left behind.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Temporary paths that this process is writing at the moment. */
const inUse = new Set<string>();

/** A new path beside `target`, for a file or a folder. Give it back to {@link releaseTemporary}. */
export function temporaryPath(target: string): string {
  const name = `.tmp-${process.pid}-${randomBytes(4).toString('hex')}-${basename(target)}`;
  const path = join(dirname(resolve(target)), name);
  inUse.add(path);
  return path;
}

/** Removes what is left at a temporary path, if anything. */
export async function releaseTemporary(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  inUse.delete(path);
}

export interface AtomicOptions {
  /** Flushes the file and its folder to the disk, so that it survives a power failure. Default true. */
  durable?: boolean;
  /** Permissions of a new file; default those of the process. */
  mode?: number;
}

/** Writes `file`, and its folder where that is missing. A failure leaves the file as it was. */
export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  { durable = true, mode = 0o666 }: AtomicOptions = {},
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = temporaryPath(file);
  try {
    await writeNew(temporary, content, durable, mode);
    await rename(temporary, file);
  } finally {
    await releaseTemporary(temporary);
  }
  if (durable) await syncFolder(dirname(file));
}

async function writeNew(
  file: string,
  content: string | Uint8Array,
  durable: boolean,
  mode: number,
): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(content);
    if (durable) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename survives a power failure only once the folder is flushed. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Windows and some network file systems cannot flush folders.
    if (!isErrno(error, 'EPERM', 'EINVAL', 'EISDIR', 'ENOTSUP')) throw error;
  } finally {
    await handle.close();
  }
}

/** Removes from `folder` what killed processes left behind; what a running process writes is left alone. */
export async function cleanAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  });
  for (const name of names) {
    const pid = Number(/^\.tmp-(\d+)-/.exec(name)?.[1]);
    const path = join(resolve(folder), name);
    // Containers give every run the same process id, so that one's own is no proof of use.
    const used = pid === process.pid ? inUse.has(path) : isRunning(pid);
    if (pid && !used) await rm(path, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is running too.
    return isErrno(error, 'EPERM');
  }
}

export function isErrno(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
