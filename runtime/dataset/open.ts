/** Opening one version of a dataset for questions. */
import { LRUCache } from 'lru-cache';
import {
  countIn,
  entriesIn,
  entryIn,
  type Manifest,
  readShard,
  type ShardBits,
  shardName,
} from '../format.ts';
import { sha256Sync } from '../normalize.ts';
import { type Dataset, type DatasetStore, DatasetUnavailable, type Keep } from './dataset.ts';
import { type FileOptions, VersionFiles } from './files.ts';
import { type ManifestOptions, parseJson, readDistIndex, readManifest } from './manifest.ts';

export interface OpenOptions extends FileOptions, ManifestOptions {
  /** Bound of the shards kept, counted in bytes of their files; the least recently used go. Default: none. */
  maxBytes?: number;
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
  const latest = version ?? (await readDistIndex(store, options.publicKey)).latest;
  const manifest = await readManifest(store, latest, options);
  return new ShardedDataset(new VersionFiles(store, manifest, options), options.maxBytes);
}

/**
 * Bytes. Of a larger shard the file is kept, and entries as they are asked for until these are half of all: of a
 * dataset that has outgrown its shards only what is asked for takes time and room.
 */
const SMALL_SHARD = 1 << 16;

interface LoadedShard {
  path: string;
  table: Table;
  /** Undefined once all its entries are kept. */
  file: Uint8Array | undefined;
  /** How many more entries are kept one by one before all others are. */
  more: number;
  /** Of the entries that are kept, where shards may have to go. */
  keys: string[];
}

/** One index in one language. */
interface Table {
  bits: number;
  /** Normalized key → what is kept of its entry, of loaded shards: what is warm needs no SHA-256. */
  entries: Map<string, unknown>;
  /** Normalized key → the loaded shard's path, where shards may have to go and their use is counted. */
  homes: Map<string, string>;
  /** Shards with entries that are not kept; once there are none, a key that is not in `entries` has no entry. */
  open: number;
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
        if (shard.file === undefined) shard.table.open++;
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
    if (table.open === 0) return undefined;
    const path = `${index}/${shardName(sha256Sync(key), table.bits)}.json`;
    // A shard without entries is not written.
    if (!this.#files.has(path)) return undefined;
    const shard = this.#shards.get(path);
    if (shard === undefined) {
      return this.#files
        .load(path, (bytes) => this.#open(bytes, path, table))
        .then((loaded) => this.#entryOf(loaded, key, keep));
    }
    try {
      return this.#entryOf(shard, key, keep);
    } catch (error) {
      // Whoever asks for several entries at once gets all failures in one way.
      return Promise.reject(error);
    }
  }

  file<T>(path: string): Promise<T> {
    if (this.#wholes.has(path)) return Promise.resolve(this.#wholes.get(path) as T);
    return this.#files.load(path, (bytes) => {
      const json = parseJson(bytes, path);
      this.#wholes.set(path, json);
      return json as T;
    });
  }

  #table(index: string): Table {
    const known = this.#tables.get(index);
    if (known !== undefined) return known;
    const bits = bitsOf(this.manifest.shardBits, index);
    const open = this.#files.count(`${index}/`);
    const table: Table = { bits, entries: new Map(), homes: new Map(), open };
    this.#tables.set(index, table);
    return table;
  }

  #open(bytes: Uint8Array, path: string, table: Table): LoadedShard {
    const file = this.#read(path, () => readShard(bytes));
    const more = file.length <= SMALL_SHARD ? 0 : countIn(file) >> 1;
    const shard = { path, table, file, more, keys: [] };
    this.#shards.set(path, shard);
    return shard;
  }

  /** What a shard has of a key that is not among the entries kept. */
  #entryOf(shard: LoadedShard, key: string, keep: Keep<unknown, unknown>): unknown {
    const { path, table, file } = shard;
    // Others may have asked for the key while the shard was loaded.
    const known = table.entries.get(key);
    if (known !== undefined || file === undefined) return known;
    // A shard that is larger than all that may be kept serves whoever waited for it, and is gone.
    const stays = this.#shards.peek(path) === shard;
    if (stays && shard.more === 0) {
      this.#keepAll(shard, file, keep);
      return table.entries.get(key);
    }
    const entry = this.#read(path, () => entryIn(file, key));
    if (entry === undefined) return undefined;
    const kept = keep(entry, this, key);
    if (!stays) return kept;
    shard.more--;
    this.#add(shard, key, kept);
    return kept;
  }

  #keepAll(shard: LoadedShard, file: Uint8Array, keep: Keep<unknown, unknown>): void {
    const { path, table } = shard;
    for (const [key, entry] of this.#read(path, () => entriesIn(file))) {
      if (!table.entries.has(key)) this.#add(shard, key, keep(entry, this, key));
    }
    shard.file = undefined;
    table.open--;
  }

  #add({ path, table, keys }: LoadedShard, key: string, kept: unknown): void {
    table.entries.set(key, kept);
    if (!this.#bounded) return;
    table.homes.set(key, path);
    keys.push(key);
  }

  #read<T>(path: string, read: () => T): T {
    try {
      return read();
    } catch (cause) {
      const full = `${this.manifest.version}/${path}`;
      throw new DatasetUnavailable(full, `${full} is no shard.`, { cause });
    }
  }
}

function bitsOf(shardBits: ShardBits, index: string): number {
  const name = index.split('/', 1)[0] ?? '';
  const found = Object.entries(shardBits).find(([known]) => known === name);
  if (found === undefined) throw new RangeError(`There is no index "${index}" in this dataset format.`);
  return found[1];
}
