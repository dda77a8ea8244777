/**
 * The one way to replace files and folders: a reader, or the next run after a kill, finds the old content or the new
 * one, never a mixture.
 */
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cleanAbandoned, isErrno, releaseTemporary, temporaryPath } from '../runtime/node/atomic.ts';

export {
  cleanAbandoned,
  isErrno,
  releaseTemporary,
  syncFolder,
  temporaryPath,
  writeFileAtomic,
} from '../runtime/node/atomic.ts';

/**
 * Replaces `folder` as a whole by what `fill` puts into the temporary folder that it is given. A failure leaves the
 * folder as it was; a kill between the two renames leaves no folder, never half of one.
 */
export async function replaceFolder(
  folder: string,
  fill: (temporary: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  await cleanAbandoned(parent);
  const [temporary, old] = [temporaryPath(folder), temporaryPath(folder)];
  try {
    await mkdir(temporary);
    await fill(temporary);
    await chmod(temporary, 0o755);
    await rename(folder, old).catch(unlessMissing(undefined));
    await rename(temporary, folder).catch(async (error: unknown) => {
      await rename(old, folder).catch(unlessMissing(undefined));
      throw error;
    });
  } finally {
    await releaseTemporary(temporary);
    await releaseTemporary(old);
  }
}

const PENDING = '.replacing';
/** In it: the names of files to remove, as JSON. */
const REMOVED = '.removed';

/**
 * Replaces many files of a folder as one: all are written into a temporary folder, which is renamed to `.replacing`
 * (the moment that counts); then they are moved into place one by one. A process that finds `.replacing` finishes the
 * moves first.
 * @param files name → text; undefined removes the file.
 */
export async function replaceFiles(folder: string, files: Map<string, string | undefined>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cleanAbandoned(folder);
  const temporary = temporaryPath(join(folder, 'files'));
  try {
    await mkdir(temporary);
    const removed: string[] = [];
    for (const [name, text] of files) {
      if (text === undefined) removed.push(name);
      else await writeFile(join(temporary, name), text);
    }
    await writeFile(join(temporary, REMOVED), JSON.stringify(removed));
    await finishReplacing(folder);
    await rename(temporary, join(folder, PENDING));
  } finally {
    await releaseTemporary(temporary);
  }
  await finishReplacing(folder);
}

/** Call this before reading or writing a folder of {@link replaceFiles}. Another process may do the same meanwhile. */
export async function finishReplacing(folder: string): Promise<void> {
  const pending = join(folder, PENDING);
  const names = await readdir(pending).catch(unlessMissing(undefined));
  if (!names) return;
  for (const name of names) {
    if (name !== REMOVED)
      await rename(join(pending, name), join(folder, name)).catch(unlessMissing(undefined));
  }
  const removed = await readFile(join(pending, REMOVED), 'utf8').catch(unlessMissing('[]'));
  for (const name of JSON.parse(removed) as string[]) await rm(join(folder, name), { force: true });
  await rm(pending, { recursive: true, force: true });
}

function unlessMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (isErrno(error, 'ENOENT')) return instead;
    throw error;
  };
}
