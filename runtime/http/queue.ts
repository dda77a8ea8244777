/** Work that waits for its turn. */
import { Problem } from './problem.ts';

export interface Queue {
  /** Runs `work` in its turn. Refused as `overloaded` where `waiting` others wait already. */
  run<T>(waiting: number, work: () => Promise<T>): Promise<T>;
}

/** Runs `atOnce` works at a time. */
export function createQueue(atOnce: number): Queue {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async run(waiting, work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) throw overloaded();
        // Whoever ends hands its place over, for the next turn of the event loop: others want their share too.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else running++;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next === undefined) running--;
        else setTimeout(next, 0);
      }
    },
  };
}

function overloaded(): Problem {
  return new Problem('overloaded', 'Too many requests to verify are worked on; try again in a second.', {
    headers: [['retry-after', '1']],
  });
}
