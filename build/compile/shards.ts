/** Entries → shard files: grouped by the leading bits of the key's SHA-256, keys sorted, no clock, no locale. */

import { shardName, shardText } from '../../runtime/format.ts';
import { sha256Sync } from '../../runtime/normalize.ts';
import { append, compare } from '../collections.ts';

/** Path below the version's folder → text. */
export type Files = Map<string, string>;

export function addShards<T>(files: Files, index: string, bits: number, entries: Map<string, T>): void {
  const shards = new Map<string, [string, T][]>();
  for (const [key, entry] of entries) {
    append(shards, shardName(sha256Sync(key), bits), [key, entry]);
  }
  for (const [name, pairs] of shards) {
    pairs.sort(([a], [b]) => compare(a, b));
    files.set(`${index}/${name}.json`, shardText(pairs));
  }
}
