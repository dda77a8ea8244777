/**
 * A bucket of an S3-compatible service. There is no rename: a version exists if its manifest does, which is written
 * last and removed first.
 */

import type { DatasetStore } from '../../../../runtime/dataset/dataset.ts';
import { FEED_FILE } from '../../../../runtime/dataset/feed.ts';
import { INDEX_FILE, MANIFEST_FILE } from '../../../../runtime/dataset/manifest.ts';
import { signatureFileOf } from '../../../../runtime/dataset/signature.ts';
import { sideBySide } from '../../../collections.ts';
import { isVersionName } from '../../../dist-index.ts';
import { UsageError } from '../../../errors.ts';
import { header } from '../../requests.ts';
import { changedMeanwhile, PublishError } from '../errors.ts';
import type { Environment, Place, PlaceLocation } from './place.ts';
import type { S3Client } from './s3-client.ts';

/** Files that every publication writes. */
const SHARED = [INDEX_FILE, FEED_FILE].flatMap((path) => [path, signatureFileOf(path)]);
const REMOVED_AT_ONCE = 8;
/** Cache header of files that never change: a hash in their path identifies the content. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Clients must see a new version within a minute, also behind a cache. */
const SHORTLY = 'public, max-age=30';

const TYPES: Record<string, string> = {
  json: 'application/json',
  sig: 'text/plain; charset=utf-8',
  atom: 'application/atom+xml',
  xml: 'application/xml',
};

export function s3Location(text: string, environment: Environment): PlaceLocation {
  const { bucket, prefix } = parse(text);
  const name = `s3://${bucket}${prefix === '' ? '' : `/${prefix.slice(0, -1)}`}`;
  const use = async <T>(work: (place: Place) => Promise<T>): Promise<T> => {
    // Loaded only here: other places do not need its HTTP client, which takes longer to load than all the rest.
    const { S3Client, settingsOf } = await import('./s3-client.ts');
    const client = new S3Client(settingsOf(bucket, environment));
    try {
      return await work(s3Place(client, name, prefix));
    } finally {
      await client.close();
    }
  };
  // There is no lock: `index.json` is replaced only if it is unchanged since it was read.
  return { name, read: use, change: use };
}

function parse(text: string): { bucket: string; prefix: string } {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? [];
  const parts = path.split('/').filter((part) => part !== '');
  if (bucket === undefined || parts.some((part) => !/^[\w.-]+$/.test(part) || /^\.\.?$/.test(part))) {
    throw new UsageError(
      `"${text}" is not a place in a bucket: write s3://bucket or s3://bucket/prefix. The name of a bucket has 3 to 63 ` +
        'lower-case letters, digits, "." and "-"; a prefix may have capitals and "_" too.',
    );
  }
  return { bucket, prefix: parts.map((part) => `${part}/`).join('') };
}

function s3Place(client: S3Client, name: string, prefix: string): Place {
  const store = storeOf(client, name, prefix);
  const shared = new Map(SHARED.map((path) => [path, sharedObject(client, prefix, path, name)]));
  const read = async (path: string) => {
    const object = shared.get(path);
    if (object) return object.read();
    const bytes = await store.read(path);
    return bytes && Buffer.from(bytes);
  };
  const put = async (path: string, body: Uint8Array) => {
    await client.send({ method: 'PUT', key: prefix + path, body, headers: headersOf(path) });
  };
  return {
    name,
    store,
    read,
    write: (path, content) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      return shared.get(path)?.replace(bytes) ?? put(path, bytes);
    },
    delete: async (path) => void (await client.send({ method: 'DELETE', key: prefix + path })),
    has: async (version) => isWhole(await store.read(`${version}/${MANIFEST_FILE}`)),
    list: () => versionsBelow(client, prefix),
    remove: (version) => remove(client, prefix, version),
    add: (_version, fill) => fill({ store, put }),
    remedy: (version) => `Remove ${name}/${version}/${MANIFEST_FILE} and publish again.`,
  };
}

/** A manifest that a service stored in part is written again. */
function isWhole(manifest: Uint8Array | undefined): boolean {
  if (manifest === undefined) return false;
  try {
    JSON.parse(new TextDecoder().decode(manifest));
    return true;
  } catch {
    return false;
  }
}

