/** Puts a version into a mounted `dist` that is being served meanwhile. */
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DistIndex, Manifest } from '../../runtime/format.ts';
import { PublishError } from './errors.ts';
import {
  COMPANIONS,
  isCode,
  readChecked,
  readVersionManifest,
  syncFolder,
  writeDurably,
  writeSynced,
} from './files.ts';
import { publishLock } from './lock.ts';
import { verifyVersion } from './sign.ts';

export interface PublishOptions {
  /** A `dist` folder (its latest version is published) or the folder of one version. */
  from: string;
  /** The `dist` folder that is served. */
  to: string;
  /** Versions kept, the new one included; at least 1. */
  keep: number;
  /** Refuses a version that is not signed with this key. */
  publicKey?: string | undefined;
  progress?: (done: number, total: number) => void;
}

export interface Published {
  version: string;
  /** Versions deleted, to keep the last `keep`. */
  removed: string[];
  /** It was there already, whole. */
  reused: boolean;
}

/**
 * New files first, each checked against the manifest and synced; then the folder by one rename; then `index.json`
 * by rename, last. Whoever reads at any moment, or after any interruption, finds a whole version.
 * @throws PublishError, and then the served dataset is what it was.
 */
export async function publish(options: PublishOptions): Promise<Published> {
  if (!Number.isInteger(options.keep) || options.keep < 1) {
    throw new PublishError(`--keep ${options.keep}: at least one version has to be kept.`);
  }
  const source = await versionFolder(options.from);
  const manifest = await readVersionManifest(source);
  if (options.publicKey) await verifyVersion(source, options.publicKey);
  await mkdir(options.to, { recursive: true });
  return publishLock(options.to, async () => {
    const reused = await putVersion(source, options, manifest);
    const removed = await pointAt(options.to, manifest, options.keep);
    return { version: manifest.version, removed, reused };
  });
}

async function versionFolder(from: string): Promise<string> {
  const index = await readIndex(from);
  return index.latest === '' ? from : join(from, index.latest);
}

async function putVersion(source: string, options: PublishOptions, manifest: Manifest): Promise<boolean> {
  const target = join(options.to, manifest.version);
  if (await isThere(target)) {
    await assertSame(target, manifest);
    // Made twice, the same content has two times; a signature, and what changed, belong to the one they were made with.
    if (await sameManifest(source, target)) await copyCompanions(source, target);
    if (options.publicKey) await verifyVersion(target, options.publicKey);
    return true;
  }
  const aside = join(options.to, `.publishing-${manifest.version}`);
  // Left by a publication that was interrupted; the lock says that none is under way.
  await rm(aside, { recursive: true, force: true });
  const paths = Object.keys(manifest.files);
  let done = 0;
  await each(paths, async (path) => {
    await writeSynced(join(aside, path), await readChecked(source, path, manifest));
    options.progress?.(++done, paths.length);
  });
  await writeDurably(join(aside, 'manifest.json'), await readFile(join(source, 'manifest.json')));
  await copyCompanions(source, aside);
  for (const folder of new Set(paths.map((path) => dirname(join(aside, path))))) await syncFolder(folder);
  // What the disk really took: a full or failing mount shows here, not to clients.
  await each(paths, (path) => readChecked(aside, path, manifest));
  await rename(aside, target);
  await syncFolder(options.to);
  return false;
}

async function sameManifest(source: string, target: string): Promise<boolean> {
  const [made, there] = await Promise.all([source, target].map((at) => readFile(join(at, 'manifest.json'))));
  return made !== undefined && there !== undefined && made.equals(there);
}

async function copyCompanions(source: string, target: string): Promise<void> {
  for (const name of COMPANIONS) {
    const bytes = await readFile(join(source, name)).catch(() => undefined);
    const there = await readFile(join(target, name)).catch(() => undefined);
    if (bytes && !there?.equals(bytes)) await writeDurably(join(target, name), bytes);
  }
}

/** A version is immutable: one that is there must be this one, whole. The time it was made is not its content. */
async function assertSame(target: string, manifest: Manifest): Promise<void> {
  const there = await readVersionManifest(target);
  if (JSON.stringify(there.files) !== JSON.stringify(manifest.files)) {
    throw new PublishError(
      `${target} is there already with other content: it is damaged. Remove it and publish again.`,
    );
  }
  await each(Object.keys(there.files), (path) => readChecked(target, path, there));
}

/** Makes a version that lies in `to` the latest and keeps `keep` in all. @returns the versions removed. */
export async function pointAt(to: string, manifest: Manifest, keep: number): Promise<string[]> {
  const index = await readIndex(to);
  const { version } = manifest;
  const { generatedAt } = await readVersionManifest(join(to, version));
  const others = index.versions.filter((each) => each.version !== version);
  const versions = [{ version, generatedAt }, ...others].slice(0, keep);
  await writeIndex(to, { latest: version, versions });
  const kept = new Set(versions.map((each) => each.version));
  const removed = others.map((each) => each.version).filter((each) => !kept.has(each));
  // After the index: nobody who reads it is sent to what is being deleted.
  for (const each of removed) await rm(join(to, each), { recursive: true, force: true });
  return removed;
}

export interface RollbackOptions {
  /** The `dist` folder that is served. */
  to: string;
  /** Default: the version before the one that `index.json` names. */
  version?: string | undefined;
  publicKey?: string | undefined;
}

/** Points back at a kept version, after checking that it is whole. Nothing is deleted. @returns its name. */
export async function rollback({ to, version, publicKey }: RollbackOptions): Promise<string> {
  return publishLock(to, async () => {
    const index = await readIndex(to);
    const names = index.versions.map((kept) => kept.version);
    const wanted = version ?? names[names.indexOf(index.latest) + 1];
    if (wanted === undefined)
      throw new PublishError(`${to} keeps no version before ${index.latest || 'its first'}.`);
    if (!names.includes(wanted)) {
      throw new PublishError(
        `${to} does not keep version ${wanted}. It keeps ${names.join(', ') || 'none'}.`,
      );
    }
    const folder = join(to, wanted);
    const manifest = await readVersionManifest(folder);
    if (publicKey) await verifyVersion(folder, publicKey);
    await each(Object.keys(manifest.files), (path) => readChecked(folder, path, manifest));
    await writeIndex(to, { ...index, latest: wanted });
    return wanted;
  });
}

export async function readIndex(dist: string): Promise<DistIndex> {
  let text: string;
  try {
    text = await readFile(join(dist, 'index.json'), 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return { latest: '', versions: [] };
    throw error;
  }
  try {
    return JSON.parse(text) as DistIndex;
  } catch {
    throw new PublishError(
      `${join(dist, 'index.json')} is not JSON; restore it, or remove it and publish again.`,
    );
  }
}

async function writeIndex(to: string, index: DistIndex): Promise<void> {
  await writeDurably(join(to, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Waiting for the disk to sync is most of the work; it syncs several files as fast as one. Ends only when nothing
 * is under way any more, so that a failed publication does not write on after its lock is given back.
 */
async function each(paths: readonly string[], work: (path: string) => Promise<unknown>): Promise<void> {
  const queue = paths.values();
  const failures: unknown[] = [];
  const run = async () => {
    for (const path of queue) {
      if (failures.length > 0) return;
      await work(path).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: 16 }, run));
  if (failures.length > 0) throw failures[0];
}
