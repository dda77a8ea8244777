/**
 * Protection against a rollback: whoever controls the host, but not the key, may offer an older signed index. Its
 * serial is lower than one that was seen before.
 */
import { DatasetUnavailable } from './dataset.ts';
import { INDEX_FILE } from './manifest.ts';

/** Keeps one number across restarts. */
export interface SerialStore {
  /** Undefined where nothing was stored yet. */
  read(): Promise<number | undefined>;
  write(serial: number): Promise<void>;
}

export class SerialGuard {
  readonly #store: SerialStore | undefined;
  #highest: number | undefined;
  #loaded: boolean;

  /** @param forget ignores what the store has from earlier runs. */
  constructor(store: SerialStore | undefined, forget: boolean) {
    this.#store = store;
    this.#loaded = store === undefined || forget;
  }

  /**
   * Remembers the serial of an index whose signature is valid. Throws {@link DatasetUnavailable} where it is absent or
   * below the highest one known, and where the stored one cannot be read. One that cannot be stored is remembered in
   * memory only, and `onUnstored` is called.
   */
  async accept(serial: number | undefined, onUnstored: (cause: unknown) => void): Promise<void> {
    const highest = await this.#known();
    if (serial === undefined) {
      throw new DatasetUnavailable(INDEX_FILE, `${INDEX_FILE} has no serial: sign the dataset again.`);
    }
    if (highest !== undefined && serial < highest) {
      throw new DatasetUnavailable(
        INDEX_FILE,
        `${INDEX_FILE} has the serial ${serial}, below ${highest} which was served before: it is an older index.`,
      );
    }
    if (serial === highest) return;
    this.#highest = serial;
    await this.#store?.write(serial).catch(onUnstored);
  }

  async #known(): Promise<number | undefined> {
    if (this.#loaded) return this.#highest;
    try {
      this.#highest = await this.#store?.read();
    } catch (cause) {
      throw new DatasetUnavailable(INDEX_FILE, 'The stored serial of the index cannot be read.', { cause });
    }
    this.#loaded = true;
    return this.#highest;
  }
}
