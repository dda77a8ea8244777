/** What loading a language costs: time, the longest stretch in which nothing else runs, heap. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { FACTS } from '../../build/paths.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { parseJsonFile } from '../../runtime/dataset/manifest.ts';
import type { Manifest } from '../../runtime/format/format.ts';
import { searchIndex } from '../../runtime/search/load.ts';
import { percentile } from './lines.ts';

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
    async file<T>(path: string, open = (json: Uint8Array) => parseJsonFile(json, path) as T): Promise<T> {
      // Reading a file takes a turn at least.
      await turn();
      if (!opened.has(path)) opened.set(path, open(bytes.get(path) ?? new Uint8Array()));
      return opened.get(path) as T;
    },
  };
}

/** Milliseconds; the heap in MB, typed arrays included. */
export interface Load {
  ms: number;
  holdUp: number;
  heap: number;
}

/** Of five, each from scratch, the best times, since another process may take the cores; and the heap of the middle one. */
export async function measureLoad(files: ReadonlyMap<string, string>, lang: string): Promise<Load> {
  const runs: Load[] = [];
  for (let run = 0; run < 5; run++) runs.push(await loadOnce(files, lang));
  const best = (name: 'ms' | 'holdUp') => Math.min(...runs.map((each) => each[name]));
  const heaps = runs.map(({ heap }) => heap);
  return { ms: best('ms'), holdUp: best('holdUp'), heap: percentile(heaps, 0.5) };
}

async function loadOnce(files: ReadonlyMap<string, string>, lang: string): Promise<Load> {
  const dataset = memoryDataset(files);
  const before = memory();
  let [holdUp, done] = [0, false];
  const watch = async (): Promise<void> => {
    for (let start = performance.now(); !done; start = performance.now()) {
      await turn();
      holdUp = Math.max(holdUp, performance.now() - start);
    }
  };
  const watching = watch();
  const start = performance.now();
  const index = await searchIndex(dataset, lang);
  const ms = performance.now() - start;
  done = true;
  await watching;
  const heap = (memory() - before) / 1e6;
  if (index.lang !== lang) throw new Error(`${index.lang} was loaded instead of ${lang}.`);
  return { ms, holdUp, heap };
}

function memory(): number {
  if (!globalThis.gc) throw new Error('Run with --expose-gc: heap is compared after collections.');
  // What the first one leaves to finalizers would count as the index's later.
  for (let left = 2; left > 0; left--) globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
