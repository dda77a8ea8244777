import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeVersion } from '../../build/compile/write.ts';
import { publicKeyText } from '../../build/pipeline/publish/keys.ts';
import { signVersion } from '../../build/pipeline/publish/sign.ts';
import type { DatasetStore } from '../../runtime/dataset/dataset.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import type { DistIndex, Manifest } from '../../runtime/format/format.ts';
import { httpStore } from '../../runtime/node/http-store.ts';
import { contents as filesIn, newFolder } from '../scratch.ts';

export { newFolder as folder } from '../scratch.ts';

/** A dataset of a few files, told apart by `mark`. */
export async function madeDist(
  mark: string,
  out?: string,
  generatedAt = '2026-11-20T00:00:00.000Z',
): Promise<{ dist: string; version: string; files: Map<string, string> }> {
  const dist = out ?? (await newFolder());
  const files = new Map([
    ['resolve/00.json', `{"mark":${JSON.stringify(mark)}}`],
    ['setting/en-US/0f.json', '{}'],
    ['coverage.json', `["é",${JSON.stringify(mark)}]`],
  ]);
  const shardBits = { resolve: 1, list: 1, near: 1, csp: 1, catalog: 1, setting: 1, policy: 1 };
  const base = {
    languages: ['en-US'],
    sources: [],
    counts: { settings: 1, registryPairs: 1, cspMappings: 0 },
    shardBits,
  };
  const { manifest } = await writeVersion(dist, files, base, generatedAt);
  return { dist, version: manifest.version, files };
}

/** The key of these tests; `sealed` is what a signed publication is given. */
export const pair = generateKeyPairSync('ed25519');
export const publicKey = publicKeyText(pair.publicKey);
export const sealed = { signingKey: pair.privateKey, publicKey };

/** One that is signed with it. */
export async function signedDist(mark: string): ReturnType<typeof madeDist> {
  const made = await madeDist(mark);
  await signVersion(join(made.dist, made.version), pair.privateKey);
  return made;
}

export async function index(dist: string): Promise<DistIndex> {
  return JSON.parse(await readFile(join(dist, 'index.json'), 'utf8'));
}

/** Path → bytes of everything below, as latin-1. */
export async function contents(dist: string): Promise<Record<string, string>> {
  return Object.fromEntries(await filesIn(dist));
}

/** What a client gets, every file of it proved; with a public key it must be signed. */
export async function proved(store: DatasetStore, publicKey?: string): Promise<Manifest> {
  const { manifest } = await openDataset(store, undefined, publicKey === undefined ? {} : { publicKey });
  await verifyDataset(store, manifest, 'all');
  return manifest;
}

export async function provedAt(url: string, publicKey?: string): Promise<Manifest> {
  const store = httpStore(url);
  return proved(store, publicKey).finally(() => store.close());
}
