/**
 * A store with limits for reads. A read of a stalled network mount blocks one of Node's file threads until it returns,
 * which may be never. With all threads blocked, no other part of the process can use a file. So:
 * - A read has a time limit. At most `atOnce` reads run at once, hanging ones included, and one of each file.
 * - A file whose read hangs is refused until that read returns.
 * - That read never returns if another mount replaces the stalled one (`umount -l`). So the file is tried again, one
 *   file at a time, with exponential backoff and a separate limit of threads (`attempts`).
 */
import type { DatasetStore } from '../dataset/dataset.ts';

/** Includes the waiting time for a turn. */
const TIMEOUT_MS = 5000;
/** Before a hanging file is tried again, doubled by each attempt that hangs; requests of failed files come later. */
const RETRY_AFTER_MS = 4000;
const MAX_BACKOFF_MS = 60_000;

/** @param attempts Limit of further reads of hanging files that may hang too. */
export function boundedStore(store: DatasetStore, atOnce: number, attempts: number): DatasetStore {
  const first = { threads: atOnce, running: 0, hanging: 0 };
  const again = { threads: attempts, running: 0, hanging: 0 };
  const running = new Set<string>();
  const hanging = new Set<string>();
  let waiting: (() => void)[] = [];
  let backoffMs = RETRY_AFTER_MS;
  let nextAttemptAt = 0;

  const refusalOf = (turns: typeof first): string | undefined => {
    if (turns.hanging >= turns.threads) return 'too many earlier reads of the storage have not returned';
    if (turns !== again || performance.now() >= nextAttemptAt) return undefined;
    return 'an earlier read of this file has not returned';
  };

  const isFree = (turns: typeof first): boolean =>
    turns.running < (turns === again ? 1 : turns.threads - turns.hanging);

  const run = <T>(path: string, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      /** The turns that the read was started with. */
      let turns: typeof first | undefined;
      const refuse = (why: string): void => {
        clearTimeout(timer);
        reject(new Error(why));
      };
      const admit = (): void => {
        const own = hanging.has(path) ? again : first;
        const why = refusalOf(own);
        if (why !== undefined) refuse(why);
        else if (isFree(own) && !running.has(path)) void start(own);
        else waiting.push(admit);
      };
      const start = async (own: typeof first): Promise<void> => {
        turns = own;
        own.running++;
        running.add(path);
        await Promise.resolve().then(work).then(resolve, reject);
        clearTimeout(timer);
        if (isLate) own.hanging--;
        else end(own);
        // The file can be read, so perhaps others can: they are tried with the next request for them.
        if (hanging.delete(path)) {
          backoffMs = RETRY_AFTER_MS;
          nextAttemptAt = 0;
        }
        admitWaiting();
      };
      const end = (own: typeof first): void => {
        own.running--;
        running.delete(path);
      };
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        refuse(`the storage did not answer within ${TIMEOUT_MS} ms`);
        waiting = waiting.filter((each) => each !== admit);
        if (turns === undefined) return;
        end(turns);
        turns.hanging++;
        hanging.add(path);
        if (turns === again) backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
        nextAttemptAt = performance.now() + backoffMs;
        admitWaiting();
      }, TIMEOUT_MS);
      admit();
    });

  const admitWaiting = (): void => {
    const all = waiting;
    waiting = [];
    for (const admit of all) admit();
  };

  return {
    location: store.location,
    read: (path, options) => run(path, () => store.read(path, options)),
  };
}
