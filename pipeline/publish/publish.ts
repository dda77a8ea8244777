/** Puts a version into a mounted `dist` that is being served meanwhile. */
import type { KeyObject } from 'node:crypto';
import { lstat, mkdir, open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  cleanAbandoned,
  isErrno,
  releaseTemporary,
  syncFolder,
  temporaryPath,
  writeFileAtomic,
} from '../../build/atomic.ts';
import { pointAt, readIndex, writeIndex } from '../../build/dist-index.ts';
import { INDEX_SIGNATURE_FILE, SIGNATURE_FILE } from '../../runtime/dataset/signature.ts';
import type { DistIndex, Manifest } from '../../runtime/format.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { PublishError } from './errors.ts';
import { announce } from './feed.ts';
import { publishLock } from './lock.ts';
import { findVersion, indexSigner, type VersionPlace, verifyVersion } from './sign.ts';

/** Copied with a version, though the manifest does not list them. */
const COMPANIONS = ['changes.json', SIGNATURE_FILE];

interface ServedOptions {
  /** The `dist` folder that is served. */
  to: string;
  /** Refuses a version that is not signed with this key. */
  publicKey?: string | undefined;
  /** Signs `index.json`. Needed where it is signed already. */
  signingKey?: KeyObject | undefined;
  now?: () => Date;
}

