/**
 * A store whose reads end: a read that takes longer than its time limit is rejected, and only a few are under way at
 * once. A read of a stalled network mount never returns and holds one of the platform's file threads (four in Node)
 * for as long: were all of them held, nothing else of the process could use a file either.
 */
import type { DatasetStore } from './dataset.ts';

export interface StoreBounds {
  /** Milliseconds, waiting for a turn included; default 5000. */
  timeoutMs?: number;
  /** Reads under way at once; default 3. */
  atOnce?: number;
}

export function boundedStore(
  store: DatasetStore,
  { timeoutMs = 5000, atOnce = 3 }: StoreBounds = {},
): DatasetStore {
  const turns = new Turns(atOnce);
  const bounded = async <T>(read: () => Promise<T>): Promise<T> => {
    if (turns.allStalled) throw new Error('earlier reads of the storage have not returned');
    return turns.run(read, timeoutMs);
  };
  return {
    location: store.location,
    read: (path, options) => bounded(() => store.read(path, options)),
    readIfChanged: (path, tag, options) => bounded(() => store.readIfChanged(path, tag, options)),
  };
}

class Turns {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Of the running ones, those that are past their time limit. */
  #stalled = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  get allStalled(): boolean {
    return this.#stalled >= this.#atOnce;
  }

  run<T>(work: () => Promise<T>, timeoutMs: number): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let state: 'waiting' | 'running' | 'late' = 'waiting';
      const start = (): void => {
        if (state === 'late') {
          this.#next();
          return;
        }
        state = 'running';
        this.#running++;
        work()
          .then(resolve, reject)
          .finally(() => {
            clearTimeout(timer);
            this.#running--;
            if (state === 'late') this.#stalled--;
            this.#next();
          });
      };
      const timer = setTimeout(() => {
        if (state === 'running') this.#stalled++;
        state = 'late';
        reject(new Error(`the storage did not answer within ${timeoutMs} ms`));
      }, timeoutMs);
      if (this.#running < this.#atOnce) start();
      else this.#waiting.push(start);
    });
  }

  #next(): void {
    if (this.#running < this.#atOnce) this.#waiting.shift()?.();
  }
}
