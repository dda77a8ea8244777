/** The only writer of `dist/index.json`: the version in service, and the others that are available. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { INDEX_FILE, parseDistIndex } from '../runtime/dataset/manifest.ts';
import { signatureFileOf } from '../runtime/dataset/signature.ts';
import type { DistIndex, Manifest } from '../runtime/format/format.ts';
import { renameOver, unlessMissing, withTemporary, writeFileAtomic } from './atomic.ts';

/** Storage of versions and their index: a folder, or another place that datasets are published to. */
export interface VersionFiles {
  /** Shown in messages. */
  readonly name: string;
  /** Undefined if the file does not exist. */
  read(file: string): Promise<Buffer | undefined>;
  /** Atomic: readers find the old content or the new one. */
  write(file: string, content: string | Uint8Array): Promise<void>;
  /** A missing file is not an error. */
  delete(file: string): Promise<void>;
  /** Whether the version exists as a whole. */
  has(version: string): Promise<boolean>;
  /** Folders with the name of a version, complete or not, by name. */
  list(): Promise<string[]>;
  remove(version: string): Promise<void>;
}

export function folderVersions(dist: string): VersionFiles {
  return {
    name: dist,
    read: (file) => readFile(join(dist, file)).catch(unlessMissing(undefined)),
    write: (file, content) => writeFileAtomic(join(dist, file), content),
    delete: (file) => rm(join(dist, file), { force: true }),
    has: async (version) => (await readdir(dist)).includes(version),
    // Sorted by name; none if the folder does not exist.
    list: async () => (await readdir(dist).catch(unlessMissing<string[]>([]))).filter(isVersionName).sort(),
    // The name goes first, at once: after a kill no part of a version stands under it, and the next run removes the
    // rest.
    remove: (version) => {
      const folder = join(dist, version);
      return withTemporary(folder, (gone) => renameOver(folder, gone)).catch(unlessMissing(undefined));
    },
  };
}

/** @returns An index without versions if there is no file. @throws Error for a file that is not an index. */
export async function readIndex(files: VersionFiles): Promise<DistIndex> {
  return indexOf(await files.read(INDEX_FILE), files.name);
}

function indexOf(bytes: Buffer | undefined, place: string): DistIndex {
  if (bytes === undefined) return { latest: '', versions: [] };
  try {
    return parseDistIndex(bytes);
  } catch (cause) {
    throw new Error(
      `${place}/${INDEX_FILE} is not a list of dataset versions. Restore it, or remove it and write it again.`,
      { cause },
    );
  }
}

export interface IndexSigner {
  /** Returns the signature of these bytes as text. */
  sign(bytes: Uint8Array): string;
  /** Whether the text is a signature of these bytes by the same key. */
  verifies(bytes: Uint8Array, signature: string): boolean;
}

export interface IndexOptions {
  /** When this change is made; ISO 8601 UTC. */
  updated: string;
  signer?: IndexSigner | undefined;
  /** Called if the index is missing; returns what is known of a lost one. Default: this is the first index. */
  lost?: (() => Promise<LostIndex | undefined>) | undefined;
  /**
   * Runs before the index is replaced.
   * @param previous The version in service until then; empty: none.
   * @returns A function to call once the index is replaced.
   */
  announce?: ((previous: string) => Promise<() => Promise<void>>) | undefined;
}

/** The members of an index that its writer decides. */
export type IndexContent = Pick<DistIndex, 'latest' | 'versions'>;

/** Replaces an index that is lost: the next serial is above this one. */
export type LostIndex = IndexContent & { serial: number };

/**
 * Writes an index with a serial above the current one, by rename; nothing if its content is the same. A first index has
 * the release's time, and that time in seconds as its serial: it is the same on every machine, and does not begin below
 * the index that it follows elsewhere.
 * @param change Receives the current index, which is read once: a place may refuse to replace any other one.
 */
export async function writeIndex(
  files: VersionFiles,
  change: (known: DistIndex) => IndexContent | Promise<IndexContent>,
  { updated, signer, lost, announce }: IndexOptions,
): Promise<void> {
  const current = await files.read(INDEX_FILE);
  const known = (current === undefined ? await lost?.() : undefined) ?? indexOf(current, files.name);
  const { latest, versions } = await change(known);
  const announced = await announce?.(known.latest);
  const released = versions.find(({ version }) => version === latest)?.generatedAt ?? updated;
  const same = current !== undefined && isSame(known, { latest, versions });
  const next: DistIndex = {
    serial: Math.max((known.serial ?? 0) + 1, secondsOf(released)),
    updated: known.serial === undefined && known.versions.length === 0 ? released : updated,
    latest,
    versions,
  };
  const bytes = same ? current : Buffer.from(`${JSON.stringify(next, null, 2)}\n`);
  await writeSigned(files, { path: INDEX_FILE, current, bytes }, signer);
  await announced?.();
}

