/** Yields to other requests during long work. */

/** Well below the 20 ms that the event loop may be blocked: the work between two calls is not interrupted. */
const MOST_MS = 5;

/** Node runs a chain of timers in one turn, so `setImmediate` where there is one. */
const { setImmediate: later = setTimeout } = globalThis as { setImmediate?: (run: () => void) => void };

/** Resolves in the next turn of the event loop, after the work that waits there already. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void later(resolve));

export type Pace = () => Promise<void> | undefined;

/**
 * Yields to the event loop when 5 ms have passed since the last yield, and at the first call: what was done in this turn
 * before is unknown. Throws the signal's reason once nobody waits for the result.
 */
export function createPace(signal?: AbortSignal): Pace {
  let since = Number.NEGATIVE_INFINITY;
  return () => {
    signal?.throwIfAborted();
    if (performance.now() - since < MOST_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
