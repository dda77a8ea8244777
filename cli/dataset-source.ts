/** From the operator's `HIVECHECK_DATASET` to a dataset: a folder, or the http(s) base URL of a mounted `dist`. */
import { getHeapStatistics } from 'node:v8';
import type { DatasetStore } from '../runtime/dataset/dataset.ts';
import { DatasetSource, type SourceOptions } from '../runtime/dataset/source.ts';
import { folderStore } from '../runtime/node/folder-store.ts';
import { boundedStore } from './bounded-store.ts';
import { fileThreads } from './file-threads.ts';
import { isUrl } from './location.ts';

/** Of a remote dataset so much stays in memory at most; bytes of its files. */
const REMOTE_CACHE_BYTES = 64 << 20;

/**
 * Bytes of shards that fit in memory beside search indexes and requests. What is kept of a shard takes two to three times
 * as much as its file, and V8 ends the process at its heap limit, which it takes from the memory of the container.
 */
const cacheBytes = (): number => Math.floor(getHeapStatistics().heap_size_limit / 8);

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
