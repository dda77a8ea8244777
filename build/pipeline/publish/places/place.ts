/** The targets of publications: a folder, an S3 bucket, a git branch. */

import type { DatasetStore } from '../../../../runtime/dataset/dataset.ts';
import type { VersionFiles } from '../../../dist-index.ts';

/**
 * The order keeps readers safe in every place: the files of a version, then its manifest, then `index.json`, and only
 * then the removal of old versions.
 */
export interface Place extends VersionFiles {
  readonly store: DatasetStore;
  /** Set if the place is a folder of this machine. */
  readonly folder?: string;
  /**
   * Adds a version: afterwards it is there as a whole, or `has` returns false.
   * @param fill Puts its files, the manifest last; if it throws, the place is unchanged for readers.
   */
  add(version: string, fill: (draft: Draft) => Promise<void>): Promise<void>;
  /** The steps for an operator to remove a damaged version before publishing it again. */
  remedy(version: string): string;
}

export interface Draft {
  /** For reading what was put. */
  readonly store: DatasetStore;
  /** @param path `<version>/…` */
  put(path: string, bytes: Uint8Array): Promise<void>;
}

export interface PlaceLocation {
  /** Shown in messages: without passwords. */
  readonly name: string;
  /**
   * Runs `work` while nobody else publishes, as far as the place can detect it. Once this resolves, readers find what
   * `work` wrote.
   * @param create Creates the place if it does not exist.
   */
  change<T>(work: (place: Place) => Promise<T>, create?: boolean): Promise<T>;
  read<T>(work: (place: Place) => Promise<T>): Promise<T>;
}

export type Environment = Readonly<Record<string, string | undefined>>;
