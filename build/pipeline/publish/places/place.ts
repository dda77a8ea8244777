/** What datasets are published to: a folder, an S3 bucket, a git branch. */

import type { DatasetStore } from '../../../../runtime/dataset/dataset.ts';
import type { VersionFiles } from '../../../dist-index.ts';

/**
 * Order keeps readers safe in every place: the files of a version, then its manifest, then `index.json`, and only then
 * are old versions removed.
 */
export interface Place extends VersionFiles {
  readonly store: DatasetStore;
  /** Where the place is a folder of this machine. */
  readonly folder?: string;
  /**
   * Adds a version: it is there whole, or `has` says that it is not.
   * @param fill puts its files, the manifest last; what it throws leaves the place as it was for readers.
   */
  add(version: string, fill: (draft: Draft) => Promise<void>): Promise<void>;
  /** What an operator does about a damaged version before publishing it again. */
  remedy(version: string): string;
}

export interface Draft {
  /** Reads back what was put. */
  readonly store: DatasetStore;
  /** @param path `<version>/…` */
  put(path: string, bytes: Uint8Array): Promise<void>;
}

export interface PlaceLocation {
  /** For messages: without passwords. */
  readonly name: string;
  /**
   * Runs `work` while nobody else publishes, as far as the place can tell. Once this resolves, readers find what `work`
   * wrote.
   * @param create makes the place where there is none yet.
   */
  change<T>(work: (place: Place) => Promise<T>, create?: boolean): Promise<T>;
  read<T>(work: (place: Place) => Promise<T>): Promise<T>;
}

export type Environment = Readonly<Record<string, string | undefined>>;
