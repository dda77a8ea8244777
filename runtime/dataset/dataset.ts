/** One version of the dataset, opened for questions: the seam between storage and answers. */
import type { Manifest } from '../format.ts';

export interface ReadOptions {
  /** A longer file is not read to its end, but rejected. Default: no bound. */
  maxBytes?: number;
}

/** Reads files of a mounted `dist/` (a folder, an HTTP base URL, a test's memory). */
export interface DatasetStore {
  /** For messages to operators only: never sent to a client. */
  readonly location: string;
  /**
   * The bytes of `path` (relative to `dist/`), or undefined where there is no such file. Rejects where it
   * cannot be read or is longer than `maxBytes`.
   */
  read(path: string, options?: ReadOptions): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * The same for a file that may change: `'same'` when it is still the one that `tag` was given for. The tag
   * is the store's own (an ETag, a time of change) and absent where it has none.
   */
  readIfChanged(path: string, tag: string | undefined, options?: ReadOptions): Promise<Revision | 'same'>;
}

export interface Revision {
  bytes: Uint8Array<ArrayBuffer> | undefined;
  tag: string | undefined;
}

/** A file of the dataset is missing, unreadable or not what the manifest says: a 503, never a guess. */
export class DatasetUnavailable extends Error {
  override readonly name = 'DatasetUnavailable';
  /** Path below `dist/`; safe to show. */
  readonly file: string;
  constructor(file: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.file = file;
  }
}

/**
 * Makes of an entry what is kept of it, for as long as its shard: parsed, a dataset takes several times the memory of
 * its text, and answers need little of an entry more than once. Called once for an entry, when it is first asked for
 * or when most of its shard was.
 */
export type Keep<T, K> = (entry: T, dataset: Dataset, key: string) => K;

export interface Dataset {
  readonly manifest: Manifest;
  /**
   * What is kept of the entry of a normalized key in a sharded index (`resolve`, `list`, `near`, `csp`,
   * `setting/<lang>`), or undefined when nothing has that key; at once where the shard is loaded. All who ask an index
   * must keep the same of it: the `keep` that loads a shard is the one that counts. Without one: the entry as parsed.
   * Rejects with {@link DatasetUnavailable}.
   */
  lookup<T>(index: string, key: string): Promise<T | undefined> | T | undefined;
  lookup<T, K>(index: string, key: string, keep: Keep<T, K>): Promise<K | undefined> | K | undefined;
  /** A whole JSON file of the version (`releases.json`, `coverage.json`), checked and kept parsed. */
  file<T>(path: string): Promise<T>;
}
