/** The built-in dataset as the only version of a folder, shared by all test files of a run. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { inject } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { readJson } from '../../build/facts/model.ts';
import type { Dataset, DatasetStore } from '../../runtime/dataset/dataset.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import type { DistIndex } from '../../runtime/format/format.ts';
import { createSnapshot, type Snapshot } from '../../runtime/service.ts';

export async function corpusDist(): Promise<string> {
  const dist = join(inject('scratch'), 'corpus');
  await mkdir(dist, { recursive: true });
  // Two workers may ask at once; the second waits for what the first makes.
  const release = await lock(dist, {
    stale: 120_000,
    retries: { retries: 600, minTimeout: 100, maxTimeout: 100 },
  });
  try {
    const built = await stat(join(dist, 'index.json')).catch(() => undefined);
    if (!built) await copyLatest(await builtInDist(), dist);
  } finally {
    await release();
  }
  return dist;
}

/** Returns the version. The index comes last, as ever: it says that the rest is there. */
export async function copyLatest(from: string, to: string): Promise<string> {
  const { latest, versions } = await readJson<DistIndex>(join(from, 'index.json'));
  // Of thousands of small files, which the asynchronous form copies one after the other, in many steps each.
  cpSync(join(from, latest), join(to, latest), { recursive: true });
  const index: DistIndex = { latest, versions: versions.filter(({ version }) => version === latest) };
  await writeFile(join(to, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
  return latest;
}

/** A folder that only this process reads: at once, where the service's own store uses threads and looks for links. */
export function plainStore(dist: string): DatasetStore {
  const read: DatasetStore['read'] = async (path) => {
    const file = join(dist, path);
    return existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
  };
  return {
    location: dist,
    read,
  };
}

interface Corpus {
  dataset: Dataset;
  ask: Snapshot;
}
let opened: Promise<Corpus> | undefined;

/** The same one for all files of a worker: what one has read, the next has at hand. */
export function corpus(): Promise<Corpus> {
  opened ??= corpusDist()
    .then((dist) => openDataset(plainStore(dist)))
    .then((dataset) => ({ dataset, ask: createSnapshot(dataset) }));
  return opened;
}
