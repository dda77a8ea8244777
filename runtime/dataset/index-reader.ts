/** `index.json` of a source that looks again and again. */
import type { DistIndex } from '../format/format.ts';
import { type DatasetStore, DatasetUnavailable } from './dataset.ts';
import { checkedIndex, INDEX_FILE, readIndexBytes } from './manifest.ts';
import type { SourceOptions } from './source.ts';

export interface FoundIndex extends Pick<DistIndex, 'latest' | 'versions'> {
  text: string;
}

/** Keeps one number across restarts. */
export interface SerialStore {
  /** Undefined where nothing was stored yet. */
  read(): Promise<number | undefined>;
  write(serial: number): Promise<void>;
}

export class IndexReader {
  readonly #store: DatasetStore;
  readonly #options: SourceOptions;
  /** The highest serial of the signed indexes so far. */
  #highest: number | undefined;
  #isHighestRead: boolean;
  /** What was read last. */
  last: FoundIndex | undefined;

  constructor(store: DatasetStore, options: SourceOptions) {
    this.#store = store;
    this.#options = options;
    this.#isHighestRead = options.allowRollback === true;
  }

  /** The same object where nothing was changed. With a public key: signed, and not older than one that was served before. */
  async read(): Promise<FoundIndex> {
    const { publicKey } = this.#options;
    const bytes = await readIndexBytes(this.#store);
    const text = new TextDecoder().decode(bytes);
    if (this.last?.text === text) return this.last;
    const { latest, versions, serial } = await checkedIndex(this.#store, bytes, publicKey);
    if (publicKey !== undefined) await this.#requireNewer(serial);
    this.last = { latest, versions, text };
    return this.last;
  }

  /**
   * Protection against a rollback: whoever controls the host, but not the key, may offer an older signed index. A serial
   * that cannot be stored is remembered in memory only.
   */
  async #requireNewer(serial: number | undefined): Promise<void> {
    const { state, logger } = this.#options;
    const highest = await this.#readHighest();
    const refuse = (why: string) => new DatasetUnavailable(INDEX_FILE, `${INDEX_FILE} has ${why}`);
    if (serial === undefined) throw refuse('no serial: sign the dataset again.');
    if (highest !== undefined && serial < highest)
      throw refuse(`the serial ${serial}, below ${highest} which was served before: it is an older index.`);
    if (serial === highest) return;
    this.#highest = serial;
    await state?.write(serial).catch((cause: unknown) => {
      logger?.error('serial of the index could not be stored', { cause: String(cause) });
    });
  }

  async #readHighest(): Promise<number | undefined> {
    if (this.#isHighestRead) return this.#highest;
    try {
      this.#highest = await this.#options.state?.read();
    } catch (cause) {
      throw new DatasetUnavailable(INDEX_FILE, 'The stored serial of the index cannot be read.', { cause });
    }
    this.#isHighestRead = true;
    return this.#highest;
  }
}
