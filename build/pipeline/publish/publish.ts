/** Publishes a version to a place that is in service meanwhile. */

import type { DatasetStore } from '../../../runtime/dataset/dataset.ts';
import { MANIFEST_FILE, olderIn, readManifest, releasedAt } from '../../../runtime/dataset/manifest.ts';
import { SIGNATURE_FILE } from '../../../runtime/dataset/signature.ts';
import { verifyDataset } from '../../../runtime/dataset/verify.ts';
import type { DistIndex, Manifest } from '../../../runtime/format/format.ts';
import { folderStore } from '../../../runtime/node/folder-store.ts';
import { type IndexOptions, type Pointed, pointAt, readIndex, writeIndex } from '../../dist-index.ts';
import { lostIndex } from '../../lost-index.ts';
import { asPublishError, PublishError } from './errors.ts';
import { announce } from './feed.ts';
import { publicKeyText, signerOf } from './keys.ts';
import { locationOf } from './places/location.ts';
import type { Draft, Environment, Place } from './places/place.ts';
import { findVersion, requireNotLost, type VersionPlace, verifyVersion } from './sign.ts';
import { type KeyChoice, requireSameKey, signatureBeside } from './signed.ts';

/** Copied with a version, although the manifest does not list it. */
const CHANGES = 'changes.json';

interface ServedOptions extends KeyChoice {
  /** The place in service: a `dist` folder, `s3://bucket/prefix` or `git+<remote>#<branch>`. */
  to: string;
  /** Refuses a version that is not signed with this key. */
  publicKey?: string | undefined;
  now?: () => Date;
  /** Contains the credentials of a bucket. Default: the process's. */
  environment?: Environment;
}

export interface PublishOptions extends ServedOptions {
  /** A `dist` folder (its latest version is published) or the folder of one version. */
  from: string;
  /** Number of versions to keep, the new one included; at least 1. */
  keep: number;
  /** Publishes a dataset that is older than the one in service. */
  allowOlder?: boolean | undefined;
  progress?: (done: number, total: number) => void;
}

export interface Published extends Pointed {
  version: string;
  /** The whole version existed already. */
  reused: boolean;
}

/**
 * New files first, each checked against the manifest and read back; then the manifest; then the feed of changes; then
 * `index.json`, last. A reader finds a whole version at every moment, and after any interruption.
 * @throws PublishError; what is served is then unchanged.
 */
export async function publish(options: PublishOptions): Promise<Published> {
  if (!Number.isInteger(options.keep) || options.keep < 1) {
    throw new PublishError(`--keep ${options.keep}: at least one version has to be kept.`);
  }
  const location = locationOf(options.to, options.environment);
  const source = await findVersion(options.from);
  return location.change(async (place) => {
    await requireSameKey(place, options);
    if (!options.allowOlder) await requireNotOlder(place, source);
    const { manifest, reused } = (await place.has(source.version))
      ? { manifest: await renew(source, place, options), reused: true }
      : { manifest: await copyVersion(source, place, options), reused: false };
    const pointed = await pointAt(place, manifest, {
      ...indexOptions(place, manifest, options),
      keep: options.keep,
      lost: () => lostIndex(place, manifest.version, (version) => intact(place, version, options)),
    });
    return { version: manifest.version, reused, ...pointed };
  }, true);
}

/** A workflow of yesterday that runs again would put back what has been replaced since. */
async function requireNotOlder(place: Place, { dist, version }: VersionPlace): Promise<void> {
  const { latest, versions } = await readIndex(place);
  const served = releasedAt({ versions }, latest);
  if (served === undefined || version === latest) return;
  // A manifest that cannot be read is refused when the version is verified.
  const manifest = await readManifest(folderStore(dist), version).catch(() => undefined);
  if (manifest === undefined || manifest.generatedAt >= served) return;
  throw new PublishError(
    `${version} is of ${manifest.generatedAt}, older than ${latest} of ${served}, which ${place.name} serves. ` +
      'Publish one of newer facts, or name --allow-older; `hivecheck rollback` puts a kept version back.',
  );
}

/** A person with write access to the place, but without the key, must not get a version into a signed index. */
async function intact(place: Place, version: string, { signingKey }: ServedOptions) {
  const signed = signingKey && { publicKey: publicKeyText(signingKey) };
  try {
    const { generatedAt } = (await verifyVersion({ dist: place.store, version }, signed)).manifest;
    return { version, generatedAt };
  } catch (error) {
    if (error instanceof PublishError) return undefined;
    throw error;
  }
}

function indexOptions(place: Place, manifest: Manifest, options: ServedOptions): IndexOptions {
  const { signingKey, now = () => new Date() } = options;
  const written = { updated: now().toISOString(), signer: signingKey && signerOf(signingKey) };
  return { ...written, announce: (previous) => announce(place, manifest, previous, written) };
}

