/**
 * Work that came in one turn of the event loop, done together at its end. A server with many connections reads all
 * that have something to say, then thinks, then writes: each of the three has the processor's caches for itself, and
 * whoever waits at the other end is woken once for many answers. A request that is alone waits for nothing.
 */
export type Schedule = (task: Task) => void;

/** Of more, the first are answered before the others are thought about: clients need not be idle meanwhile. */
const AT_ONCE = 32;

/** What it returns is done after the tasks that are done together. Neither may throw. */
export type Task = () => (() => void) | undefined;

export function together(): Schedule {
  let waiting: Task[] = [];
  const runAll = (): void => {
    const tasks = waiting;
    waiting = [];
    for (let from = 0; from < tasks.length; from += AT_ONCE) {
      const ends = tasks.slice(from, from + AT_ONCE).map((task) => task());
      for (const end of ends) end?.();
    }
  };
  return (task) => {
    if (waiting.length === 0) setImmediate(runAll);
    waiting.push(task);
  };
}
