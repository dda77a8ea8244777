/** Bounds the memory of long answers whose clients do not take them, or only byte by byte. */
import type { Sending } from './options.ts';

interface Unsent {
  length: number;
  /** Bytes that waited for the client when it had last taken enough of them. */
  waiting: number;
  /** The time of that. */
  since: number;
  cut: () => void;
}

/** Bytes that a client must read within {@link STALL_MS} while other answers wait for room. */
const MIN_DRAIN_BYTES = 256 * 1024;
const STALL_MS = 15_000;

/** @param most bytes of the answers that are not sent yet: while there are as many, no other may be made. */
export function createUnsent(most: number) {
  const answers = new Map<Sending, Unsent>();
  let length = 0;
  const remove = (sending: Sending): void => {
    length -= answers.get(sending)?.length ?? 0;
    answers.delete(sending);
  };
  return {
    /** Counts an answer until it is sent or its connection is closed. `cut` is called where it is cut here. */
    add(sending: Sending, bytes: number, cut = () => {}): void {
      if (sending.destroyed) return;
      answers.set(sending, { length: bytes, waiting: bytes, since: performance.now(), cut });
      length += bytes;
      sending.once('close', () => remove(sending));
    },
    /**
     * Whether another answer may be made: an answer that is being sent is not cut for it. Only those are whose clients
     * take next to nothing, and only where there is no room otherwise. Linux reports what is taken in steps of up to 1 MB.
     */
    hasRoom(): boolean {
      const now = performance.now();
      for (const [sending, answer] of answers) {
        const waiting = sending.waiting();
        // More than before: the answer was not written yet.
        if (Math.abs(answer.waiting - waiting) >= MIN_DRAIN_BYTES)
          Object.assign(answer, { waiting, since: now });
        else if (length >= most && now - answer.since >= STALL_MS) {
          remove(sending);
          sending.destroy();
          answer.cut();
        }
      }
      return length < most;
    },
  };
}
