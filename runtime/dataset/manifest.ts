/** Reading `index.json` and a version's manifest: what everything else trusts is checked here. */
import * as v from 'valibot';
import { DistIndex, Manifest, SCHEMA_MINOR, SCHEMA_VERSION } from '../format/format.ts';
import { isObject } from '../format/json.ts';
import { hex, sha256 } from '../format/keys.ts';
import { type DatasetStore, DatasetUnavailable } from './dataset.ts';
import { signatureFileOf, verifyDetached } from './signature.ts';

const MAX_SIGNATURE_BYTES = 1024;
export const INDEX_FILE = 'index.json';
export const MANIFEST_FILE = 'manifest.json';
const MAX_INDEX_BYTES = 1 << 20;
const MAX_MANIFEST_BYTES = 1 << 25;

export async function readDistIndex(store: DatasetStore, publicKey?: string): Promise<DistIndex> {
  return checkedIndex(store, await readIndexBytes(store), publicKey);
}

export async function readIndexBytes(store: DatasetStore): Promise<Uint8Array<ArrayBuffer>> {
  return present(await readWhole(store, INDEX_FILE, MAX_INDEX_BYTES), INDEX_FILE);
}

/**
 * What the bytes of `index.json` say. Throws {@link DatasetUnavailable}, also where `publicKey` is given and they are not
 * signed with its private half.
 */
export async function checkedIndex(
  store: DatasetStore,
  bytes: Uint8Array<ArrayBuffer>,
  publicKey?: string,
): Promise<DistIndex> {
  if (publicKey !== undefined) await requireSignature(store, INDEX_FILE, bytes, publicKey);
  return parseDistIndex(bytes);
}

export function parseDistIndex(bytes: Uint8Array | undefined): DistIndex {
  return valid(DistIndex, parseJsonFile(present(bytes, INDEX_FILE), INDEX_FILE), INDEX_FILE);
}

/** When a version was released, as the index states it. */
export function releasedAt({ versions }: Pick<DistIndex, 'versions'>, version: string): string | undefined {
  return versions.find((each) => each.version === version)?.generatedAt;
}

/** The versions behind the latest one that no rollback has withdrawn, newest first. */
export function olderIn({ latest, versions }: Pick<DistIndex, 'latest' | 'versions'>): string[] {
  const behind = versions.slice(versions.findIndex(({ version }) => version === latest) + 1);
  return behind.filter(({ withdrawn }) => withdrawn === undefined).map(({ version }) => version);
}

export interface ManifestOptions {
  /** Ed25519 public key (PEM or base64): only what is signed with it is accepted. */
  publicKey?: string;
  /**
   * Also proves that the version's name follows from its content, which costs a hash over the manifest. Default
   * false.
   */
  checkName?: boolean;
  /** When `index.json` says that the version was released; a manifest with another date is refused. */
  generatedAt?: string;
}

/**
 * Reads `<version>/manifest.json`. Throws {@link DatasetUnavailable}, also where the format is another one, or where
 * the signature or the name that `options` ask for is wrong.
 */
export async function readManifest(
  store: DatasetStore,
  version: string,
  { publicKey, checkName = false, generatedAt }: ManifestOptions = {},
): Promise<Manifest> {
  const path = `${version}/${MANIFEST_FILE}`;
  const bytes = present(await readWhole(store, path, MAX_MANIFEST_BYTES), path);
  if (publicKey !== undefined) await requireSignature(store, path, bytes, publicKey);
  const json = parseJsonFile(bytes, path);
  const formats = isObject(json) ? otherFormat(json) : undefined;
  if (formats !== undefined) {
    const remedy = formats.isOlder ? 'run `hivecheck compile` to write it anew.' : 'update hivecheck.';
    throw new DatasetUnavailable(path, `Dataset ${version} is written in ${formats.text}: ${remedy}`);
  }
  const read = valid(Manifest, json, path);
  if (read.version !== version) {
    throw new DatasetUnavailable(path, `${path} is the manifest of another version, ${read.version}.`);
  }
  if (generatedAt !== undefined && read.generatedAt !== generatedAt) {
    throw new DatasetUnavailable(
      path,
      `${path} is of ${read.generatedAt}, ${INDEX_FILE} names ${generatedAt}: one of the two was changed.`,
    );
  }
  // Of the file and not of what the schema returned, which has its members in another order.
  const named = checkName ? await versionOf(json as Manifest) : version;
  if (named === version) return read;
  throw new DatasetUnavailable(path, `${path} has the content of version ${named}: it was changed.`);
}

