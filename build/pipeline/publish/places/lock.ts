/** One publication at a time: two would delete each other's versions. */
import { join } from 'node:path';
import lockfile from 'proper-lockfile';
import { isErrno } from '../../../atomic.ts';
import { PublishError } from '../errors.ts';

/** A killed publication no longer renews its lock, which another one then takes over. */
const STALE_MS = 30_000;

export async function publishLock<T>(dist: string, work: () => Promise<T>): Promise<T> {
  const options = { lockfilePath: join(dist, '.publishing.lock'), stale: STALE_MS, retries: 0 };
  const release = await lockfile.lock(dist, options).catch((error: unknown) => {
    if (!isErrno(error, 'ELOCKED')) throw error;
    throw new PublishError(
      `Another publication into ${dist} is under way. If it was killed, try again in ${STALE_MS / 1000} seconds.`,
    );
  });
  try {
    return await work();
  } finally {
    await release();
  }
}
