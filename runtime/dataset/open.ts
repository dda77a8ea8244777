/** Opening one version of a dataset for questions. */
import { LRUCache } from 'lru-cache';
import { type Dataset, type DatasetStore, DatasetUnavailable } from '../dataset.ts';
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
  /** As parsed: a key such as `__proto__` is an own property here, and only own properties are asked for. */
  entries: Record<string, unknown>;
}

/** One index in one language. */
interface Table {
  bits: number;
  /** Normalized key → the loaded shard that holds it: what is warm needs no SHA-256. */
  homes: Map<string, LoadedShard>;
  /** Shards that are not loaded; once there are none, a key without a home has no entry. */
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
        for (const key of Object.keys(shard.entries)) shard.table.homes.delete(key);
      },
    });
  }

  lookup<T>(index: string, key: string): Promise<T | undefined> | T | undefined {
    const table = this.#table(index);
    const home = table.homes.get(key);
    if (home !== undefined) {
      if (this.#bounded) this.#shards.get(home.path);
      return home.entries[key] as T;
    }
    if (table.unloaded === 0) return undefined;
    const path = `${index}/${shardName(sha256Sync(key), table.bits)}.json`;
    // A shard without entries is not written; one that is loaded would have been the key's home.
    if (!this.#files.has(path) || this.#shards.get(path) !== undefined) return undefined;
    return this.#files
      .load(path, (json) => this.#keep(json, path, table))
      .then((shard) => (Object.hasOwn(shard.entries, key) ? (shard.entries[key] as T) : undefined));
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
    const table: Table = { bits, homes: new Map(), unloaded: this.#files.count(`${index}/`) };
    this.#tables.set(index, table);
    return table;
  }

  #keep(json: unknown, path: string, table: Table): LoadedShard {
    const entries = isObject(json) ? json.entries : undefined;
    if (!isObject(entries)) {
      const full = `${this.manifest.version}/${path}`;
      throw new DatasetUnavailable(full, `${full} is no shard.`);
    }
    const shard = { path, table, entries };
    this.#shards.set(path, shard);
    // A shard beyond the whole bound is not kept: then it must not be anyone's home either.
    if (this.#shards.has(path)) {
      table.unloaded--;
      for (const key of Object.keys(entries)) table.homes.set(key, shard);
    }
    return shard;
  }
}

function bitsOf(shardBits: ShardBits, index: string): number {
  const name = index.split('/', 1)[0] ?? '';
  const found = Object.entries(shardBits).find(([known]) => known === name);
  if (found === undefined) throw new RangeError(`There is no index "${index}" in this dataset format.`);
  return found[1];
}
