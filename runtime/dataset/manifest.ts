/** Reading `index.json` and a version's manifest: what everything else trusts is checked here. */
import * as v from 'valibot';
import { DistIndex, Manifest, SCHEMA_VERSION } from '../format.ts';
import { isObject } from '../json.ts';
import { type DatasetStore, DatasetUnavailable } from './dataset.ts';
import { SIGNATURE_FILE, verifyManifest } from './signature.ts';

const MAX_SIGNATURE_BYTES = 1024;
export const INDEX_FILE = 'index.json';
export const MAX_INDEX_BYTES = 1 << 20;
const MAX_MANIFEST_BYTES = 1 << 25;

/** Reads `index.json`. Throws {@link DatasetUnavailable}. */
export async function readDistIndex(store: DatasetStore): Promise<DistIndex> {
  return parseDistIndex(await readWhole(store, INDEX_FILE, MAX_INDEX_BYTES));
}

export function parseDistIndex(bytes: Uint8Array | undefined): DistIndex {
  return valid(DistIndex, parseJson(present(bytes, INDEX_FILE), INDEX_FILE), INDEX_FILE);
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
  const read = valid(Manifest, json, path);
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
  throw new DatasetUnavailable(path, `${path} is not a signature of the manifest by the configured key.`);
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
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new DatasetUnavailable(path, `${path} is not valid JSON.`, { cause });
  }
}

function valid<T extends v.GenericSchema>(schema: T, json: unknown, path: string): v.InferOutput<T> {
  const got = v.safeParse(schema, json);
  if (got.success) return got.output;
  const [issue] = got.issues;
  const where = v.getDotPath(issue) ?? 'the whole';
  throw new DatasetUnavailable(path, `${path} is not as this format has it: ${where}: ${issue.message}`);
}
