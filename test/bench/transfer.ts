/** What a client without the runtime transfers for one pair that it has not looked up before. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ResolveEntry, type ShardBits, shardName } from '../../runtime/format.ts';
import { sha256Sync } from '../../runtime/normalize.ts';
import { readIndex } from './requests.ts';
import { median } from './rounds.ts';

export interface Transfer {
  /** Pair shard and list shard together, gzip -6; bytes. */
  mean: number;
  median: number;
  largest: number;
}

export async function transferOf(version: string, bits: ShardBits): Promise<Transfer> {
  const sizes = new Map<string, number>();
  const sizeOf = async (index: 'resolve' | 'list', key: string): Promise<number> => {
    const path = `${index}/${shardName(sha256Sync(key), bits[index])}.json`;
    const known = sizes.get(path);
    if (known !== undefined) return known;
    const file = await readFile(join(version, path)).catch(() => undefined);
    const size = file === undefined ? 0 : gzipSync(file).length;
    sizes.set(path, size);
    return size;
  };
  const pairs = await readIndex<ResolveEntry>(join(version, 'resolve'));
  const all: number[] = [];
  for (const [id] of pairs) {
    const [key = ''] = id.split('\0', 1);
    all.push((await sizeOf('resolve', id)) + (await sizeOf('list', key)));
  }
  const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
  return { mean: Math.round(mean), median: Math.round(median(all)), largest: Math.max(...all) };
}
