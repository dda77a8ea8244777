/** A dataset whose index of registry pairs is ten times as large: nine copies of every entry under other keys. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type File, shardFiles } from '../../build/compile/shards.ts';
import { writeVersion } from '../../build/compile/write.ts';
import type { Manifest, PairEntry, PairSentences } from '../../runtime/format/format.ts';
import { entriesOf } from '../corpus/entries.ts';

const TIMES = 10;

/** Writes into `out`, which is emptied first. */
export async function growDist(dist: string, manifest: Manifest, out: string): Promise<void> {
  const { version, languages, sources, counts, shardBits, generatedAt } = manifest;
  const files: File[] = [];
  for (const path of Object.keys(manifest.files))
    if (!path.startsWith('resolve/')) files.push([path, await readFile(join(dist, version, path), 'utf8')]);
  for (const lang of languages) {
    const entries = entriesOf<PairEntry | PairSentences>(dist, `resolve/${lang}`);
    const grown = new Map(entries);
    for (let copy = 2; copy <= TIMES; copy++)
      for (const [pair, entry] of entries) grown.set(`copy${copy}\\${pair}`, entry);
    files.push(...shardFiles(`resolve/${lang}`, shardBits.resolve, grown));
  }
  await rm(out, { recursive: true, force: true });
  await writeVersion(out, files, { languages, sources, counts, shardBits }, generatedAt);
}
