/** Opening one version of a dataset for questions. */
import { LRUCache } from 'lru-cache';
import { type Dataset, type DatasetStore, DatasetUnavailable, type Keep } from '../dataset.ts';
import { type Manifest, type ShardBits, shardName } from '../format.ts';
import { sha256Sync } from '../normalize.ts';
import { type FileOptions, VersionFiles } from './files.ts';
import { isObject, readDistIndex, readManifest } from './manifest.ts';

export interface OpenOptions extends FileOptions {
  /** Bound of the shards kept, counted in bytes of their files; the least recently used go. Default: none. */
  maxBytes?: number;
  /** Ed25519 public key (PEM or base64): only versions signed with it are opened. */
  publicKey?: string;
}

/**
 * Opens `version`, or the latest one that `index.json` names. Reads the manifest only: shards come when first
 * needed. Throws {@link DatasetUnavailable}.
 */
export async function openDataset(
  store: DatasetStore,
  version?: string,
  options: OpenOptions = {},
): Promise<Dataset> {
  const manifest = await readManifest(
    store,
    version ?? (await readDistIndex(store)).latest,
    options.publicKey,
  );
  return new ShardedDataset(new VersionFiles(store, manifest, options), options.maxBytes);
}

interface LoadedShard {
  path: string;
  table: Table;
  keys: string[];
}

/** One index in one language. */
interface Table {
  bits: number;
  /** Normalized key → what is kept of its entry, of loaded shards: what is warm needs no SHA-256. */
  entries: Map<string, unknown>;
  /** Normalized key → the loaded shard's path, where shards may have to go and their use is counted. */
  homes: Map<string, string>;
  /** Shards that are not loaded; once there are none, a key that is not in `entries` has no entry. */
  unloaded: number;
}

class ShardedDataset implements Dataset {
  readonly manifest: Manifest;
  readonly #files: VersionFiles;
  readonly #tables = new Map<string, Table>();
  readonly #shards: LRUCache<string, LoadedShard>;
  readonly #bounded: boolean;
  readonly #wholes = new Map<string, unknown>();

  constructor(files: VersionFiles, maxBytes: number | undefined) {
    this.manifest = files.manifest;
    this.#files = files;
    this.#bounded = maxBytes !== undefined;
    this.#shards = new LRUCache({
      maxSize: maxBytes ?? Number.MAX_SAFE_INTEGER,
      sizeCalculation: (shard) => files.bytes(shard.path) || 1,
      dispose: (shard) => {
        shard.table.unloaded++;
        for (const key of shard.keys) {
          shard.table.entries.delete(key);
          shard.table.homes.delete(key);
        }
      },
    });
  }

  lookup<T>(index: string, key: string): Promise<T | undefined> | T | undefined;
  lookup<T, K>(index: string, key: string, keep: Keep<T, K>): Promise<K | undefined> | K | undefined;
  lookup(index: string, key: string, keep: Keep<unknown, unknown> = (entry) => entry): unknown {
    const table = this.#table(index);
    const kept = table.entries.get(key);
    if (kept !== undefined) {
      if (this.#bounded) this.#shards.get(table.homes.get(key) ?? '');
      return kept;
    }
    if (table.unloaded === 0) return undefined;
    const path = `${index}/${shardName(sha256Sync(key), table.bits)}.json`;
    // A shard without entries is not written; one that is loaded would have had the key.
    if (!this.#files.has(path) || this.#shards.get(path) !== undefined) return undefined;
    return this.#files
      .load(path, (json) => this.#keep(json, path, table, keep))
      .then((entries) => entries.get(key));
  }

  file<T>(path: string): Promise<T> {
    if (this.#wholes.has(path)) return Promise.resolve(this.#wholes.get(path) as T);
    return this.#files.load(path, (json) => {
      this.#wholes.set(path, json);
      return json as T;
    });
  }

  #table(index: string): Table {
    const known = this.#tables.get(index);
    if (known !== undefined) return known;
    const bits = bitsOf(this.manifest.shardBits, index);
    const unloaded = this.#files.count(`${index}/`);
    const table: Table = { bits, entries: new Map(), homes: new Map(), unloaded };
    this.#tables.set(index, table);
    return table;
  }

  /** What is kept of the shard's entries; told also where the shard is larger than all that may be kept. */
  #keep(json: unknown, path: string, table: Table, keep: Keep<unknown, unknown>): Map<string, unknown> {
    const entries = isObject(json) ? json.entries : undefined;
    if (!isObject(entries)) {
      const full = `${this.manifest.version}/${path}`;
      throw new DatasetUnavailable(full, `${full} is no shard.`);
    }
    // Own properties alone, among which a key such as `__proto__` is one like any other.
    const kept = new Map(Object.keys(entries).map((key) => [key, keep(entries[key], this)]));
    this.#shards.set(path, { path, table, keys: this.#bounded ? [...kept.keys()] : [] });
    if (!this.#shards.has(path)) return kept;
    table.unloaded--;
    for (const [key, each] of kept) {
      table.entries.set(key, each);
      if (this.#bounded) table.homes.set(key, path);
    }
    return kept;
  }
}

function bitsOf(shardBits: ShardBits, index: string): number {
  const name = index.split('/', 1)[0] ?? '';
  const found = Object.entries(shardBits).find(([known]) => known === name);
  if (found === undefined) throw new RangeError(`There is no index "${index}" in this dataset format.`);
  return found[1];
}
