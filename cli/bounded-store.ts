/**
 * A store whose reads end. A read of a stalled network mount holds one of Node's file threads until it returns, which
 * may be never. With all threads held, no other part of the process can use a file. So:
 * - A read has a time limit. At most `atOnce` reads are under way, those that hang included, and one of each file.
 * - A file whose read hangs is refused until that read returns.
 * - That read never returns where another mount has taken the place of the stalled one (`umount -l`). So the file is
 *   tried again, one file at a time, with exponential backoff, by threads of its own (`attempts`): those of other files
 *   are not used up.
 */
import type { DatasetStore } from '../runtime/dataset/dataset.ts';

/** Waiting for a turn included. */
const TIMEOUT_MS = 5000;
/** Before a file that hangs is tried again, doubled by each attempt that hangs; a failed file is not read again for longer. */
const RETRY_AFTER_MS = 4000;
const MAX_BACKOFF_MS = 60_000;

/** @param attempts Those to read a file that hangs which may hang too. */
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
      /** What it was started with. */
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
        // The file can be read, and so perhaps can others: they are tried with the next request for them.
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
