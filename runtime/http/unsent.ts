/** Bounds the memory of long answers whose clients do not take them, or only byte by byte. */
import type { Sending } from './options.ts';

interface Unsent {
  length: number;
  /** Bytes that waited for the client when it had last taken enough of them. */
  waiting: number;
  /** When that was. */
  since: number;
  cut: () => void;
}

/** What a client has to take in {@link STALL_MS} while its answer keeps others waiting for room. */
const MIN_DRAIN_BYTES = 256 * 1024;
const STALL_MS = 15_000;

export class UnsentAnswers {
  readonly #most: number;
  readonly #answers = new Map<Sending, Unsent>();
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts an answer until it is sent or its connection is closed. `cut` is called where it is cut here. */
  add(sending: Sending, length: number, cut = () => {}): void {
    if (sending.destroyed) return;
    this.#answers.set(sending, { length, waiting: length, since: performance.now(), cut });
    this.#length += length;
    sending.once('close', () => this.#remove(sending));
  }

  /**
   * Whether another answer may be made: an answer that is being sent is not cut for it. Only those are whose clients
   * take next to nothing, and only where there is no room otherwise. Linux reports what is taken in steps of up to 1 MB.
   */
  hasRoom(): boolean {
    const now = performance.now();
    for (const [sending, answer] of this.#answers) {
      const waiting = sending.waiting();
      // More than before: the answer was not written yet.
      if (Math.abs(answer.waiting - waiting) >= MIN_DRAIN_BYTES)
        Object.assign(answer, { waiting, since: now });
      else if (this.#length >= this.#most && now - answer.since >= STALL_MS) {
        this.#remove(sending);
        sending.destroy();
        answer.cut();
      }
    }
    return this.#length < this.#most;
  }

  #remove(sending: Sending): void {
    this.#length -= this.#answers.get(sending)?.length ?? 0;
    this.#answers.delete(sending);
  }
}
