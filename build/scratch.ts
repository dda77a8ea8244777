/** Folders for what is needed only for a moment. */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs `work` in a new folder of the system's for temporary files, which no other user can read. Ctrl-C removes it too:
 * it may hold a whole dataset.
 */
export async function withScratch<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const stop = (signal: NodeJS.Signals) => {
    rmSync(folder, { recursive: true, force: true });
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
