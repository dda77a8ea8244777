/** Lets other requests in while much work is done at once. */

/** Well below the 20 ms that the event loop may be blocked for: an item's work is not interrupted. */
const MOST_MS = 8;

export type Pace = () => Promise<void> | undefined;

/**
 * Call it often: resolves at once, or after other work had its turn where 8 ms have gone by since the last turn. Throws
 * the signal's reason once nobody waits for the result.
 */
export function createPace(signal?: AbortSignal): Pace {
  let since = performance.now();
  return () => {
    signal?.throwIfAborted();
    if (performance.now() - since < MOST_MS) return undefined;
    return new Promise((resolve) =>
      setTimeout(() => {
        since = performance.now();
        resolve();
      }, 0),
    );
  };
}
