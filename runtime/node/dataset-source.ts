/** From the operator's `HIVECHECK_DATASET` to a dataset: a folder, or the http(s) base URL of a mounted `dist`. */

import type { DatasetStore } from '../dataset/dataset.ts';
import { DatasetSource, type SourceOptions } from '../dataset/source.ts';
import { folderStore } from './folder-store.ts';

/** Of a remote dataset so much stays in memory; bytes. */
const REMOTE_CACHE_BYTES = 64 << 20;

export function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

export async function datasetStore(location: string): Promise<DatasetStore> {
  // Loaded only here: undici takes longer to load than a folder takes to open, and stays in memory.
  return isUrl(location) ? (await import('./http-store.ts')).httpStore(location) : folderStore(location);
}

/** Not started yet. What `options` leaves open is chosen by the kind of location. */
export async function datasetSource(location: string, options: SourceOptions = {}): Promise<DatasetSource> {
  const defaults: SourceOptions = isUrl(location)
    ? { intervalMs: 60_000, verify: 'core', maxBytes: REMOTE_CACHE_BYTES, checkName: true }
    : { intervalMs: 1000, verify: 'all', checkName: true };
  return new DatasetSource(await datasetStore(location), { ...defaults, ...options });
}