export interface Replaced {
  path: string;
  /** The current content as it was read last: a place may refuse to replace anything else. */
  current: Buffer | undefined;
  bytes: Buffer;
}

/**
 * Writes a file that changes, its signature (`<path>.sig`) before it; an unchanged file is not written.
 * @param signer Absent: no signature is written.
 */
export async function writeSigned(
  files: VersionFiles,
  replaced: Replaced,
  signer: IndexSigner | undefined,
): Promise<void> {
  const { path, current, bytes } = replaced;
  const unsign = signer && (await signFile(files, replaced, signer));
  if (current?.equals(bytes)) return;
  await files.write(path, bytes).catch(async (error: unknown) => {
    await unsign?.();
    throw error;
  });
}

function isSame(known: DistIndex, { latest, versions }: IndexContent): boolean {
  if (known.serial === undefined || known.updated === undefined) return false;
  return JSON.stringify([known.latest, known.versions]) === JSON.stringify([latest, versions]);
}

/** Seconds since 1970; 1 for an invalid time. */
export function secondsOf(time: string): number {
  const seconds = Math.floor(Date.parse(time) / 1000);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 1;
}

/**
 * Keeps the signature of the current file beside the new one: readers find one that fits at every moment.
 * @returns Restores the previous signatures, for a file that could not be replaced.
 */
async function signFile(
  files: VersionFiles,
  { path, current, bytes }: Replaced,
  signer: IndexSigner,
): Promise<() => Promise<void>> {
  const signatures = signatureFileOf(path);
  const before = await files.read(signatures);
  const lines = [signer.sign(bytes)];
  const old = before?.toString('utf8').trim().split('\n') ?? [];
  if (current !== undefined && !current.equals(bytes)) {
    const fits = old.find((line) => signer.verifies(current, line));
    if (fits !== undefined) lines.push(fits);
  }
  await files.write(signatures, lines.map((line) => `${line}\n`).join(''));
  return async () => {
    // The caller reports the first failure.
    if (before) await files.write(signatures, before).catch(() => {});
  };
}

export interface PointOptions extends IndexOptions {
  /** Number of versions to keep, the new one included; at least 1. Default: all. */
  keep?: number;
}

export interface Pointed {
  removed: string[];
  /** Existing versions that no index named: they stay. */
  unnamed: string[];
  /** Versions of a lost index that are listed again; absent if it was not lost. */
  relisted?: string[];
}

/**
 * Makes a version in `dist` the latest, and removes versions beyond `keep`, the oldest first. Only versions that an
 * index named are removed; none after an index was lost.
 */
export async function pointAt(
  files: VersionFiles,
  { version, generatedAt }: Pick<Manifest, 'version' | 'generatedAt'>,
  { keep = Number.POSITIVE_INFINITY, lost, ...options }: PointOptions,
): Promise<Pointed> {
  const others: DistIndex['versions'] = [];
  let versions: DistIndex['versions'] = [];
  let found: LostIndex | undefined;
  const change = async (known: DistIndex) => {
    for (const each of known.versions) {
      if (each.version !== version && (await files.has(each.version))) others.push(each);
    }
    versions = [{ version, generatedAt }, ...others].slice(0, found ? undefined : keep);
    return { latest: version, versions };
  };
  const remember = lost && (async () => (found = await lost()));
  await writeIndex(files, change, { ...options, lost: remember });
  const kept = new Set(versions.map((each) => each.version));
  const removed = others.map((each) => each.version).filter((each) => !kept.has(each));
  // Removed after the index is written, which no longer names them.
  for (const each of removed) await files.remove(each);
  const unnamed = (await files.list()).filter((each) => !kept.has(each));
  return { removed, unnamed, ...(found && { relisted: found.versions.map((each) => each.version) }) };
}

export function isVersionName(name: string): boolean {
  return /^[0-9a-f]{8}$/.test(name);
}
