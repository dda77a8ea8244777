/** Files of a version → `dist/`. The version's folder appears by one rename, `index.json` changes last, by rename. */

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DistIndex, type Manifest, SCHEMA_MINOR, SCHEMA_VERSION } from '../../runtime/format.ts';
import { clearAbandoned } from '../aside.ts';
import { compare } from '../collections.ts';
import type { Files } from './shards.ts';

export interface Written {
  manifest: Manifest;
  /** The same version was there already, whole: nothing was written. */
  reused: boolean;
}

export type ManifestBase = Pick<Manifest, 'languages' | 'sources' | 'counts' | 'shardBits'>;

/** First 8 hex digits of the SHA-256 over everything that the version holds but the time it was made. */
export function versionOf(base: ManifestBase, digests: Manifest['files']): string {
  const content = JSON.stringify([SCHEMA_VERSION, base, Object.entries(digests)]);
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

export function digestsOf(files: Files): Manifest['files'] {
  const digests: Manifest['files'] = {};
  for (const path of [...files.keys()].sort(compare)) {
    const bytes = Buffer.from(files.get(path) ?? '');
    digests[path] = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
  }
  return digests;
}

/** `fixedTime`: that very time was asked for (`SOURCE_DATE_EPOCH`); else the time of a first, equal build stands. */
export async function writeVersion(
  out: string,
  files: Files,
  base: ManifestBase,
  generatedAt: string,
  tick: () => void = () => {},
  fixedTime = false,
): Promise<Written> {
  const digests = digestsOf(files);
  const version = versionOf(base, digests);
  const manifest: Manifest = {
    schemaVersion: SCHEMA_VERSION,
    schemaMinor: SCHEMA_MINOR,
    version,
    generatedAt,
    ...base,
    files: digests,
  };
  const folder = join(out, version);
  await mkdir(out, { recursive: true });
  await clearAbandoned(out);
  const there = await sameVersion(folder, manifest, fixedTime);
  if (there) {
    await writeIndex(out, there);
    return { manifest: there, reused: true };
  }
  const aside = join(out, `.writing-${process.pid}-${version}`);
  const folders = new Set([...files.keys()].map((path) => dirname(path)));
  for (const each of folders) await mkdir(join(aside, each), { recursive: true });
  for (const [path, text] of files) {
    await writeFile(join(aside, path), text);
    tick();
  }
  await writeFile(join(aside, 'manifest.json'), `${JSON.stringify(manifest)}\n`);
  // Another build of the same facts may have come first: what is there whole stays, for someone may read it.
  const first = await sameVersion(folder, manifest, fixedTime);
  if (first) {
    await rm(aside, { recursive: true });
    await writeIndex(out, first);
    return { manifest: first, reused: true };
  }
  await moveInto(aside, folder, [...files.keys(), 'manifest.json']);
  await writeIndex(out, manifest);
  return { manifest, reused: false };
}

/**
 * A version that stands there already, damaged or of another time, is served perhaps: its files are replaced one
 * by one by what they have to be, the manifest last, so that no moment is without it.
 */
async function moveInto(aside: string, folder: string, paths: string[]): Promise<void> {
  try {
    await rename(aside, folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    for (const path of paths) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await rename(join(aside, path), join(folder, path));
    }
    await rm(aside, { recursive: true, force: true });
  }
}

/** A version is known by its content: what stands there whole under its name need not be written again. */
async function sameVersion(
  folder: string,
  wanted: Manifest,
  fixedTime: boolean,
): Promise<Manifest | undefined> {
  try {
    const there = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
    if (JSON.stringify({ ...there, generatedAt: '' }) !== JSON.stringify({ ...wanted, generatedAt: '' }))
      return undefined;
    if (fixedTime && there.generatedAt !== wanted.generatedAt) return undefined;
    for (const [path, { sha256 }] of Object.entries(there.files)) {
      const bytes = await readFile(join(folder, path));
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) return undefined;
    }
    return there;
  } catch {
    return undefined;
  }
}

/** Lists the versions that are there, newest first. */
async function writeIndex(out: string, { version, generatedAt }: Manifest): Promise<void> {
  const known = await readFile(join(out, 'index.json'), 'utf8')
    .then((text) => JSON.parse(text) as DistIndex)
    .catch(() => ({ latest: '', versions: [] }));
  const there = new Set(await readdir(out));
  const others = known.versions.filter((each) => each.version !== version && there.has(each.version));
  const index: DistIndex = { latest: version, versions: [{ version, generatedAt }, ...others] };
  const aside = join(out, `.index-${process.pid}.json`);
  await writeFile(aside, `${JSON.stringify(index, null, 2)}\n`);
  await rename(aside, join(out, 'index.json'));
}