/** Both formats, where a manifest is of one that this program would misread. */
export function otherFormat({
  schemaVersion: format,
  schemaMinor: minor = 0,
}: Partial<Record<string, unknown>>) {
  if (typeof format !== 'number') return undefined;
  if (format === SCHEMA_VERSION && !(Number(minor) > SCHEMA_MINOR)) return undefined;
  const text = `format ${format}.${minor}, this hivecheck reads format ${SCHEMA_VERSION}.${SCHEMA_MINOR}`;
  return { text, isOlder: format < SCHEMA_VERSION };
}

/** @param file holds `bytes`, and its signature lies beside it. */
export async function requireSignature(
  store: DatasetStore,
  file: string,
  bytes: Uint8Array<ArrayBuffer>,
  publicKey: string,
): Promise<void> {
  const path = signatureFileOf(file);
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

/** As `store.read`; every failure names this file. */
export async function readWhole(store: DatasetStore, path: string, maxBytes: number) {
  return store.read(path, { maxBytes }).catch((cause: unknown) => {
    if (cause instanceof DatasetUnavailable) throw cause;
    throw new DatasetUnavailable(path, `${path} cannot be read.`, { cause });
  });
}

/**
 * A file of a version, of the size and digest that its manifest states. Throws {@link DatasetUnavailable}.
 */
export async function readListedFile(
  store: DatasetStore,
  { version, files }: Manifest,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const full = `${version}/${path}`;
  const listed = Object.hasOwn(files, path) ? files[path] : undefined;
  if (listed === undefined) throw new DatasetUnavailable(full, `${full} is not listed in the manifest.`);
  const bytes = present(await readWhole(store, full, listed.bytes), full);
  if (bytes.length !== listed.bytes) {
    throw new DatasetUnavailable(full, `${full} has ${bytes.length} bytes instead of ${listed.bytes}.`);
  }
  if (hex(await sha256(bytes)) !== listed.sha256) {
    throw new DatasetUnavailable(full, `${full} is altered: its SHA-256 is not the manifest's.`);
  }
  return bytes;
}

export function present<T>(bytes: T | undefined, path: string): T {
  if (bytes === undefined) throw new DatasetUnavailable(path, `${path} is missing.`);
  return bytes;
}

export function parseJsonFile(bytes: Uint8Array, path: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new DatasetUnavailable(path, `${path} is not valid JSON.`, { cause });
  }
}

export function valid<T extends v.GenericSchema>(schema: T, json: unknown, path: string): v.InferOutput<T> {
  const got = v.safeParse(schema, json);
  if (got.success) return got.output;
  const [issue] = got.issues;
  const where = v.getDotPath(issue) ?? 'the whole';
  throw new DatasetUnavailable(path, `${path} is not as this format has it: ${where}: ${issue.message}`);
}

/**
 * The name of a version, from its content, so that two contents never share one by mistake: the first 8 hex digits of the
 * SHA-256 over all that a manifest states, except its own name and when it was released.
 * @param manifest its members in the order of the file: what a schema returns may have another order.
 */
export async function versionOf(
  manifest: Readonly<Record<string, unknown>> & Pick<Manifest, 'files'>,
): Promise<string> {
  const { schemaVersion, files, version: _, generatedAt: __, ...base } = manifest;
  const content = JSON.stringify([schemaVersion, base, Object.entries(files)]);
  return hex(await sha256(new TextEncoder().encode(content))).slice(0, 8);
}
