/**
 * A store whose reads end. A read of a stalled network mount holds one of the platform's file threads until it
 * returns, which may be never: were all of them held, nothing else of the process could use a file either. So each read
 * has a time limit, only so many may be under way, those that hang included, and of one file only one: a file that hangs
 * holds one thread, however many ask for it.
 *
 * A file with a read past its time limit is refused at once until that read returns. It never does where the mount was
 * replaced by another (`umount -l`). So such files are also tried again, one at a time, with exponential backoff. These
 * attempts are counted apart: they must not use up what other files are read with.
 */
import type { DatasetStore } from '../runtime/dataset/dataset.ts';

export interface StoreBounds {
  /** Milliseconds, waiting for a turn included; default 5000. */
  timeoutMs?: number;
  /** Reads under way at once, those that hang included; default 2. */
  atOnce?: number;
  /** Attempts to read a file that hangs which may hang too; default 1. */
  attempts?: number;
  /**
   * Time before such an attempt, doubled by each that hangs; milliseconds. Default 4000: shorter than the time for which
   * a file that failed is not read again, or that would pass twice.
   */
  retryAfterMs?: number;
}

const MAX_BACKOFF_MS = 60_000;

export function boundedStore(store: DatasetStore, bounds: StoreBounds = {}): DatasetStore {
  const reads = new Reads(bounds);
  return {
    location: store.location,
    read: (path, options) => reads.run(path, () => store.read(path, options)),
    readIfChanged: (path, tag, options) => reads.run(path, () => store.readIfChanged(path, tag, options)),
  };
}

/** How many reads hold a thread. */
interface Turns {
  /** With those that hang. */
  readonly most: number;
  /** Without them. */
  readonly atOnce: number;
  running: number;
  hanging: number;
}

interface Read {
  readonly path: string;
  /** What it was started with; undefined while it waits. */
  turns: Turns | undefined;
  isLate: boolean;
  /** Never rejects. */
  work(): Promise<void>;
  refuse(why: string): void;
}

class Reads {
  readonly #timeoutMs: number;
  readonly #retryAfterMs: number;
  readonly #first: Turns;
  readonly #attempts: Turns;
  #waiting: Read[] = [];
  /** Paths that are being read, within the time limit. */
  readonly #running = new Set<string>();
  /** Paths with a read past it. */
  readonly #hanging = new Set<string>();
  #backoffMs: number;
  #nextAttemptAt = 0;

  constructor({ timeoutMs = 5000, atOnce = 2, attempts = 1, retryAfterMs = 4000 }: StoreBounds) {
    this.#timeoutMs = timeoutMs;
    this.#retryAfterMs = retryAfterMs;
    this.#backoffMs = retryAfterMs;
    this.#first = { most: atOnce, atOnce, running: 0, hanging: 0 };
    this.#attempts = { most: attempts, atOnce: 1, running: 0, hanging: 0 };
  }

  run<T>(path: string, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => this.#onTimeout(read), this.#timeoutMs);
      const read: Read = {
        path,
        turns: undefined,
        isLate: false,
        work: async () => {
          try {
            resolve(await work());
          } catch (error) {
            reject(error);
          }
          clearTimeout(timer);
        },
        refuse: (why) => {
          clearTimeout(timer);
          reject(new Error(why));
        },
      };
      this.#admit(read);
    });
  }

  /** Starts it, refuses it, or lets it wait. */
  #admit(read: Read): void {
    const turns = this.#turnsOf(read);
    const why = this.#refusalOf(turns);
    if (why !== undefined) read.refuse(why);
    else if (this.#isFree(turns) && !this.#running.has(read.path)) void this.#start(read, turns);
    else this.#waiting.push(read);
  }

  #turnsOf({ path }: Read): Turns {
    return this.#hanging.has(path) ? this.#attempts : this.#first;
  }

  #refusalOf(turns: Turns): string | undefined {
    if (turns.hanging >= turns.most) return 'too many earlier reads of the storage have not returned';
    if (turns === this.#attempts && performance.now() < this.#nextAttemptAt) {
      return 'an earlier read of this file has not returned';
    }
    return undefined;
  }

  #isFree({ running, hanging, atOnce, most }: Turns): boolean {
    return running < atOnce && running + hanging < most;
  }

  async #start(read: Read, turns: Turns): Promise<void> {
    read.turns = turns;
    turns.running++;
    this.#running.add(read.path);
    await read.work();
    this.#onReturn(read, turns);
  }

  #onReturn(read: Read, turns: Turns): void {
    if (read.isLate) turns.hanging--;
    else {
      turns.running--;
      this.#running.delete(read.path);
    }
    // The file can be read, and so perhaps can others: they are tried with the next request for them.
    if (this.#hanging.delete(read.path)) {
      this.#backoffMs = this.#retryAfterMs;
      this.#nextAttemptAt = 0;
    }
    this.#admitWaiting();
  }

  #onTimeout(read: Read): void {
    const { turns } = read;
    read.refuse(`the storage did not answer within ${this.#timeoutMs} ms`);
    if (turns === undefined) {
      this.#waiting = this.#waiting.filter((each) => each !== read);
      return;
    }
    read.isLate = true;
    turns.running--;
    turns.hanging++;
    this.#running.delete(read.path);
    this.#hanging.add(read.path);
    if (turns === this.#attempts) this.#backoffMs = Math.min(this.#backoffMs * 2, MAX_BACKOFF_MS);
    this.#nextAttemptAt = performance.now() + this.#backoffMs;
    this.#admitWaiting();
  }

  #admitWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const read of waiting) this.#admit(read);
  }
}
