/** The one writer of `dist/index.json`: which version is in service, and which others are kept. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DistIndex, Manifest } from '../runtime/format.ts';
import { isErrno, writeFileAtomic } from './atomic.ts';

export const INDEX_FILE = 'index.json';

/** @returns an index without versions where there is no file. @throws Error for a file that is not an index. */
export async function readIndex(dist: string): Promise<DistIndex> {
  const file = join(dist, INDEX_FILE);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return { latest: '', versions: [] };
    throw error;
  }
  const index = parse(text);
  if (index) return index;
  throw new Error(`${file} is not a list of dataset versions. Restore it, or remove it and write it again.`);
}

function parse(text: string): DistIndex | undefined {
  try {
    const json = JSON.parse(text) as Partial<DistIndex> | null;
    if (typeof json?.latest !== 'string' || !Array.isArray(json.versions)) return undefined;
    return json as DistIndex;
  } catch {
    return undefined;
  }
}

export interface IndexSigner {
  /** Text of the signature of these bytes. */
  sign(bytes: Uint8Array): string;
  /** Whether the text is a signature of these bytes by the same key. */
  verifies(bytes: Uint8Array, signature: string): boolean;
}

export interface IndexOptions {
  /** ISO 8601 UTC: when this change is made. */
  updated: string;
  signer?: IndexSigner | undefined;
}

/**
 * Writes `next` with a serial above the one that is there, by rename; nothing where the file says the same already.
 * A first index has the release's time, and that time in seconds as its serial: it is the same on every machine, and
 * does not begin below the index that it follows elsewhere.
 */
export async function writeIndex(
  dist: string,
  { latest, versions }: Pick<DistIndex, 'latest' | 'versions'>,
  { updated, signer }: IndexOptions,
): Promise<void> {
  const known = await readIndex(dist);
  const released = versions.find(({ version }) => version === latest)?.generatedAt ?? updated;
  const same = isSame(known, { latest, versions });
  const next: DistIndex = {
    serial: Math.max((known.serial ?? 0) + 1, secondsOf(released)),
    updated: known.versions.length === 0 ? released : updated,
    latest,
    versions,
  };
  const bytes = same
    ? await readFile(join(dist, INDEX_FILE))
    : Buffer.from(`${JSON.stringify(next, null, 2)}\n`);
  await writeSigned(dist, INDEX_FILE, bytes, signer);
}

/**
 * Writes a file that changes, by rename, its signature before it; neither where it says the same already. The
 * signature file is `<path>.sig`.
 */
export async function writeSigned(
  dist: string,
  path: string,
  bytes: Buffer,
  signer: IndexSigner | undefined,
): Promise<void> {
  const file = join(dist, path);
  const current = await readFile(file).catch(unlessMissing);
  if (signer) await signFile(`${file}.sig`, { current, bytes }, signer);
  if (!current?.equals(bytes)) await writeFileAtomic(file, bytes);
}

function isSame(known: DistIndex, { latest, versions }: DistIndex): boolean {
  if (known.serial === undefined || known.updated === undefined) return false;
  return JSON.stringify([known.latest, known.versions]) === JSON.stringify([latest, versions]);
}

function secondsOf(time: string): number {
  const seconds = Math.floor(Date.parse(time) / 1000);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 1;
}

/** Keeps the signature of the file that is still there: readers find one that fits at every moment. */
async function signFile(
  file: string,
  { current, bytes }: { current: Buffer | undefined; bytes: Buffer },
  signer: IndexSigner,
): Promise<void> {
  const lines = [signer.sign(bytes)];
  const old = (await readFile(file).catch(unlessMissing))?.toString('utf8').trim().split('\n') ?? [];
  if (current !== undefined && !current.equals(bytes)) {
    const fits = old.find((line) => signer.verifies(current, line));
    if (fits !== undefined) lines.push(fits);
  }
  await writeFileAtomic(file, lines.map((line) => `${line}\n`).join(''));
}

function unlessMissing(error: unknown): undefined {
  if (!isErrno(error, 'ENOENT')) throw error;
}

export interface PointOptions extends IndexOptions {
  /** Versions kept, the new one included; at least 1. Default: all. */
  keep?: number;
}

/**
 * Makes a version that lies in `dist` the latest, and removes versions beyond `keep`, the oldest first.
 * @returns the versions removed.
 */
export async function pointAt(
  dist: string,
  { version, generatedAt }: Pick<Manifest, 'version' | 'generatedAt'>,
  { keep = Number.POSITIVE_INFINITY, ...options }: PointOptions,
): Promise<string[]> {
  const known = await readIndex(dist);
  const present = new Set(await readdir(dist));
  const others = known.versions.filter((each) => each.version !== version && present.has(each.version));
  const versions = [{ version, generatedAt }, ...others].slice(0, keep);
  await writeIndex(dist, { latest: version, versions }, options);
  const kept = new Set(versions.map((each) => each.version));
  const removed = others.map((each) => each.version).filter((each) => !kept.has(each));
  // After the index, which no longer names them.
  for (const each of removed) await rm(join(dist, each), { recursive: true, force: true });
  return removed;
}