export interface PublishOptions extends ServedOptions {
  /** A `dist` folder (its latest version is published) or the folder of one version. */
  from: string;
  /** Versions kept, the new one included; at least 1. */
  keep: number;
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
 * New files first, each checked against the manifest and flushed to the disk; then the folder by one rename; then
 * `index.json` by rename, last. A reader finds a whole version at every moment, and after any interruption.
 * @throws PublishError, and then the served dataset is what it was.
 */
export async function publish(options: PublishOptions): Promise<Published> {
  if (!Number.isInteger(options.keep) || options.keep < 1) {
    throw new PublishError(`--keep ${options.keep}: at least one version has to be kept.`);
  }
  const { to, keep } = options;
  const source = await findVersion(options.from);
  await mkdir(to, { recursive: true });
  return publishLock(to, async () => {
    await cleanAbandoned(to);
    await requireSigningKey(options);
    const { manifest, reused } = (await isPresent(join(to, source.version)))
      ? { manifest: await renew(source, options), reused: true }
      : { manifest: await copyVersion(source, options), reused: false };
    const announced = await announceVersion(manifest, options);
    const removed = await pointAt(to, manifest, { keep, ...indexOptions(options) });
    await announced();
    return { version: manifest.version, removed, reused };
  });
}

/** An index that was signed must not become one that clients with a public key refuse. */
async function requireSigningKey({ to, signingKey }: ServedOptions): Promise<void> {
  if (signingKey !== undefined || !(await isPresent(join(to, INDEX_SIGNATURE_FILE)))) return;
  throw new PublishError(
    `${join(to, 'index.json')} is signed: name the signing key with --key, or set HIVECHECK_SIGNING_KEY.`,
  );
}

/** In the feed of changes, before the index names it. @returns what is to be done after that. */
async function announceVersion(manifest: Manifest, options: ServedOptions): Promise<() => Promise<void>> {
  const { updated, signer } = indexOptions(options);
  const { latest } = await readIndex(options.to);
  return announce(options.to, manifest, { published: updated, previous: latest, signer });
}

function indexOptions({ signingKey, now = () => new Date() }: ServedOptions) {
  return { updated: now().toISOString(), signer: signingKey && indexSigner(signingKey) };
}

/** Copies what it verifies, and verifies the copy: a full or failing disk shows here, not to clients. */
async function copyVersion(source: VersionPlace, options: PublishOptions): Promise<Manifest> {
  const { to, publicKey, progress } = options;
  // A version is verified below a dist, so that the temporary folder is one.
  const temporary = temporaryPath(join(to, source.version));
  const copy = join(temporary, source.version);
  try {
    await mkdir(copy, { recursive: true });
    const folders = new Set([copy]);
    let done = 0;
    const { manifest } = await verifyVersion(source, { publicKey }, async (path, bytes, total) => {
      folders.add(dirname(join(copy, path)));
      await writeFlushed(join(copy, path), bytes);
      progress?.(++done, total);
    });
    for (const name of ['manifest.json', ...COMPANIONS]) await copyIfThere(source, name, copy);
    for (const folder of folders) await syncFolder(folder);
    await verifyVersion({ dist: temporary, version: source.version }, { publicKey });
    await rename(copy, join(to, source.version));
    await syncFolder(to);
    return manifest;
  } finally {
    await releaseTemporary(temporary);
  }
}

/** Its folder is flushed later: of thousands of files that is done once. */
async function writeFlushed(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * A version is immutable: one that is there must be this one, whole. It keeps the manifest that it has, whose time may
 * be another; a signature, and what changed, come along where they belong to that manifest.
 */
async function renew(source: VersionPlace, { to, publicKey }: PublishOptions): Promise<Manifest> {
  const { version } = source;
  const target = { dist: to, version };
  const { manifest: wanted } = await verifyVersion(source, { publicKey });
  const remedy = `Remove ${join(to, version)} and publish again.`;
  const { manifest } = await verifyVersion(target, { remedy });
  if (JSON.stringify(manifest.files) !== JSON.stringify(wanted.files)) {
    throw new PublishError(`${join(to, version)} is another version of the same name. ${remedy}`);
  }
  const [made, there] = await Promise.all([source, target].map((at) => readBelow(at, 'manifest.json')));
  if (made && there && made.equals(there)) {
    for (const name of COMPANIONS) await copyIfThere(source, name, join(to, version));
  }
  if (publicKey) await verifyVersion(target, { publicKey, remedy });
  return manifest;
}

async function copyIfThere(source: VersionPlace, name: string, folder: string): Promise<void> {
  const bytes = await readBelow(source, name);
  const there = await readBelow({ dist: dirname(folder), version: basename(folder) }, name);
  if (bytes && !there?.equals(bytes)) await writeFileAtomic(join(folder, name), bytes);
}

type Place = Pick<VersionPlace, 'dist' | 'version'>;

/** By the store, which follows no link. */
async function readBelow({ dist, version }: Place, name: string): Promise<Buffer | undefined> {
  const bytes = await folderStore(dist).read(`${version}/${name}`);
  return bytes && Buffer.from(bytes);
}

export interface RollbackOptions extends ServedOptions {
  /** Default: the version before the one that `index.json` names. */
  version?: string | undefined;
}

/**
 * Points back at a kept version, after verifying it. The index is a newer one with an older version: its serial rises.
 * Nothing is deleted. @returns the version's name.
 */
export async function rollback(options: RollbackOptions): Promise<string> {
  const { to, publicKey } = options;
  return publishLock(to, async () => {
    await requireSigningKey(options);
    const index = await readIndex(to);
    const version = options.version ?? versionBefore(index, to);
    const names = index.versions.map((kept) => kept.version);
    if (!names.includes(version)) {
      throw new PublishError(
        `${to} does not keep version ${version}. It keeps ${names.join(', ') || 'none'}.`,
      );
    }
    const { manifest } = await verifyVersion(
      { dist: to, version },
      { publicKey, remedy: 'Choose another version.' },
    );
    const announced = await announceVersion(manifest, options);
    await writeIndex(to, { ...index, latest: version }, indexOptions(options));
    await announced();
    return version;
  });
}

function versionBefore({ latest, versions }: DistIndex, to: string): string {
  const before = versions[versions.findIndex(({ version }) => version === latest) + 1];
  if (before !== undefined) return before.version;
  throw new PublishError(`${to} keeps no version before ${latest || 'its first'}.`);
}

async function isPresent(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}