function storeOf(client: S3Client, name: string, prefix: string): DatasetStore {
  const read: DatasetStore['read'] = async (path, { maxBytes = Number.POSITIVE_INFINITY } = {}) => {
    const { status, body } = await client.send({ method: 'GET', key: prefix + path, accepted: [404] });
    if (status === 404) return undefined;
    if (body.length > maxBytes)
      throw new Error(`it has ${body.length} bytes, more than the ${maxBytes} expected`);
    return new Uint8Array(body);
  };
  return { location: name, read };
}

function headersOf(path: string): Record<string, string> {
  const ending = path.slice(path.lastIndexOf('.') + 1);
  // A version's signature and changes may be added later. Files of the feed have their digest in their name.
  const changes =
    !path.includes('/') || /\.sig$|\/changes\.json$|^changes\/(?:index\.json|atom\.xml)$/.test(path);
  return {
    'content-type': TYPES[ending] ?? 'application/octet-stream',
    'cache-control': changes ? SHORTLY : FOREVER,
  };
}

const PRECONDITION_FAILED = 412;
const CONFLICT = 409;
const NOT_IMPLEMENTED = 501;

/** A file that every publication writes: replaced only if unchanged since the last read, if the service can compare. */
function sharedObject(client: S3Client, prefix: string, path: string, place: string) {
  const key = prefix + path;
  let etag: string | undefined;
  const read = async (): Promise<Buffer | undefined> => {
    const answer = await client.send({ method: 'GET', key, accepted: [404] });
    etag = answer.status === 404 ? undefined : header(answer, 'etag');
    return answer.status === 404 ? undefined : answer.body;
  };
  const replace = async (bytes: Uint8Array): Promise<void> => {
    const condition = etag === undefined ? { 'if-none-match': '*' } : { 'if-match': etag };
    const put = { method: 'PUT' as const, key, body: bytes };
    const headers = headersOf(path);
    const { status } = await client.send({
      ...put,
      headers: { ...headers, ...condition },
      accepted: [PRECONDITION_FAILED, CONFLICT, NOT_IMPLEMENTED],
    });
    if (status === NOT_IMPLEMENTED) await client.send({ ...put, headers });
    // Read back in every case: a repeated request fails the condition that its first attempt has changed, and a service
    // that ignores conditions may have accepted another publication.
    if ((await read())?.equals(bytes)) return;
    throw changedMeanwhile(`${place}/${path}`);
  };
  return { read, replace };
}

async function remove(client: S3Client, prefix: string, version: string): Promise<void> {
  const folder = `${prefix}${version}/`;
  const manifest = `${folder}${MANIFEST_FILE}`;
  await client.send({ method: 'DELETE', key: manifest });
  for (let before = ''; ; ) {
    const keys = (await list(client, folder)).filter((key) => key !== manifest);
    const [first] = keys;
    if (first === undefined) return;
    if (first === before) throw new PublishError(`${first} is still there after it was removed.`);
    before = first;
    await sideBySide(keys, REMOVED_AT_ONCE, (key) => client.send({ method: 'DELETE', key }));
  }
}

/**
 * The first thousand keys, which is enough: the caller removes them and lists again. Uses the older of the two list
 * requests, which every service supports. Keys of a dataset contain no character that XML or a URL escapes.
 */
async function list(client: S3Client, prefix: string): Promise<string[]> {
  const { body } = await client.send({ method: 'GET', key: '', query: { prefix } });
  const keys = [...body.toString('utf8').matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
  return keys.filter((key) => key.startsWith(prefix));
}

/** A page may have a thousand names: the last one of a page begins the next. */
async function versionsBelow(client: S3Client, prefix: string): Promise<string[]> {
  const versions: string[] = [];
  for (let marker: string | undefined = ''; marker !== undefined; ) {
    const query: Record<string, string> = { prefix, delimiter: '/', ...(marker && { marker }) };
    const text = (await client.send({ method: 'GET', key: '', query })).body.toString('utf8');
    const folders = [...text.matchAll(/<Prefix>([^<]*)\/<\/Prefix>/g)].map(([, folder = '']) => folder);
    versions.push(...folders.map((folder) => folder.slice(prefix.length)).filter(isVersionName));
    const next: string | undefined = /<NextMarker>([^<]+)/.exec(text)?.[1];
    marker = next === marker ? undefined : next;
  }
  return versions.sort();
}
