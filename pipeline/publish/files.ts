/** Files that are still there, and whole, after the machine lost its power. */
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readJson } from '../../build/facts/model.ts';
import type { Manifest } from '../../runtime/format.ts';
import { PublishError } from './errors.ts';

/** Beside the manifest's own files; they are no part of the dataset's content. */
export const COMPANIONS = ['changes.json', 'manifest.json.sig'];

export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  const aside = `${file}.new-${process.pid}`;
  await writeSynced(aside, content);
  await rename(aside, file);
  await syncFolder(dirname(file));
}

/** Its folder is still to be synced: of thousands of files that is done once. */
export async function writeSynced(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is safe once the folder that records it is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Windows and some network mounts do not sync folders.
    if (!isCode(error, 'EPERM', 'EINVAL', 'EISDIR', 'ENOTSUP')) throw error;
  } finally {
    await handle.close();
  }
}

export async function readVersionManifest(folder: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = await readJson<Manifest>(join(folder, 'manifest.json'));
  } catch (error) {
    throw new PublishError(
      `${folder} is not a dataset version: ${error instanceof Error ? error.message : error}`,
    );
  }
  // Both become paths.
  if (
    !/^[\w-]{1,64}$/.test(manifest.version) ||
    typeof manifest.files !== 'object' ||
    manifest.files === null
  ) {
    throw new PublishError(`${join(folder, 'manifest.json')} is not the manifest of a dataset version.`);
  }
  return manifest;
}

/** The bytes of a file of the version. @throws PublishError where they are not those of the manifest. */
export async function readChecked(folder: string, path: string, manifest: Manifest): Promise<Buffer> {
  const expected = manifest.files[path];
  if (!expected || path.split('/').includes('..') || path.startsWith('/') || path.includes('\\')) {
    throw new PublishError(
      `${folder}: the manifest names a file outside the version, ${JSON.stringify(path)}.`,
    );
  }
  const bytes = await readFile(join(folder, path)).catch(() => {
    throw new PublishError(`${join(folder, path)} is missing, though the manifest names it. Compile again.`);
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 === expected.sha256) return bytes;
  throw new PublishError(
    `${join(folder, path)} is not what the manifest says. Compile again.\n  manifest: ${expected.sha256}\n  file:     ${sha256}`,
  );
}

export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
