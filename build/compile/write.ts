/** Files of a version → `dist/`. The version's folder appears by one rename, `index.json` changes last, by rename. */

import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readManifest, versionOf } from '../../runtime/dataset/manifest.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import { type Manifest, SCHEMA_MINOR, SCHEMA_VERSION } from '../../runtime/format/format.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import {
  cleanAbandoned,
  isErrno,
  makeFolder,
  namingFile,
  releaseTemporary,
  temporaryPath,
} from '../atomic.ts';
import { compare } from '../collections.ts';
import { folderVersions, pointAt } from '../dist-index.ts';
import { lostIndex } from '../lost-index.ts';
import type { Files } from './shards.ts';

export interface Written {
  manifest: Manifest;
  /** The same version was there already, whole: nothing was written. */
  reused: boolean;
}

export type ManifestBase = Pick<Manifest, 'languages' | 'sources' | 'counts' | 'shardBits'>;

export function digestsOf(files: Files): Manifest['files'] {
  const digests: Manifest['files'] = {};
  for (const path of [...files.keys()].sort(compare)) {
    const content = files.get(path) ?? '';
    digests[path] = { sha256: hash('sha256', content, 'hex'), bytes: Buffer.byteLength(content) };
  }
  return digests;
}

/** @param generatedAt when the facts were released; ISO 8601 UTC. */
export async function writeVersion(
  out: string,
  files: Files,
  base: ManifestBase,
  generatedAt: string,
  tick: () => void = () => {},
): Promise<Written> {
  const format = { schemaVersion: SCHEMA_VERSION, schemaMinor: SCHEMA_MINOR } as const;
  const content = { ...format, ...base, files: digestsOf(files) };
  const version = await versionOf(content);
  const manifest: Manifest = {
    ...format,
    version,
    generatedAt,
    ...base,
    files: content.files,
  };
  await makeFolder(out);
  await cleanAbandoned(out);
  const reused = (await isThere(out, manifest)) || !(await writeFolder(out, files, manifest, tick));
  const store = folderStore(out);
  const intact = async (kept: string) => {
    const { generatedAt } = await readManifest(store, kept, { checkName: true });
    return { version: kept, generatedAt };
  };
  const lost = () => lostIndex(folderVersions(out), version, (kept) => intact(kept).catch(() => undefined));
  await pointAt(out, manifest, { updated: generatedAt, lost });
  return { manifest, reused };
}

/** @returns false where another process wrote the same version first: that one stays, for it may be in use. */
async function writeFolder(
  out: string,
  files: Files,
  manifest: Manifest,
  tick: () => void,
): Promise<boolean> {
  const temporary = temporaryPath(join(out, manifest.version));
  try {
    const folders = new Set([...files.keys()].map((path) => dirname(join(temporary, path))));
    for (const each of folders) await makeFolder(each);
    for (const [path, content] of files) {
      // Thousands of small files: one after the other at once takes a fifth of the time of as many promises.
      writeFileSync(join(temporary, path), content);
      tick();
    }
    await writeFile(join(temporary, 'manifest.json'), `${JSON.stringify(manifest)}\n`);
    if (await isThere(out, manifest)) return false;
    await moveInto(temporary, join(out, manifest.version), [...files.keys(), 'manifest.json']);
    return true;
  } catch (error) {
    throw namingFile(error, temporary);
  } finally {
    await releaseTemporary(temporary);
  }
}

/**
 * A damaged version that stands there already may be in service: its files are replaced one by one, the manifest
 * last, so that it is readable at every moment.
 */
async function moveInto(temporary: string, folder: string, paths: string[]): Promise<void> {
  try {
    await rename(temporary, folder);
  } catch (error) {
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST', 'EPERM')) throw error;
    for (const path of paths) {
      await makeFolder(dirname(join(folder, path)));
      await rename(join(temporary, path), join(folder, path));
    }
  }
}

/** Whether this very version, its time included, is there and whole. */
async function isThere(out: string, manifest: Manifest): Promise<boolean> {
  try {
    const text = await readFile(join(out, manifest.version, 'manifest.json'), 'utf8');
    if (text !== `${JSON.stringify(manifest)}\n`) return false;
    await verifyDataset(folderStore(out), manifest, 'all');
    return true;
  } catch {
    return false;
  }
}
