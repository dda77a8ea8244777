/** Verifying a version before it is served, published or pointed at: the one verifier. */

import type { Manifest } from '../format/format.ts';
import { type DatasetStore, DatasetUnavailable } from './dataset.ts';
import { readListedFile } from './manifest.ts';

/**
 * `all`: every file of the manifest has its size and digest. For a folder.
 * `core`: so have the files that are no part of an index, and one shard of every index (that a host has the
 * tree at all); the rest is checked when it is first needed, as always. For a host to which each file is a
 * request. The search indexes are large and are left to that too.
 */
export type VerifyDepth = 'all' | 'core';

/**
 * Few, because requests are answered meanwhile. Not fewer: on a loaded server each file waits several turns of the event
 * loop, and a version of thousands of files must be in service within seconds.
 */
const AT_ONCE = 16;
const MAX_REASONS = 3;
/** Takes the bytes of a file that has just been checked; `total`: how many files are checked in all. */
export type OnChecked = (path: string, bytes: Uint8Array<ArrayBuffer>, total: number) => void | Promise<void>;

/**
 * Throws one {@link DatasetUnavailable} that counts the bad files and names the first of them; what `onChecked` throws
 * ends the verification.
 * @returns how many files were checked.
 */
export async function verifyDataset(
  store: DatasetStore,
  manifest: Manifest,
  depth: VerifyDepth,
  onChecked: OnChecked = () => {},
): Promise<number> {
  const bad: DatasetUnavailable[] = [];
  const wanted = depth === 'all' ? Object.keys(manifest.files) : corePaths(manifest);
  const paths = wanted.values();
  const worker = async (): Promise<void> => {
    for (const path of paths) {
      try {
        await onChecked(path, await readListedFile(store, manifest, path), wanted.length);
      } catch (error) {
        if (!(error instanceof DatasetUnavailable)) throw error;
        bad.push(error);
      }
    }
  };
  // All have ended before a failure is reported, so that nothing is written after it.
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  // Sorted by path: the same damage gives the same reason every time.
  bad.sort((a, b) => (a.file < b.file ? -1 : 1));
  const [first] = bad;
  if (first === undefined) return wanted.length;
  const reasons = bad.slice(0, MAX_REASONS).map((error) => error.message);
  const more = bad.length > MAX_REASONS ? [`Files with a fault: ${bad.length}.`] : [];
  throw new DatasetUnavailable(first.file, [...reasons, ...more].join(' '), { cause: first.cause });
}

function corePaths(manifest: Manifest): string[] {
  const seen = new Set<string>();
  return Object.keys(manifest.files).filter((path) => {
    const index = path.slice(0, path.lastIndexOf('/') + 1);
    const top = path.split('/', 1)[0] ?? '';
    if (top === 'search') return false;
    if (!Object.hasOwn(manifest.shardBits, top)) return true;
    return seen.size < seen.add(index).size;
  });
}
