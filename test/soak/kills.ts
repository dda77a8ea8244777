/** kill -9 at any moment of `hivecheck publish`: what is served is a whole version. */
import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openDataset } from '../../runtime/dataset/open.ts';
import { verifyDataset } from '../../runtime/dataset/verify.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { COMMAND } from '../command.ts';
import type { Faults } from './figures.ts';
import { publish } from './publish.ts';
import { type Material, variantAt } from './variants.ts';

/** A lock that was left is taken over then; milliseconds. */
const LOCK_STALE_MS = 32_000;

export async function soakKills(material: Material, faults: Faults, rounds: number) {
  const [older, newer] = [variantAt(material, 0), variantAt(material, 1)];
  const dist = join(material.folder, 'killed');
  const args = [COMMAND, 'publish', '--from', newer.dist, '--to', dist];
  /** To its end, or killed after so many ms. @returns whether it was. */
  const runPublish = (timeout = 0): Promise<boolean> =>
    promisify(execFile)(process.execPath, args, { timeout, killSignal: 'SIGKILL' }).then(
      () => false,
      (error: { signal?: string }) => error.signal === 'SIGKILL' || Promise.reject(error),
    );
  const reset = async (): Promise<void> => {
    await rm(dist, { recursive: true, force: true });
    await publish(dist, older);
  };
  await reset();
  const started = performance.now();
  await runPublish();
  const duration = performance.now() - started;
  let killed = 0;
  for (let round = 1; round <= rounds; round++) {
    await reset();
    // Spread over the whole run of the command, and beyond it: other load makes it slower.
    if (await runPublish(Math.round((duration * 1.5 * round) / rounds))) killed++;
    const store = folderStore(dist);
    await openDataset(store)
      .then(({ manifest }) => verifyDataset(store, manifest, 'all'))
      .catch((error: Error) => faults.add(`after a kill: ${error.message}`));
  }
  await sleep(LOCK_STALE_MS);
  await runPublish().catch((error: Error) => faults.add(`after the kills: ${error.message}`));
  const visible = (await readdir(dist)).filter((name) => !name.startsWith('.')).sort();
  const expected = ['changes', 'index.json', older.manifest.version, newer.manifest.version].sort();
  faults.expect(String(visible) === String(expected), `the folder holds ${visible.join(', ')}`);
  return {
    publications: rounds,
    'killed before their end': killed,
    'one takes, ms': Math.round(duration),
  };
}
