/** Work that waits for its turn. */
import { Problem } from './problem.ts';

/** Runs `atOnce` works at a time; up to `waiting` more wait, and what comes beyond is refused as `overloaded`. */
export function createQueue(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) {
        throw new Problem('overloaded', 'Too many requests to verify are worked on; try again in a second.', {
          headers: [['retry-after', '1']],
        });
      }
      // Whoever ends hands its place over.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
