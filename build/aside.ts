/** What builds write aside before they rename it into place: `.writing-<pid>…` and `.index-<pid>…` in the target folder. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes what an interrupted build left behind; a running one is left alone. */
export async function clearAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(/^\.(?:writing|index)-(\d+)/.exec(name)?.[1]);
    if (pid && pid !== process.pid && !isRunning(pid))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process runs too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
