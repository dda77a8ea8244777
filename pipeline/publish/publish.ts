/** Puts a version into a place that is being served meanwhile. */
import type { KeyObject } from 'node:crypto';
import { pointAt, readIndex, writeIndex } from '../../build/dist-index.ts';
import type { DatasetStore } from '../../runtime/dataset/dataset.ts';
import { INDEX_SIGNATURE_FILE, SIGNATURE_FILE } from '../../runtime/dataset/signature.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import type { DistIndex, Manifest } from '../../runtime/format.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { asPublishError, PublishError } from './errors.ts';
import { announce } from './feed.ts';
import { locationOf } from './places/location.ts';
import type { Draft, Environment, Place } from './places/place.ts';
import { findVersion, indexSigner, type VersionPlace, verifyVersion } from './sign.ts';

const MANIFEST = 'manifest.json';
/** Copied with a version, though the manifest does not list them. */
const COMPANIONS = ['changes.json', SIGNATURE_FILE];

interface ServedOptions {
  /** What is served: a `dist` folder, `s3://bucket/prefix` or `git+<remote>#<branch>`. */
  to: string;
  /** Refuses a version that is not signed with this key. */
  publicKey?: string | undefined;
  /** Signs `index.json`. Needed where it is signed already. */
  signingKey?: KeyObject | undefined;
  now?: () => Date;
  /** Has the credentials of a bucket. Default: the process's. */
  environment?: Environment;
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
 * New files first, each checked against the manifest and read back; then the manifest; then the feed of changes; then
 * `index.json`, last. A reader finds a whole version at every moment, and after any interruption.
 * @throws PublishError, and then what is served is what it was.
 */
export async function publish(options: PublishOptions): Promise<Published> {
  if (!Number.isInteger(options.keep) || options.keep < 1) {
    throw new PublishError(`--keep ${options.keep}: at least one version has to be kept.`);
  }
  const location = locationOf(options.to, options.environment);
  const source = await findVersion(options.from);
  return location.change(async (place) => {
    await requireSigningKey(place, options);
    const { manifest, reused } = (await place.has(source.version))
      ? { manifest: await renew(source, place, options), reused: true }
      : { manifest: await copyVersion(source, place, options), reused: false };
    const index = indexOptions(options);
    const removed = await pointAt(place, manifest, {
      ...index,
      keep: options.keep,
      announce: (previous) => announce(place, manifest, { ...index, previous }),
    });
    return { version: manifest.version, removed, reused };
  }, true);
}

/** An index that was signed must not become one that clients with a public key refuse. */
async function requireSigningKey(place: Place, { signingKey }: ServedOptions): Promise<void> {
  if (signingKey !== undefined || (await place.read(INDEX_SIGNATURE_FILE)) === undefined) return;
  throw new PublishError(
    `${place.name}/index.json is signed: name the signing key with --key, or set HIVECHECK_SIGNING_KEY.`,
  );
}

function indexOptions({ signingKey, now = () => new Date() }: ServedOptions) {
  return { updated: now().toISOString(), signer: signingKey && indexSigner(signingKey) };
}

/** Copies what it verifies, and verifies the copy: storage that is full or fails shows here, not to clients. */
async function copyVersion(source: VersionPlace, place: Place, options: PublishOptions): Promise<Manifest> {
  const { publicKey, progress } = options;
  const { version } = source;
  let copied: Manifest | undefined;
  await place.add(version, async (draft) => {
    let done = 0;
    const { manifest } = await verifyVersion(source, { publicKey }, async (path, bytes, total) => {
      await draft.put(`${version}/${path}`, bytes);
      progress?.(++done, total);
    });
    await verifyDataset(draft.store, manifest, 'all').catch(asPublishError(place.name, 'Publish again.'));
    for (const name of [...COMPANIONS, MANIFEST]) await putIfThere(source, name, draft);
    copied = manifest;
  });
  if (copied) return copied;
  throw new PublishError(`${place.name} did not take version ${version}.`);
}

async function putIfThere(source: VersionPlace, name: string, { put, store }: Draft): Promise<void> {
  const path = `${source.version}/${name}`;
  const bytes = await folderStore(source.dist).read(path);
  if (bytes === undefined) return;
  await put(path, bytes);
  if (!isSame(await store.read(path), bytes))
    throw new PublishError(`${store.location}: ${path} is not what was written. Publish again.`);
}

/**
 * A version is immutable: one that is there must be this one, whole. It keeps the manifest that it has, whose time may
 * be another; a signature, and what changed, come along where they belong to that manifest.
 */
async function renew(source: VersionPlace, place: Place, { publicKey }: PublishOptions): Promise<Manifest> {
  const { version } = source;
  const target = { dist: place.store, version };
  const { manifest: wanted } = await verifyVersion(source, { publicKey });
  const remedy = place.remedy(version);
  const { manifest } = await verifyVersion(target, { remedy });
  if (JSON.stringify(manifest.files) !== JSON.stringify(wanted.files)) {
    throw new PublishError(`${place.name}/${version} is another version of the same name. ${remedy}`);
  }
  const path = `${version}/${MANIFEST}`;
  if (isSame(await folderStore(source.dist).read(path), await place.store.read(path))) {
    for (const name of COMPANIONS) await writeIfChanged(source.dist, `${version}/${name}`, place);
  }
  if (publicKey) await verifyVersion(target, { publicKey, remedy });
  return manifest;
}

/** By the stores, which follow no link. */
async function writeIfChanged(dist: string, path: string, place: Place): Promise<void> {
  const bytes = await folderStore(dist).read(path);
  if (bytes && !isSame(await place.store.read(path), bytes)) await place.write(path, bytes);
}

type Bytes = Awaited<ReturnType<DatasetStore['read']>>;

function isSame(a: Bytes, b: Bytes): boolean {
  return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
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
  const { to, publicKey, environment } = options;
  return locationOf(to, environment).change(async (place) => {
    await requireSigningKey(place, options);
    const index = await readIndex(place);
    const version = options.version ?? versionBefore(index, place.name);
    assertKept(index, version, place.name);
    const { manifest } = await verifyVersion(
      { dist: place.store, version },
      { publicKey, remedy: 'Choose another version.' },
    );
    const written = indexOptions(options);
    let announced: (() => Promise<void>) | undefined;
    const change = async (known: DistIndex) => {
      assertKept(known, version, place.name);
      announced = await announce(place, manifest, { ...written, previous: known.latest });
      return { ...known, latest: version };
    };
    await writeIndex(place, change, written);
    await announced?.();
    return version;
  });
}

function assertKept({ versions }: DistIndex, version: string, place: string): void {
  const names = versions.map((kept) => kept.version);
  if (names.includes(version)) return;
  throw new PublishError(
    `${place} does not keep version ${version}. It keeps ${names.join(', ') || 'none'}.`,
  );
}

function versionBefore({ latest, versions }: DistIndex, place: string): string {
  const before = versions[versions.findIndex(({ version }) => version === latest) + 1];
  if (before !== undefined) return before.version;
  throw new PublishError(`${place} keeps no version before ${latest || 'its first'}.`);
}
