/** Entries → shard files: grouped by the leading bits of the key's SHA-256, keys sorted, no clock, no locale. */

import { shardName, shardText } from '../../runtime/format/format.ts';
import { sha256Sync } from '../../runtime/format/keys.ts';
import { append, compare } from '../collections.ts';

/** Path below the version's folder → content. */
export type Files = Map<string, string | Uint8Array>;

export function addShards<T>(files: Files, index: string, bits: number, entries: Map<string, T>): void {
  addShardsOf(files, index, bits, entries, (entry) => entry);
}

/** `entryOf`: an entry is made when its shard is written, so that all of them are never in memory at once; undefined: none. */
export function addShardsOf<S, T>(
  files: Files,
  index: string,
  bits: number,
  sources: Map<string, S>,
  entryOf: (source: S) => T | undefined,
): void {
  const shards = new Map<string, string[]>();
  for (const key of sources.keys()) append(shards, shardName(sha256Sync(key), bits), key);
  for (const [name, keys] of shards) {
    const entries = keys.sort(compare).flatMap((key) => {
      const entry = entryOf(sources.get(key) as S);
      return entry === undefined ? [] : [[key, entry] as const];
    });
    if (entries.length === 0) continue;
    // As bytes: they are hashed and written, and a text with one letter beyond Latin-1 would take twice the memory.
    files.set(`${index}/${name}.json`, Buffer.from(shardText(entries)));
  }
}
