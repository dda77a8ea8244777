/** Entries → shard files: grouped by the leading bits of the key's SHA-256, keys sorted, no clock, no locale. */

import { shardName, shardText } from '../../runtime/format.ts';
import { sha256Sync } from '../../runtime/normalize.ts';
import { append, compare } from '../collections.ts';

/** Path below the version's folder → content. */
export type Files = Map<string, string | Uint8Array>;

export function addShards<T>(files: Files, index: string, bits: number, entries: Map<string, T>): void {
  const shards = new Map<string, [string, T][]>();
  for (const [key, entry] of entries) {
    append(shards, shardName(sha256Sync(key), bits), [key, entry]);
  }
  for (const [name, pairs] of shards) {
    pairs.sort(([a], [b]) => compare(a, b));
    // As bytes: they are hashed and written, and a text with one letter beyond Latin-1 would take twice the memory.
    files.set(`${index}/${name}.json`, Buffer.from(shardText(pairs)));
  }
}
