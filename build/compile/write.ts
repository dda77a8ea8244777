/** Files of a version → `dist/`. The version's folder appears by one rename; `index.json` changes last, by rename. */

import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MANIFEST_FILE, readManifest, versionOf } from '../../runtime/dataset/manifest.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import { type Manifest, SCHEMA_MINOR, SCHEMA_VERSION } from '../../runtime/format/format.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { cleanAbandoned, isErrno, makeFolder, namingFile, renameOver, withTemporary } from '../atomic.ts';
import { compare } from '../collections.ts';
import { folderVersions, pointAt } from '../dist-index.ts';
import { lostIndex } from '../lost-index.ts';
import type { File } from './shards.ts';

export interface Written {
  manifest: Manifest;
  /** The same version existed already and was intact: nothing was written. */
  reused: boolean;
}

export type ManifestBase = Pick<Manifest, 'languages' | 'sources' | 'counts' | 'shardBits'>;

/**
 * @param files Written one by one as they are made, so that no more than one of them is in memory.
 * @param generatedAt When the facts were released; ISO 8601 UTC.
 */
export async function writeVersion(
  out: string,
  files: Iterable<File> | AsyncIterable<File>,
  base: ManifestBase,
  generatedAt: string,
): Promise<Written> {
  await makeFolder(out);
  await cleanAbandoned(out);
  return withTemporary(join(out, 'version'), async (temporary) => {
    const manifest = await writeFolder(temporary, files, base, generatedAt).catch((error: unknown) => {
      throw namingFile(error, temporary);
    });
    // Another process may have made it meanwhile: it may be in use and stays.
    const reused = await isThere(out, manifest);
    if (!reused) await moveInto(temporary, join(out, manifest.version), Object.keys(manifest.files));
    const store = folderStore(out);
    const intact = async (kept: string) => {
      const { generatedAt } = await readManifest(store, kept, { checkName: true });
      return { version: kept, generatedAt };
    };
    const place = folderVersions(out);
    const lost = () => lostIndex(place, manifest.version, (kept) => intact(kept).catch(() => undefined));
    await pointAt(place, manifest, { updated: generatedAt, lost });
    return { manifest, reused };
  });
}

async function writeFolder(
  folder: string,
  files: Iterable<File> | AsyncIterable<File>,
  base: ManifestBase,
  generatedAt: string,
): Promise<Manifest> {
  const digests: Manifest['files'] = {};
  const folders = new Set<string>();
  for await (const [path, content] of files) {
    const file = join(folder, path);
    const own = dirname(file);
    if (!folders.has(own)) await makeFolder(own);
    folders.add(own);
    // Thousands of small files: synchronous writes take a fifth of the time of as many promises.
    writeFileSync(file, content);
    digests[path] = { sha256: hash('sha256', content, 'hex'), bytes: Buffer.byteLength(content) };
  }
  const sorted = Object.entries(digests).sort(([a], [b]) => compare(a, b));
  const format = { schemaVersion: SCHEMA_VERSION, schemaMinor: SCHEMA_MINOR } as const;
  const listed = { ...base, files: Object.fromEntries(sorted) };
  const manifest: Manifest = {
    ...format,
    version: await versionOf({ ...format, ...listed }),
    generatedAt,
    ...listed,
  };
  await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest)}\n`);
  return manifest;
}

/**
 * A damaged version that exists already may be in service: its files are replaced one by one, the manifest last, so
 * that it is readable at every moment.
 */
async function moveInto(temporary: string, folder: string, paths: string[]): Promise<void> {
  try {
    await rename(temporary, folder);
  } catch (error) {
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST', 'EPERM')) throw error;
    for (const path of [...paths, MANIFEST_FILE]) {
      await makeFolder(dirname(join(folder, path)));
      await renameOver(join(temporary, path), join(folder, path));
    }
  }
}

/** Whether this version, with the same time, exists and is intact. */
async function isThere(out: string, manifest: Manifest): Promise<boolean> {
  try {
    const text = await readFile(join(out, manifest.version, MANIFEST_FILE), 'utf8');
    if (text !== `${JSON.stringify(manifest)}\n`) return false;
    await verifyDataset(folderStore(out), manifest, 'all');
    return true;
  } catch {
    return false;
  }
}
