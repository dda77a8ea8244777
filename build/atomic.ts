/**
 * Replaces files and folders atomically: a reader, or the next run after a kill, finds the old content or the new one,
 * never a mixture. Content is written under a temporary name beside the target and then renamed. The pid in the name
 * `.tmp-<pid>-…` lets the next run find what a killed process left behind.
 */
import { randomBytes } from 'node:crypto';
import { fsync, type Stats } from 'node:fs';
import {
  chmod,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The `sync` of a file handle throws “Method not implemented” under Yarn's Plug'n'Play. */
const flush = promisify(fsync);

/**
 * Makes a folder and its missing parents. Node's own `recursive` reports “no such file” on a read-only file system, and
 * never ends if the parent accepts no entries (/proc, autofs).
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

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** Names of the folders in a folder, sorted. */
export async function subfolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((each) => (each.isDirectory() ? each.name : [])).sort();
}

/** Adds the file to an error of Node that does not name it, such as that of a write to a full disk. */
export function namingFile(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || 'path' in error) return error;
  return Object.assign(error, { message: `${error.message} '${file}'`, path: file });
}

/** Temporary paths that this process is writing at the moment. */
const inUse = new Set<string>();

/** Runs `work` with a new path beside `target`, for a file or a folder, and removes what is left there. */
export async function withTemporary<T>(target: string, work: (path: string) => Promise<T>): Promise<T> {
  const name = `.tmp-${process.pid}-${randomBytes(4).toString('hex')}-${basename(target)}`;
  const path = join(dirname(resolve(target)), name);
  inUse.add(path);
  try {
    return await work(path);
  } finally {
    await rm(path, { recursive: true, force: true, maxRetries: 4 });
    inUse.delete(path);
  }
}

export interface AtomicOptions {
  /** Flushes the file and its folder to the disk, so that it survives a power failure. Default true. */
  durable?: boolean;
  /** Permissions of a new file; default those of the process. */
  mode?: number;
  /** A replaced file keeps its permissions, and its owner and group if this user may set them. */
  keepOwner?: boolean;
}

/** Writes `file`, and its folder if that is missing. A failure leaves the file as it was. */
export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  { durable = true, mode = 0o666, keepOwner = false }: AtomicOptions = {},
): Promise<void> {
  await makeFolder(dirname(file));
  const old = keepOwner ? await stat(file).catch(unlessMissing(undefined)) : undefined;
  await withTemporary(file, async (temporary) => {
    await writeNew(temporary, content, { durable, mode, old });
    await renameOver(temporary, file);
  }).catch((error: unknown) => {
    throw namingFile(error, file);
  });
  if (durable) await syncFolder(dirname(file));
}

export async function writeNew(
  file: string,
  content: string | Uint8Array,
  { durable = true, mode, old }: { durable?: boolean; mode?: number; old?: Owned | undefined } = {},
): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    if (old !== undefined) await giveTo(handle, old);
    await handle.writeFile(content);
    if (durable) await flush(handle.fd);
  } finally {
    await handle.close();
  }
}

type Owned = Pick<Stats, 'uid' | 'gid' | 'mode'>;

/** Only root may change a file's owner; other users may at most set a group that they belong to. */
async function giveTo(handle: FileHandle, { uid, gid, mode }: Owned): Promise<void> {
  const refused = (error: unknown): true => {
    if (isErrno(error, 'EPERM', 'EINVAL', 'ENOTSUP')) return true;
    throw error;
  };
  const sameGroup =
    !(await handle.chown(uid, gid).catch(refused)) || !(await handle.chown(-1, gid).catch(refused));
  // The permissions of the old group must not apply to another group.
  await handle.chmod(sameGroup ? mode & 0o777 : mode & 0o707);
}

/** Windows refuses this while another process (a server, a virus scanner) has the file, or one in the folder, open. */
export async function renameOver(from: string, to: string, platform = process.platform): Promise<void> {
  for (let left = 100; ; left--) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (platform !== 'win32' || left === 0 || !isErrno(error, 'EPERM', 'EACCES', 'EBUSY')) throw error;
      await wait(20);
    }
  }
}

/** A rename survives a power failure only once the folder is flushed. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await flush(handle.fd).finally(() => handle.close());
  } catch (error) {
    // Windows and some network file systems cannot flush folders; a writable folder need not be readable.
    if (!isErrno(error, 'EPERM', 'EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP')) throw error;
  }
}

/** Removes from `folder` what killed processes left behind; files of running processes stay. */
export async function cleanAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(unlessMissing<string[]>([]));
  for (const name of names) {
    const pid = Number(/^\.tmp-(\d+)-/.exec(name)?.[1]);
    const path = join(resolve(folder), name);
    // Containers give every run the same process id, so one's own id does not prove that the file is in use.
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

/**
 * Replaces the whole `folder` by what `fill` writes into the temporary folder passed to it. A failure leaves the folder
 * as it was; a kill between the two renames leaves no folder, never half of one.
 */
export async function replaceFolder(
  folder: string,
  fill: (temporary: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(folder);
  await makeFolder(parent);
  await cleanAbandoned(parent);
  await withTemporary(folder, async (temporary) => {
    await mkdir(temporary);
    await fill(temporary);
    await chmod(temporary, 0o755);
    await withTemporary(folder, async (old) => {
      await renameOver(folder, old).catch(unlessMissing(undefined));
      await renameOver(temporary, folder).catch(async (error: unknown) => {
        await renameOver(old, folder).catch(unlessMissing(undefined));
        throw error;
      });
    });
  });
}

const PENDING = '.replacing';
/** File in `.replacing` with the names of files to remove, as JSON. */
const REMOVED = '.removed';

/**
 * Replaces several files of a folder as one change: all are written into a temporary folder, which is renamed to
 * `.replacing` (this commits the change); then they are moved into place one by one. A process that finds `.replacing`
 * finishes the moves first.
 * @param files name → text; undefined removes the file.
 */
export async function replaceFiles(folder: string, files: Map<string, string | undefined>): Promise<void> {
  await makeFolder(folder);
  await cleanAbandoned(folder);
  await withTemporary(join(folder, 'files'), async (temporary) => {
    await mkdir(temporary);
    const removed: string[] = [];
    for (const [name, text] of files) {
      if (text === undefined) removed.push(name);
      else await writeFile(join(temporary, name), text);
    }
    await writeFile(join(temporary, REMOVED), JSON.stringify(removed));
    await finishReplacing(folder);
    await renameOver(temporary, join(folder, PENDING));
  });
  await finishReplacing(folder);
}

/** Call before reading or writing a folder of {@link replaceFiles}. Another process may do the same meanwhile. */
export async function finishReplacing(folder: string): Promise<void> {
  const pending = join(folder, PENDING);
  const names = await readdir(pending).catch(unlessMissing(undefined));
  if (!names) return;
  for (const name of names.filter((each) => each !== REMOVED)) {
    await renameOver(join(pending, name), join(folder, name)).catch(unlessMissing(undefined));
  }
  const removed = await readFile(join(pending, REMOVED), 'utf8').catch(unlessMissing('[]'));
  for (const name of JSON.parse(removed) as string[]) await rm(join(folder, name), { force: true });
  await rm(pending, { recursive: true, force: true });
}

/** For `catch`: returns `instead` if the file or folder does not exist. */
export function unlessMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (isErrno(error, 'ENOENT')) return instead;
    throw error;
  };
}
