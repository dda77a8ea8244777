/** Entries → shard files: grouped by the leading bits of the key's SHA-256, keys sorted, no clock, no locale. */

import { SCHEMA_VERSION, type Shard, shardName } from '../../runtime/format.ts';
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
    const sorted = pairs.sort(([a], [b]) => compare(a, b));
    const shard: Shard<T> = { schemaVersion: SCHEMA_VERSION, entries: Object.fromEntries(sorted) };
    files.set(`${index}/${name}.json`, JSON.stringify(shard));
  }
}
