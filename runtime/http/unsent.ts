/** Bounds the memory of long answers whose clients do not take them, or only byte by byte. */

/** What of Node's response is needed. Other platforms send by themselves. */
interface Sending {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

export class UnsentAnswers {
  readonly #most: number;
  /** Oldest first; with their lengths. */
  readonly #answers = new Map<Sending, number>();
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts an answer until it is sent or its connection is closed. Where all of them are too long together, the oldest
   * are cut: whoever takes answers at a usual speed has none of those.
   */
  add(sending: Sending, length: number): void {
    if (sending.destroyed) return;
    this.#answers.set(sending, length);
    this.#length += length;
    sending.once('close', () => this.#remove(sending));
    for (const oldest of this.#answers.keys()) {
      if (this.#length <= this.#most || oldest === sending) return;
      this.#remove(oldest);
      oldest.destroy();
    }
  }

  #remove(sending: Sending): void {
    this.#length -= this.#answers.get(sending) ?? 0;
    this.#answers.delete(sending);
  }
}
