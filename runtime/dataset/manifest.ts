/** Reading `index.json` and a version's manifest: what everything else trusts is checked here. */
import * as v from 'valibot';
import { textOf } from '../bytes.ts';
import { type DistIndex, type Manifest, SCHEMA_VERSION } from '../format.ts';
import { isObject } from '../json.ts';
import { type DatasetStore, DatasetUnavailable } from './dataset.ts';
import { SIGNATURE_FILE, verifyManifest } from './signature.ts';

const MAX_SIGNATURE_BYTES = 1024;
export const INDEX_FILE = 'index.json';
export const MAX_INDEX_BYTES = 1 << 20;
const MAX_MANIFEST_BYTES = 1 << 25;

/** It becomes part of a path. */
const versionName = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'is no name of a dataset version'));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** `shardName` sees 24 bits of a digest. */
const bits = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24));

const distIndex = v.object({
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
const fileList = v.record(
  v.string(),
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
    const { sha256, bytes } = file;
    if (typeof sha256 !== 'string' || !DIGEST.test(sha256)) return false;
    if (!Number.isInteger(bytes) || Number(bytes) < 0) return false;
  }
  return true;
}

/** Reads `index.json`. Throws {@link DatasetUnavailable}. */
export async function readDistIndex(store: DatasetStore): Promise<DistIndex> {
  return parseDistIndex(await readWhole(store, INDEX_FILE, MAX_INDEX_BYTES));
}

export function parseDistIndex(bytes: Uint8Array | undefined): DistIndex {
  return valid(distIndex, parseJson(present(bytes, INDEX_FILE), INDEX_FILE), INDEX_FILE);
}

/**
 * Reads `<version>/manifest.json`. Throws {@link DatasetUnavailable}, also where the format is another one, or where
 * `publicKey` is given and the manifest is not signed with its private half.
 */
export async function readManifest(
  store: DatasetStore,
  version: string,
  publicKey?: string,
): Promise<Manifest> {
  const path = `${version}/manifest.json`;
  const bytes = present(await readWhole(store, path, MAX_MANIFEST_BYTES), path);
  if (publicKey !== undefined) await requireSignature(store, version, bytes, publicKey);
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
  return read;
}

/** The manifest names every other byte of the version, so that its signature covers them all. */
async function requireSignature(
  store: DatasetStore,
  version: string,
  manifestBytes: Uint8Array<ArrayBuffer>,
  publicKey: string,
): Promise<void> {
  const path = `${version}/${SIGNATURE_FILE}`;
  const signature = present(await readWhole(store, path, MAX_SIGNATURE_BYTES), path);
  if (await verifyManifest(manifestBytes, new TextDecoder().decode(signature), publicKey)) return;
  throw new DatasetUnavailable(path, `${path} is no signature of the manifest by the configured key.`);
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
