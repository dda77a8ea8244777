/** The threads that Node uses files with, looks names up with, and compresses with. */

/** Where the variable says nothing. */
const DEFAULT = 4;
const MOST = 1024;

/**
 * How many there are, as libuv reads its variable. It reads it once, with the first use of a thread: the command sets it
 * before that, see `cli/hivecheck.cts`.
 */
export function fileThreads(size: string | undefined = process.env.UV_THREADPOOL_SIZE): number {
  if (size === undefined) return DEFAULT;
  const wanted = Number.parseInt(size, 10) || 1;
  return wanted < 0 ? MOST : Math.min(wanted, MOST);
}
