/** One version of the dataset, opened for look-ups: the interface between storage and answers. */

import type { PartsEntry } from '../contract/parts.ts';
import type { CatalogEntry } from '../format/catalog.ts';
import type {
  CspEntry,
  EntrySentences,
  ListEntry,
  Manifest,
  NearEntry,
  PairEntry,
  PairSentences,
  PolicyEntry,
  SettingEntry,
} from '../format/format.ts';
import type { History } from './feed.ts';

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

/** For the operator's log only: all causes of an error, which may name a path of the machine. */
export function causeOf(error: unknown): string | undefined {
  const causes: string[] = [];
  for (let cause = error; cause !== undefined; cause = cause instanceof Error ? cause.cause : undefined)
    if (!(cause instanceof DatasetUnavailable)) causes.push(String(cause));
  return causes.length > 0 ? causes.join(': ') : undefined;
}

/** Sharded index → what it has under a normalized key. */
export interface Entries {
  near: NearEntry;
  catalog: CatalogEntry;
  policy: PolicyEntry;
  parts: PartsEntry;
  [resolve: `resolve/${string}`]: PairEntry | PairSentences;
  [list: `list/${string}`]: ListEntry;
  [csp: `csp/${string}`]: CspEntry | EntrySentences;
  [setting: `setting/${string}`]: SettingEntry | EntrySentences;
}

export interface Dataset {
  readonly manifest: Manifest;
  /** The entry of a normalized key, or undefined; each time a new object. Rejects with {@link DatasetUnavailable}. */
  lookup<Index extends keyof Entries>(index: Index, key: string): Promise<Entries[Index] | undefined>;
  /**
   * A whole file of the version (`releases.json`, `coverage.json`), checked, and cached as what `open` makes of its bytes;
   * default: parses it as JSON. One path must always get the same `open`.
   */
  file<T>(path: string, open?: (bytes: Uint8Array) => T): Promise<T>;
  /** Absent if the dataset is not in a `dist`. */
  readonly history?: History;
  /** Shards in memory; of a source, those of all its versions. */
  readonly shardsLoaded: number;
  /** Reads a file of the version without any cache. Rejects with {@link DatasetUnavailable}. */
  probe(): Promise<void>;
}
