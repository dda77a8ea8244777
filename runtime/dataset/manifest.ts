/** Reading `index.json` and a version's manifest: what everything else trusts is checked here. */
import * as v from 'valibot';
import { textOf } from '../bytes.ts';
import { type DistIndex, type Manifest, SCHEMA_VERSION } from '../format.ts';
import { isObject } from '../json.ts';
import { type DatasetStore, DatasetUnavailable } from './dataset.ts';
import { INDEX_SIGNATURE_FILE, SIGNATURE_FILE, verifyDetached } from './signature.ts';
import { versionOf } from './version.ts';

const MAX_SIGNATURE_BYTES = 1024;
export const INDEX_FILE = 'index.json';
export const MAX_INDEX_BYTES = 1 << 20;
const MAX_MANIFEST_BYTES = 1 << 25;

/** It becomes part of a path. */
const versionName = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'is not a name of a dataset version'));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** `shardName` sees 24 bits of a digest. */
const bits = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24));

const distIndex = v.object({
  serial: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  updated: v.exactOptional(v.string()),
  latest: versionName,
  versions: v.array(v.object({ version: versionName, generatedAt: v.string() })),
});

// Loose: a field that a later build adds within the same format must reach those who read it.
const sourceInfo = v.looseObject({
  id: v.string(),
  line: v.string(),
  title: v.string(),
  versions: v.array(v.object({ version: v.string(), date: v.string(), languages: v.array(v.string()) })),
  licence: v.string(),
  redistributable: v.boolean(),
  active: v.boolean(),
  counts: v.object({ settings: count, registryPairs: count }),
});

const DIGEST = /^[0-9a-f]{64}$/;
/** Below the version's folder, no component of it hidden or a parent. */
const PATH = /^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)*$/;
const fileList = v.record(
  v.pipe(v.string(), v.regex(PATH, 'is not a path of a file inside the version')),
  v.object({ sha256: v.pipe(v.string(), v.regex(DIGEST)), bytes: count }),
);

const manifest = v.looseObject({
  schemaVersion: v.literal(SCHEMA_VERSION),
  version: versionName,
  generatedAt: v.pipe(v.string(), v.isoTimestamp()),
  languages: v.pipe(v.array(v.string()), v.minLength(1)),
  sources: v.array(sourceInfo),
  counts: v.object({ settings: count, registryPairs: count, cspMappings: count }),
  shardBits: v.objectWithRest(
    { resolve: bits, list: bits, near: bits, csp: bits, setting: bits, policy: bits },
    bits,
  ),
  // Thousands of entries: valibot would check them one by one for longer than all else takes to open a dataset, and
  // copy each. It is asked where one is wrong, to name it.
  files: v.lazy((files) => (isFileList(files) ? v.custom<Manifest['files']>(() => true) : fileList)),
});

/** As {@link fileList} has it. */
function isFileList(files: unknown): files is Manifest['files'] {
  if (!isObject(files)) return false;
  for (const path in files) {
    const file = files[path];
    if (!isObject(file)) return false;
    if (!PATH.test(path)) return false;
    const { sha256, bytes } = file;
    if (typeof sha256 !== 'string' || !DIGEST.test(sha256)) return false;
    if (!Number.isInteger(bytes) || Number(bytes) < 0) return false;
  }
  return true;
}

/**
 * Reads `index.json`. Throws {@link DatasetUnavailable}, also where `publicKey` is given and the index is not signed
 * with its private half.
 */
export async function readDistIndex(store: DatasetStore, publicKey?: string): Promise<DistIndex> {
  const bytes = present(await readWhole(store, INDEX_FILE, MAX_INDEX_BYTES), INDEX_FILE);
  if (publicKey !== undefined) await requireSignature(store, INDEX_SIGNATURE_FILE, bytes, publicKey);
  return parseDistIndex(bytes);
}

export function parseDistIndex(bytes: Uint8Array | undefined): DistIndex {
  return valid(distIndex, parseJson(present(bytes, INDEX_FILE), INDEX_FILE), INDEX_FILE);
}

export interface ManifestOptions {
  /** Ed25519 public key (PEM or base64): only what is signed with it is accepted. */
  publicKey?: string;
  /**
   * Also proves that the version's name follows from its content, which costs a hash over the manifest. Default
   * false.
   */
  checkName?: boolean;
}

/**
 * Reads `<version>/manifest.json`. Throws {@link DatasetUnavailable}, also where the format is another one, or where
 * the signature or the name that `options` ask for is wrong.
 */
export async function readManifest(
  store: DatasetStore,
  version: string,
  { publicKey, checkName = false }: ManifestOptions = {},
): Promise<Manifest> {
  const path = `${version}/manifest.json`;
  const bytes = present(await readWhole(store, path, MAX_MANIFEST_BYTES), path);
  if (publicKey !== undefined) {
    await requireSignature(store, `${version}/${SIGNATURE_FILE}`, bytes, publicKey);
  }
  const json = parseJson(bytes, path);
  const format = isObject(json) ? json.schemaVersion : undefined;
  if (typeof format === 'number' && format !== SCHEMA_VERSION) {
    throw new DatasetUnavailable(
      path,
      `Dataset ${version} is written in format ${format}, this hivecheck reads format ${SCHEMA_VERSION}: ` +
        (format < SCHEMA_VERSION ? 'run `hivecheck compile` to write it anew.' : 'update hivecheck.'),
    );
  }
  const read = valid(manifest, json, path);
  if (read.version !== version) {
    throw new DatasetUnavailable(path, `${path} is the manifest of another version, ${read.version}.`);
  }
  // Of the file and not of what the schema returned, which has its members in another order.
  const named = checkName ? await versionOf(json as Manifest) : version;
  if (named === version) return read;
  throw new DatasetUnavailable(path, `${path} has the content of version ${named}: it was changed.`);
}

/** @param path the file with the signature over `bytes`. */
export async function requireSignature(
  store: DatasetStore,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  publicKey: string,
): Promise<void> {
  const signature = await readWhole(store, path, MAX_SIGNATURE_BYTES);
  if (signature === undefined) {
    throw new DatasetUnavailable(path, `${path} is missing: the dataset is not signed.`);
  }
  if (await verifyDetached(bytes, new TextDecoder().decode(signature), publicKey)) return;
  throw new DatasetUnavailable(
    path,
    `${path} is not a signature by the configured key: it was made with another key, or the file it signs was changed.`,
  );
}

/** As `store.read`, with every failure told as that of this file. */
export async function readWhole(store: DatasetStore, path: string, maxBytes: number) {
  try {
    return await store.read(path, { maxBytes });
  } catch (cause) {
    if (cause instanceof DatasetUnavailable) throw cause;
    throw new DatasetUnavailable(path, `${path} cannot be read.`, { cause });
  }
}

export function present<T>(bytes: T | undefined, path: string): T {
  if (bytes === undefined) throw new DatasetUnavailable(path, `${path} is missing.`);
  return bytes;
}

export function parseJson(bytes: Uint8Array, path: string): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch (cause) {
    throw new DatasetUnavailable(path, `${path} is no JSON.`, { cause });
  }
}

function valid<T extends v.GenericSchema>(schema: T, json: unknown, path: string): v.InferOutput<T> {
  const got = v.safeParse(schema, json);
  if (got.success) return got.output;
  const [issue] = got.issues;
  const where = v.getDotPath(issue) ?? 'the whole';
  throw new DatasetUnavailable(path, `${path} is not what a dataset has there: ${where}: ${issue.message}`);
}