/** Verifies what it copies, and the copy: full or failing storage is detected here, not by clients. */
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
    const read = (name: string) => folderStore(source.dist).read(`${version}/${name}`);
    const [changes, signature, bytes] = await Promise.all([CHANGES, SIGNATURE_FILE, MANIFEST_FILE].map(read));
    await putWhole(draft, `${version}/${CHANGES}`, changes);
    const where = `${source.dist}/${version}`;
    await putWhole(draft, `${version}/${SIGNATURE_FILE}`, besideManifest(bytes, [signature], where, options));
    await putWhole(draft, `${version}/${MANIFEST_FILE}`, bytes);
    copied = manifest;
  });
  if (copied) return copied;
  throw new PublishError(`${place.name} did not take version ${version}.`);
}

/** Without a key the existing signature is copied; with one, what is put into service is signed with it. */
function besideManifest(
  manifest: Bytes,
  there: readonly Bytes[],
  where: string,
  options: ServedOptions,
): Bytes {
  const { signingKey, replaceKey } = options;
  if (signingKey === undefined || manifest === undefined) return there.find((each) => each !== undefined);
  return signatureBeside(manifest, there, { signingKey, replaceKey, where });
}

async function putWhole({ put, store }: Draft, path: string, bytes: Bytes): Promise<void> {
  if (bytes === undefined) return;
  await put(path, bytes);
  if (!isSame(await store.read(path), bytes))
    throw new PublishError(`${store.location}: ${path} is not what was written. Publish again.`);
}

/**
 * A version is immutable: an existing one must be the same and whole. It keeps its manifest, whose time may differ; a
 * signature, and the changes, are copied if they belong to that manifest.
 */
async function renew(source: VersionPlace, place: Place, options: PublishOptions): Promise<Manifest> {
  const { version } = source;
  const { publicKey } = options;
  const target = { dist: place.store, version };
  const { manifest: wanted } = await verifyVersion(source, { publicKey });
  const remedy = place.remedy(version);
  const { manifest } = await verifyVersion(target, { remedy });
  if (JSON.stringify(manifest.files) !== JSON.stringify(wanted.files)) {
    throw new PublishError(`${place.name}/${version} is another version of the same name. ${remedy}`);
  }
  const from = (name: string) => folderStore(source.dist).read(`${version}/${name}`);
  const bytes = await place.store.read(`${version}/${MANIFEST_FILE}`);
  const same = isSame(await from(MANIFEST_FILE), bytes);
  if (same) await writeIfChanged(place, `${version}/${CHANGES}`, await from(CHANGES));
  await signBeside(place, version, options, same ? await from(SIGNATURE_FILE) : undefined);
  if (publicKey) await verifyVersion(target, { publicKey, remedy });
  return manifest;
}

/** @param other Another signature of the same manifest. */
async function signBeside(
  place: Place,
  version: string,
  options: ServedOptions,
  other?: Bytes,
): Promise<void> {
  const path = `${version}/${SIGNATURE_FILE}`;
  const bytes = await place.store.read(`${version}/${MANIFEST_FILE}`);
  const own = await place.store.read(path);
  // Without a key it is unknown which one is better: the source's is the requested one.
  const there = options.signingKey ? [own, other] : [other];
  await writeIfChanged(place, path, besideManifest(bytes, there, `${place.name}/${version}`, options));
}

/** Read by the store, which follows no link. */
async function writeIfChanged(place: Place, path: string, bytes: Bytes): Promise<void> {
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
 * Puts a kept version into service again, after verifying it. The index is a newer one with an older version: its
 * serial rises. Nothing is deleted. @returns The version's name.
 */
export async function rollback(options: RollbackOptions): Promise<string> {
  const { to, publicKey, environment } = options;
  return locationOf(to, environment).change(async (place) => {
    await requireSameKey(place, options);
    await requireNotLost(place);
    const index = await readIndex(place);
    const version = options.version ?? versionBefore(index, place.name);
    assertKept(index, version, place.name);
    const { manifest } = await verifyVersion(
      { dist: place.store, version },
      { publicKey, remedy: 'Choose another version.' },
    );
    await signBeside(place, version, options);
    const change = (known: DistIndex) => {
      assertKept(known, version, place.name);
      return { ...known, latest: version, versions: withdrawnAbove(known.versions, version) };
    };
    await writeIndex(place, change, indexOptions(place, manifest, options));
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

/** Clients must not load the versions newer than the one restored. */
function withdrawnAbove(versions: DistIndex['versions'], version: string): DistIndex['versions'] {
  const at = versions.findIndex((each) => each.version === version);
  return versions.map(({ withdrawn, ...each }, place) => ({
    ...each,
    ...((place < at || (withdrawn && place > at)) && { withdrawn: true as const }),
  }));
}

function versionBefore(index: DistIndex, place: string): string {
  const [before] = olderIn(index);
  if (before !== undefined) return before;
  throw new PublishError(`${place} keeps no version before ${index.latest || 'its first'}.`);
}
