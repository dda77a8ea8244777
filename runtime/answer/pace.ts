/** Lets other requests in while much work is done at once. */

/** Well below the 20 ms that the event loop may be blocked for: an item's work is not interrupted. */
const MOST_MS = 8;

/** Call it often: resolves at once, or after other work had its turn where 8 ms have gone by since the last turn. */
export function createPace(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let since = now();
  return () => {
    if (now() - since < MOST_MS) return undefined;
    return new Promise((resolve) =>
      setTimeout(() => {
        since = now();
        resolve();
      }, 0),
    );
  };
}
