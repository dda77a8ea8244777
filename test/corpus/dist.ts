/** The dataset of the committed facts, compiled once per run and shared by all test files. */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { inject } from 'vitest';
import { compile } from '../../build/compile/compile.ts';
import { FACTS } from '../../build/paths.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import type { Dataset } from '../../runtime/dataset.ts';
import { folderStore } from '../../runtime/entry/folder-store.ts';
import type { Snapshot } from '../../runtime/http/service.ts';
import { createSnapshot } from '../../runtime/service.ts';

export const EPOCH = 1_790_000_000;

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
    if (!built) await compile({ facts: FACTS, builtIn: FACTS, out: dist, epoch: EPOCH });
  } finally {
    await release();
  }
  return dist;
}

export async function corpus(): Promise<{ dataset: Dataset; ask: Snapshot }> {
  const dataset = await openDataset(folderStore(await corpusDist()));
  return { dataset, ask: snapshotOf(dataset) };
}

export function snapshotOf(dataset: Dataset): Snapshot {
  return createSnapshot(dataset, () => {
    throw new Error('health is not asked for here');
  });
}
