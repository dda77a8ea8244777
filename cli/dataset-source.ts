/**
 * From the operator's `HIVECHECK_DATASET` to a dataset, a folder or the http(s) base URL of a mounted `dist`, and from
 * `HIVECHECK_PUBLIC_KEY` to the key that it must be signed with.
 */
import { getHeapStatistics } from 'node:v8';
import { builtInDist } from '../build/built-in.ts';
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

/** Throws the reason why it is no key. */
export function checkedPublicKey(text: string): string {
  // An empty one would quietly mean that unsigned versions are taken.
  if (text.trim() === '') throw new Error('it is empty; to take unsigned versions, do not set it');
  rawPublicKey(text);
  return text;
}

/** That of the environment, as a part of options; without one, signatures are not required. */
export function environmentPublicKey(): { publicKey?: string } {
  const { HIVECHECK_PUBLIC_KEY: text } = process.env;
  try {
    return text === undefined ? {} : { publicKey: checkedPublicKey(text) };
  } catch (error) {
    throw new ConfigError(`HIVECHECK_PUBLIC_KEY: ${error instanceof Error ? error.message : error}.`);
  }
}

/** The dataset that is named, else `HIVECHECK_DATASET`, else the built-in one. */
export async function datasetLocation(option: string | undefined): Promise<string> {
  const location = option ?? (process.env.HIVECHECK_DATASET || undefined);
  return location ?? builtInDist(async () => (await import('./progress.ts')).createProgress());
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
