/** Where a dataset is: a folder or an http(s) URL. */
import type { DatasetStore } from '../dataset/dataset.ts';
import { boundedStore } from './bounded-store.ts';
import { folderStore } from './folder-store.ts';

export function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** For messages: a URL may contain a password. */
export function withoutCredentials(location: string): string {
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(location)) return location;
  if (!URL.canParse(location)) return location.replace(/\/\/.*@/s, '//');
  const url = new URL(location);
  url.username = '';
  url.password = '';
  return url.href;
}

/**
 * Number of Node's threads for files, as libuv reads its variable. It reads it once, at the first use of a thread: the
 * command sets it before that, see `cli/hivecheck.cts`.
 */
export function fileThreads(size: string | undefined = process.env.UV_THREADPOOL_SIZE): number {
  if (size === undefined) return 4;
  const wanted = Number.parseInt(size, 10) || 1;
  return wanted < 0 ? 1024 : Math.min(wanted, 1024);
}

export async function datasetStore(location: string): Promise<DatasetStore> {
  // Loaded only here: undici takes longer to load than a folder takes to open, and stays in memory.
  if (isUrl(location)) return (await import('./http-store.ts')).httpStore(location);
  // A folder may be a network mount; a remote store has its own time limits. A quarter of the threads is left for other
  // uses of files: the log, the keys, the state.
  const threads = fileThreads();
  return boundedStore(folderStore(location), Math.max(1, threads >> 1), Math.max(1, threads >> 2));
}
