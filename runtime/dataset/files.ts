/** The files of one dataset version, each checked against the manifest before anything reads it. */

import type { Manifest } from '../format/format.ts';
import { hex, sha256 } from '../format/keys.ts';
import { type DatasetStore, DatasetUnavailable } from './dataset.ts';
import { present, readWhole } from './manifest.ts';

export interface FileOptions {
  /** For how long a file that failed is not tried again; milliseconds, default 5000. */
  retryAfterMs?: number;
  /** Milliseconds, of any epoch. */
  now?: () => number;
  /**
   * Whether questions that need the same file wait for one reading of it; default true. Not in a worker:
   * there a request must not wait for what another one reads, because it may be cancelled with that one.
   */
  shareLoads?: boolean;
}

export class VersionFiles {
  readonly manifest: Manifest;
  readonly #store: DatasetStore;
  readonly #loading = new Map<string, Promise<unknown>>();
  readonly #failed = new Map<string, { error: DatasetUnavailable; until: number }>();
  readonly #retryAfterMs: number;
  readonly #now: () => number;
  readonly #shareLoads: boolean;

  constructor(store: DatasetStore, manifest: Manifest, options: FileOptions = {}) {
    this.manifest = manifest;
    this.#store = store;
    this.#retryAfterMs = options.retryAfterMs ?? 5000;
    this.#now = options.now ?? Date.now;
    this.#shareLoads = options.shareLoads ?? true;
  }

  has(path: string): boolean {
    return Object.hasOwn(this.manifest.files, path);
  }

  /**
   * The file's bytes, of the size and digest that the manifest states. Every call reads anew, perhaps into `buffer`.
   * Throws {@link DatasetUnavailable}.
   */
  async read(path: string, buffer?: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const full = `${this.manifest.version}/${path}`;
    const listed = this.has(path) ? this.manifest.files[path] : undefined;
    if (listed === undefined) throw new DatasetUnavailable(full, `${full} is not listed in the manifest.`);
    const bytes = present(await readWhole(this.#store, full, listed.bytes, buffer), full);
    if (bytes.length !== listed.bytes) {
      throw new DatasetUnavailable(full, `${full} has ${bytes.length} bytes instead of ${listed.bytes}.`);
    }
    if (hex(await sha256(bytes)) !== listed.sha256) {
      throw new DatasetUnavailable(full, `${full} is altered: its SHA-256 is not the manifest's.`);
    }
    return bytes;
  }

  /** Reads a file and hands it to `keep`; once for all who ask meanwhile, and not again soon after a failure. */
  load<T>(path: string, keep: (bytes: Uint8Array) => T): Promise<T> {
    const failed = this.#failed.get(path);
    if (failed !== undefined && this.#now() < failed.until) return Promise.reject(failed.error);
    const running = this.#loading.get(path);
    if (running !== undefined) return running as Promise<T>;
    const load = this.#load(path, keep);
    if (this.#shareLoads) this.#loading.set(path, load);
    return load;
  }

  async #load<T>(path: string, keep: (bytes: Uint8Array) => T): Promise<T> {
    try {
      const kept = keep(await this.read(path));
      this.#failed.delete(path);
      return kept;
    } catch (error) {
      if (error instanceof DatasetUnavailable) {
        this.#failed.set(path, { error, until: this.#now() + this.#retryAfterMs });
      }
      throw error;
    } finally {
      this.#loading.delete(path);
    }
  }
}
