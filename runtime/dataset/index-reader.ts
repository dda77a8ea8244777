/** Reads `index.json` for a source that polls it. */
import type { DistIndex } from '../format/format.ts';
import { type DatasetStore, DatasetUnavailable } from './dataset.ts';
import { checkedIndex, INDEX_FILE, readIndexBytes } from './manifest.ts';
import type { SourceOptions } from './source.ts';

export type FoundIndex = DistIndex & { text: string };

/** Keeps one number across restarts. */
export interface SerialStore {
  /** Undefined where nothing was stored yet. */
  read(): Promise<number | undefined>;
  write(serial: number): Promise<void>;
}

export type IndexReader = ReturnType<typeof indexReader>;

export function indexReader(store: DatasetStore, options: SourceOptions) {
  const { publicKey, state, logger } = options;
  let last: FoundIndex | undefined;
  /** The highest serial of the signed indexes so far. */
  let highest: number | undefined;
  let isHighestRead = options.allowRollback === true;

  /**
   * Protection against a rollback: whoever controls the host, but not the key, may offer an older signed index. A serial
   * that cannot be stored is remembered in memory only.
   */
  const requireNewer = async (serial: number | undefined): Promise<void> => {
    if (!isHighestRead) {
      highest = await state?.read().catch((cause: unknown) => {
        throw new DatasetUnavailable(INDEX_FILE, 'The stored serial of the index cannot be read.', { cause });
      });
      isHighestRead = true;
    }
    const refuse = (why: string) => new DatasetUnavailable(INDEX_FILE, `${INDEX_FILE} has ${why}`);
    if (serial === undefined) throw refuse('no serial: sign the dataset again.');
    if (highest !== undefined && serial < highest)
      throw refuse(`the serial ${serial}, below ${highest} which was served before: it is an older index.`);
    if (serial === highest) return;
    highest = serial;
    await state?.write(serial).catch((cause: unknown) => {
      logger?.error('serial of the index could not be stored', { cause: String(cause) });
    });
  };

  return {
    /** What was read last. */
    get last() {
      return last;
    },
    /** The same object while the file does not change. With a public key: signed, and not older than one served before. */
    async read(): Promise<FoundIndex> {
      const bytes = await readIndexBytes(store);
      const text = new TextDecoder().decode(bytes);
      if (last?.text === text) return last;
      const index = await checkedIndex(store, bytes, publicKey);
      if (publicKey !== undefined) await requireNewer(index.serial);
      last = { ...index, text };
      return last;
    },
  };
}
