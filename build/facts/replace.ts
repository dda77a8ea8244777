/**
 * Many files of a folder replaced as one: all are written aside, the folder that holds them is renamed to
 * `.replacing` (the moment that counts), then they are moved into place one by one. Whoever finds `.replacing`
 * finishes the moves first, so that a killed import leaves the old facts or the new ones, never a mixture.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clearAbandoned } from '../aside.ts';

const PENDING = '.replacing';
/** In it: the names of files to remove, as JSON. */
const REMOVED = '.removed';

/** `files`: name → text; undefined removes the file. */
export async function replaceFiles(folder: string, files: Map<string, string | undefined>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await clearAbandoned(folder);
  const aside = join(folder, `.writing-${process.pid}`);
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside);
  try {
    const gone: string[] = [];
    for (const [name, text] of files) {
      if (text === undefined) gone.push(name);
      else await writeFile(join(aside, name), text);
    }
    await writeFile(join(aside, REMOVED), JSON.stringify(gone));
    await finishReplacing(folder);
    await rename(aside, join(folder, PENDING));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  await finishReplacing(folder);
}

/** Called before facts are read or written. What is missing meanwhile, another process has moved. */
export async function finishReplacing(folder: string): Promise<void> {
  const pending = join(folder, PENDING);
  const names = await readdir(pending).catch(ifMissing(undefined));
  if (!names) return;
  for (const name of names) {
    if (name !== REMOVED) await rename(join(pending, name), join(folder, name)).catch(ifMissing(undefined));
  }
  const gone = await readFile(join(pending, REMOVED), 'utf8').catch(ifMissing('[]'));
  for (const name of JSON.parse(gone) as string[]) await rm(join(folder, name), { force: true });
  await rm(pending, { recursive: true, force: true });
}

function ifMissing<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };
}
