/** Signs a version and the index of a `dist`, and verifies both with every file. */
import type { KeyObject } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type DatasetStore, DatasetUnavailable } from '../../../runtime/dataset/dataset.ts';
import { FEED_FILE, openHistory } from '../../../runtime/dataset/feed.ts';
import { INDEX_FILE, MANIFEST_FILE, readDistIndex, readManifest } from '../../../runtime/dataset/manifest.ts';
import { SIGNATURE_FILE } from '../../../runtime/dataset/signature.ts';
import { type OnChecked, verifyDataset } from '../../../runtime/dataset/verify.ts';
import type { Manifest } from '../../../runtime/format/format.ts';
import { folderStore } from '../../../runtime/node/folder-store.ts';
import { isFolder } from '../../atomic.ts';
import { folderVersions, readIndex, type VersionFiles, writeIndex, writeSigned } from '../../dist-index.ts';
import { UsageError } from '../../errors.ts';
import { tracesOfIndex } from '../../lost-index.ts';
import { asPublishError, PublishError } from './errors.ts';
import { signerOf } from './keys.ts';
import type { PlaceLocation } from './places/place.ts';

/** A version in its `dist`: `<dist>/<version>/`. */
export interface VersionPlace {
  dist: string;
  version: string;
  /** The caller named the `dist`, of which this is the latest version. */
  latest: boolean;
}

/** @param folder A `dist` (its latest version) or the folder of one version. @throws UsageError without a folder */
export async function findVersion(folder: string): Promise<VersionPlace> {
  const at = resolve(folder);
  if (statSync(join(at, MANIFEST_FILE), { throwIfNoEntry: false })?.isFile())
    return { dist: dirname(at), version: basename(at), latest: false };
  if (!(await isFolder(at))) throw new UsageError(`There is no folder ${folder}.`);
  return { dist: at, version: await latestOf(folderVersions(at)), latest: true };
}

/** Signs the manifest of a version, which contains the digest of every other file. */
async function signManifest(files: VersionFiles, version: string, key: KeyObject): Promise<void> {
  const manifest = await files.read(`${version}/${MANIFEST_FILE}`);
  if (!manifest) throw new PublishError(`${files.name}/${version}/${MANIFEST_FILE} is missing.`);
  await files.write(`${version}/${SIGNATURE_FILE}`, `${signerOf(key).sign(manifest)}\n`);
}

export function signVersion(folder: string, key: KeyObject): Promise<void> {
  return signManifest(folderVersions(dirname(folder)), basename(folder), key);
}

/** Signs the feed of changes and `index.json` unchanged; an index without a serial gets one first. */
export async function signIndex(files: VersionFiles, key: KeyObject): Promise<void> {
  const signer = signerOf(key);
  const feed = await files.read(FEED_FILE);
  if (feed) await writeSigned(files, { path: FEED_FILE, current: feed, bytes: feed }, signer);
  const index = await readIndex(files);
  const latest = index.versions.find(({ version }) => version === index.latest);
  const updated = latest?.generatedAt ?? new Date().toISOString();
  await writeIndex(files, (known) => known, { updated, signer });
}

/** Signs the latest version in service, and its index. @returns The version's name. */
export async function signServed(location: PlaceLocation, key: KeyObject): Promise<string> {
  return location.change(async (place) => {
    const version = await latestOf(place);
    await signManifest(place, version, key);
    await signIndex(place, key);
    return version;
  });
}

/** @throws PublishError for a place that lost its index, unlike one that never had one. */
export async function requireNotLost(place: VersionFiles): Promise<void> {
  if ((await place.read(INDEX_FILE)) !== undefined) return;
  const traces = await tracesOfIndex(place);
  if (traces.length === 0) return;
  throw new PublishError(
    `${place.name}/${INDEX_FILE} is missing, though ${traces.join(', ')} ${traces.length === 1 ? 'is' : 'are'} there: ` +
      'it was lost. Restore it, or publish a version: the new index lists the intact versions again.',
  );
}

/** @throws PublishError if no version is published. */
export async function latestOf(place: VersionFiles): Promise<string> {
  const { latest } = await readIndex(place);
  if (latest !== '') return latest;
  await requireNotLost(place);
  throw new PublishError(
    `${place.name} is not a dataset: it has neither an index.json nor a manifest.json. Run \`hivecheck compile\`.`,
  );
}

interface StoredVersion {
  dist: string | DatasetStore;
  version: string;
}

export interface Verified {
  manifest: Manifest;
  /** Number of files with checked size and digest, without the manifest. */
  files: number;
}

export interface VerifyOptions {
  publicKey?: string | undefined;
  /** The remedy for a damaged version. Default: compile it again, or sign it. */
  remedy?: string;
}

/**
 * Verifies a version: its name, every file and, with a public key, its signature.
 * @param onChecked Receives the bytes of each file once they are checked.
 * @throws PublishError that names the fault.
 */
export async function verifyVersion(
  { dist, version }: StoredVersion,
  { publicKey, remedy }: VerifyOptions = {},
  onChecked?: OnChecked,
): Promise<Verified> {
  const store = storeOf(dist);
  try {
    const signed = publicKey === undefined ? {} : { publicKey };
    const manifest = await readManifest(store, version, { checkName: true, ...signed });
    return { manifest, files: await verifyDataset(store, manifest, 'all', onChecked) };
  } catch (error) {
    return asPublishError(store.location, remedy ?? remedyOf(error, store.location))(error);
  }
}

/** Compiling writes no signature. */
function remedyOf(error: unknown, place: string): string {
  const unsigned = error instanceof DatasetUnavailable && error.file.endsWith('.sig');
  return unsigned ? `If it is yours, sign it: hivecheck sign ${place} --key <file>` : 'Compile it again.';
}

/** @throws PublishError if `index.json`, or an existing feed of changes, is not signed with this key. */
export async function verifyIndex(dist: string | DatasetStore, publicKey: string): Promise<void> {
  const store = storeOf(dist);
  const refuse = asPublishError(store.location, 'Run `hivecheck sign` on the dist folder.');
  const { latest } = await readDistIndex(store, publicKey).catch(refuse);
  await openHistory(store, latest, publicKey).feed().catch(refuse);
}

function storeOf(dist: string | DatasetStore): DatasetStore {
  return typeof dist === 'string' ? folderStore(dist) : dist;
}
