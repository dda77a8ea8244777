/** Puts a folder of files in place as a whole: a reader sees the old one or the new one, never half of one. */
import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export async function replaceFolder(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const aside = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`));
  try {
    for (const [path, bytes] of files) {
      const file = join(aside, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
    // A temporary folder is private to its maker; vendor files are not.
    await chmod(aside, 0o755);
    const old = `${aside}.old`;
    const replaced = await exists(folder);
    if (replaced) await rename(folder, old);
    await rename(aside, folder);
    if (replaced) await rm(old, { recursive: true });
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
