/** What loading a language costs: time, the longest stretch in which nothing else runs, heap. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { FACTS } from '../../build/paths.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { parseJsonFile } from '../../runtime/dataset/manifest.ts';
import type { Manifest } from '../../runtime/format/format.ts';
import { searchIndex } from '../../runtime/search/load.ts';

/** Files in memory, parsed when first asked for, as a mounted dataset does. */
export function memoryDataset(files: ReadonlyMap<string, string>): Dataset {
  const opened = new Map<string, unknown>();
  const bytes = new Map([...files].map(([path, text]) => [path, new TextEncoder().encode(text)]));
  bytes.set('releases.json', readFileSync(join(FACTS, 'windows-releases.json')));
  const nothing = () => Promise.resolve(undefined);
  return {
    // Of which the search reads nothing but the languages.
    manifest: { version: 'bench', languages: [] as string[] } as Manifest,
    shardsLoaded: 0,
    probe: nothing,
    lookup: nothing,
    stored: nothing,
    async file<T>(path: string, open = (json: Uint8Array) => parseJsonFile(json, path) as T): Promise<T> {
      // Reading a file takes a turn at least.
      await turn();
      if (!opened.has(path)) opened.set(path, open(bytes.get(path) ?? new Uint8Array()));
      return opened.get(path) as T;
    },
  };
}

export interface Load {
  ms: number;
  holdUp: number;
  /** MB, typed arrays included. */
  heap: number;
}

/** Best of three, each from scratch: what another process takes of the cores is not the index's cost. */
export async function measureLoad(files: ReadonlyMap<string, string>, lang: string): Promise<Load> {
  const best: Load = { ms: Number.POSITIVE_INFINITY, holdUp: Number.POSITIVE_INFINITY, heap: 1e9 };
  for (let run = 0; run < 3; run++) {
    const once = await loadOnce(files, lang);
    for (const name of ['ms', 'holdUp', 'heap'] as const) best[name] = Math.min(best[name], once[name]);
  }
  return best;
}

async function loadOnce(files: ReadonlyMap<string, string>, lang: string): Promise<Load> {
  const dataset = memoryDataset(files);
  const before = memory();
  const watch = { holdUp: 0, done: false };
  const watching = watchTurns(watch);
  const start = performance.now();
  const index = await searchIndex(dataset, lang);
  const ms = performance.now() - start;
  watch.done = true;
  await watching;
  const heap = (memory() - before) / 1e6;
  if (index.lang !== lang) throw new Error(`${index.lang} was loaded instead of ${lang}.`);
  return { ms, holdUp: watch.holdUp, heap };
}

async function watchTurns(watch: { holdUp: number; done: boolean }): Promise<void> {
  while (!watch.done) {
    const start = performance.now();
    await turn();
    watch.holdUp = Math.max(watch.holdUp, performance.now() - start);
  }
}

function memory(): number {
  if (!globalThis.gc) throw new Error('Run with --expose-gc: heap is compared after collections.');
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
