/** `index.json` of a source that looks again and again. */
import type { DistIndex } from '../format/format.ts';
import type { DatasetStore } from './dataset.ts';
import { checkedIndex, readIndexBytes } from './manifest.ts';
import { SerialGuard } from './serial.ts';
import type { SourceOptions } from './source.ts';

export interface FoundIndex extends Pick<DistIndex, 'latest' | 'versions'> {
  text: string;
}

export class IndexReader {
  readonly #store: DatasetStore;
  readonly #options: SourceOptions;
  readonly #serials: SerialGuard;
  /** What was read last. */
  last: FoundIndex | undefined;

  constructor(store: DatasetStore, options: SourceOptions) {
    this.#store = store;
    this.#options = options;
    this.#serials = new SerialGuard(options.state, options.allowRollback === true);
  }

  /** The same object where nothing was changed. With a public key: signed, and not older than one that was served before. */
  async read(): Promise<FoundIndex> {
    const { publicKey, logger } = this.#options;
    const bytes = await readIndexBytes(this.#store);
    const text = new TextDecoder().decode(bytes);
    if (this.last?.text === text) return this.last;
    const { latest, versions, serial } = await checkedIndex(this.#store, bytes, publicKey);
    if (publicKey !== undefined) {
      await this.#serials.accept(serial, (cause) => {
        logger?.error('serial of the index could not be stored', { cause: String(cause) });
      });
    }
    this.last = { latest, versions, text };
    return this.last;
  }
}
