/** Signing a version and the index of a `dist`, and verifying both with every file. */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isErrno, writeFileAtomic } from '../../build/atomic.ts';
import { type IndexSigner, readIndex, writeIndex, writeSigned } from '../../build/dist-index.ts';
import { FEED_FILE, openHistory } from '../../runtime/dataset/feed.ts';
import { readDistIndex, readManifest } from '../../runtime/dataset/manifest.ts';
import { SIGNATURE_FILE } from '../../runtime/dataset/signature.ts';
import { type OnChecked, verifyDataset } from '../../runtime/dataset/verify.ts';
import type { Manifest } from '../../runtime/format.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { asPublishError, PublishError } from './errors.ts';

/** A version in its `dist`: `<dist>/<version>/`. */
export interface VersionPlace {
  dist: string;
  version: string;
  /** The caller named the `dist`, whose latest version this is. */
  latest: boolean;
}

/** @param folder a `dist` folder, which stands for its latest version, or the folder of one version. */
export async function findVersion(folder: string): Promise<VersionPlace> {
  const at = resolve(folder);
  if (await isFile(join(at, 'manifest.json'))) {
    return { dist: dirname(at), version: basename(at), latest: false };
  }
  const { latest } = await readIndex(at);
  if (latest !== '') return { dist: at, version: latest, latest: true };
  throw new PublishError(
    `${at} is not a dataset: it has neither an index.json nor a manifest.json. Run \`hivecheck compile\`.`,
  );
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

/** Signs the manifest of a version, which holds the digest of every other file. */
export async function signVersion(folder: string, key: KeyObject): Promise<void> {
  const bytes = await readFile(join(folder, 'manifest.json')).catch((cause: unknown) => {
    throw new PublishError(`${folder} is not a dataset version: its manifest.json cannot be read.`, {
      cause,
    });
  });
  await writeFileAtomic(join(folder, SIGNATURE_FILE), `${signatureOf(bytes, key)}\n`);
}

/** Signs the feed of changes and `index.json` as they are; one without a serial is given one first. */
export async function signIndex(dist: string, key: KeyObject): Promise<void> {
  const index = await readIndex(dist);
  const latest = index.versions.find(({ version }) => version === index.latest);
  const updated = latest?.generatedAt ?? new Date().toISOString();
  await writeIndex(dist, index, { updated, signer: indexSigner(key) });
  const feed = await readFile(join(dist, FEED_FILE)).catch((error: unknown) => {
    if (!isErrno(error, 'ENOENT')) throw error;
    return undefined;
  });
  if (feed !== undefined) await writeSigned(dist, FEED_FILE, feed, indexSigner(key));
}

export function indexSigner(key: KeyObject): IndexSigner {
  const open = createPublicKey(key);
  return {
    sign: (bytes) => signatureOf(bytes, key),
    verifies: (bytes, signature) => verify(null, bytes, open, Buffer.from(signature, 'base64')),
  };
}

function signatureOf(bytes: Uint8Array, key: KeyObject): string {
  return sign(null, bytes, key).toString('base64');
}

export interface Verified {
  manifest: Manifest;
  /** Files whose size and digest were checked; the manifest is not counted. */
  files: number;
}

export interface VerifyOptions {
  publicKey?: string | undefined;
  /** What to do about a damaged version. Default: compile or sign it again. */
  remedy?: string;
}

/**
 * Verifies a version: its name, every file and, with a public key, its signature.
 * @param onChecked takes the bytes of each file once they are checked.
 * @throws PublishError that names what is wrong.
 */
export async function verifyVersion(
  { dist, version }: Pick<VersionPlace, 'dist' | 'version'>,
  { publicKey, remedy = 'Compile or sign it again.' }: VerifyOptions = {},
  onChecked?: OnChecked,
): Promise<Verified> {
  const store = folderStore(dist);
  try {
    const signed = publicKey === undefined ? {} : { publicKey };
    const manifest = await readManifest(store, version, { checkName: true, ...signed });
    return { manifest, files: await verifyDataset(store, manifest, 'all', onChecked) };
  } catch (error) {
    return asPublishError(dist, remedy)(error);
  }
}

/** @throws PublishError where `index.json`, or the feed of changes where there is one, is not signed with this key. */
export async function verifyIndex(dist: string, publicKey: string): Promise<void> {
  const store = folderStore(dist);
  const refuse = asPublishError(dist, 'Run `hivecheck sign` on the dist folder.');
  const { latest } = await readDistIndex(store, publicKey).catch(refuse);
  await openHistory(store, latest, publicKey).feed().catch(refuse);
}
