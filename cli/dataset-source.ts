/**
 * From the operator's `HIVECHECK_DATASET` to a dataset, a folder or the http(s) base URL of a mounted `dist`, and from
 * `HIVECHECK_PUBLIC_KEY` to the key that it must be signed with.
 */
import { getHeapStatistics } from 'node:v8';
import type { DatasetStore } from '../runtime/dataset/dataset.ts';
import { rawPublicKey } from '../runtime/dataset/signature.ts';
import { DatasetSource, type SourceOptions } from '../runtime/dataset/source.ts';
import { ConfigError } from '../runtime/node/config.ts';
import { folderStore } from '../runtime/node/folder-store.ts';
import { boundedStore } from './bounded-store.ts';
import { fileThreads } from './file-threads.ts';

/** Of a remote dataset so much stays in memory at most; bytes of its files. */
const REMOTE_CACHE_BYTES = 64 << 20;

/**
 * Bytes of shards that fit in memory, which lie beside V8's heap. V8 takes its heap limit from the memory of the
 * container, in most cases half of it.
 */
const cacheBytes = (): number => Math.floor(getHeapStatistics().heap_size_limit / 4);

export function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** For messages: a URL may hold a password. */
export function withoutCredentials(location: string): string {
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(location)) return location;
  if (!URL.canParse(location)) return location.replace(/\/\/.*@/s, '//');
  const url = new URL(location);
  url.username = '';
  url.password = '';
  return url.href;
}

/**
 * Undefined where none is set: signatures are not required. An empty one is an error, because it would quietly mean
 * that unsigned versions are taken. Throws {@link ConfigError}, which calls the key `named`.
 */
export function checkedPublicKey(text: string | undefined, named: string): string | undefined {
  if (text === undefined) return undefined;
  if (text.trim() === '') {
    throw new ConfigError(
      `${named} is empty; it must hold a public key. To take unsigned versions, do not set it.`,
    );
  }
  try {
    rawPublicKey(text);
  } catch (error) {
    throw new ConfigError(`${named}: ${error instanceof Error ? error.message : 'not readable.'}`);
  }
  return text;
}

/** That of the environment, as a part of options. */
export function environmentPublicKey(): { publicKey?: string } {
  const publicKey = checkedPublicKey(process.env.HIVECHECK_PUBLIC_KEY, 'HIVECHECK_PUBLIC_KEY');
  return publicKey === undefined ? {} : { publicKey };
}

export async function datasetStore(location: string): Promise<DatasetStore> {
  // Loaded only here: undici takes longer to load than a folder takes to open, and stays in memory.
  if (isUrl(location)) return (await import('../runtime/node/http-store.ts')).httpStore(location);
  // A folder may be a network mount; a remote store has time limits of its own. A quarter of the threads is left for
  // what else uses files: the log, the keys, the state.
  const threads = fileThreads();
  return boundedStore(folderStore(location), {
    atOnce: Math.max(1, threads >> 1),
    attempts: Math.max(1, threads >> 2),
  });
}

/** Not started yet. What `options` leaves open is chosen by the kind of location. */
export async function datasetSource(location: string, options: SourceOptions = {}): Promise<DatasetSource> {
  const room = cacheBytes();
  const defaults: SourceOptions = isUrl(location)
    ? { intervalMs: 60_000, verify: 'core', maxBytes: Math.min(REMOTE_CACHE_BYTES, room), checkName: true }
    : { intervalMs: 1000, verify: 'all', maxBytes: room, checkName: true };
  return new DatasetSource(await datasetStore(location), { ...defaults, ...options });
}
