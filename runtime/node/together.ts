/**
 * Work that came in one turn of the event loop, done together at its end, step by step. A server with many connections
 * reads all that have something to say, then thinks, then writes: each step has the processor's caches for itself, and
 * whoever waits at the other end is woken once for many answers. A request that is alone takes its steps at once, one
 * after the other.
 */
export type Schedule = (task: Task) => void;

export interface Task {
  /** Returns whether another step is left, which is taken after this one of all that are done together. Never throws. */
  step(): boolean;
}

/** A task that is done at once. */
export function oneStep(work: () => void): Task {
  return {
    step: () => {
      work();
      return false;
    },
  };
}

/** Of more, the first are answered before the others are thought about: clients need not be idle meanwhile. */
const AT_ONCE = 32;

export function together(): Schedule {
  let waiting: Task[] = [];
  const runAll = (): void => {
    const tasks = waiting;
    waiting = [];
    for (let from = 0; from < tasks.length; from += AT_ONCE) takeSteps(tasks.slice(from, from + AT_ONCE));
  };
  return (task) => {
    if (waiting.length === 0) setImmediate(runAll);
    waiting.push(task);
  };
}

/** Uses up the list. */
function takeSteps(tasks: Task[]): void {
  while (tasks.length > 0) {
    let left = 0;
    for (const task of tasks) if (task.step()) tasks[left++] = task;
    tasks.length = left;
  }
}
