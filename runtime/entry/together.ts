/**
 * Work that came in one turn of the event loop, done together at its end. A server with many connections reads all
 * that have something to say, then thinks, then writes: each of the three has the processor's caches for itself, and
 * whoever waits at the other end is woken once for many answers. A request that is alone waits for nothing.
 */
export type Schedule = (task: () => void) => void;

/** Tasks must not throw. */
export function together(): Schedule {
  let waiting: (() => void)[] = [];
  const runAll = (): void => {
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
  };
  return (task) => {
    if (waiting.length === 0) setImmediate(runAll);
    waiting.push(task);
  };
}
