/** Opening one version of a dataset for look-ups. */
import { LRUCache } from 'lru-cache';
import { type Manifest, type Shard, type ShardBits, shardName } from '../format.ts';
import { type InternTable, isObject } from '../json.ts';
import { sha256Sync } from '../normalize.ts';
import { type Dataset, type DatasetStore, DatasetUnavailable, type Index } from './dataset.ts';
import { type History, openHistory } from './feed.ts';
import { type FileOptions, VersionFiles } from './files.ts';
import { type ManifestOptions, parseJsonFile, readDistIndex, readManifest } from './manifest.ts';

export interface OpenOptions extends FileOptions, ManifestOptions {
  /** Bound of the shards kept, counted in bytes of their files; the least recently used go. Default: none. */
  maxBytes?: number;
  /**
   * What is made of the entries of a shard that is read: of all at once, so that their far longer form goes, or of those
   * that are asked for, which is sooner done by who asks little. Default `'all'`.
   */
  keep?: 'all' | 'asked';
}

/**
 * Opens `version`, or the latest one that `index.json` names. Reads the manifest only: shards are read when first
 * needed. Rejects with {@link DatasetUnavailable}.
 */
export async function openDataset(
  store: DatasetStore,
  version?: string,
  options: OpenOptions = {},
): Promise<Dataset> {
  const latest = version ?? (await readDistIndex(store, options.publicKey)).latest;
  const manifest = await readManifest(store, latest, options);
  const history = openHistory(store, latest, options.publicKey, options.now);
  return new ShardedDataset(new VersionFiles(store, manifest, options), history, options);
}

interface KeptShard {
  /** What is kept of the entry of a normalized key. */
  get(key: string): unknown;
}

const PROBED = 'releases.json';

class ShardedDataset implements Dataset {
  readonly manifest: Manifest;
  readonly history: History;
  readonly #files: VersionFiles;
  readonly #shards: LRUCache<string, KeptShard>;
  readonly #keep: 'all' | 'asked';
  readonly #shared: InternTable = new Map();
  readonly #wholes = new Map<string, unknown>();

  constructor(
    files: VersionFiles,
    history: History,
    { maxBytes = Number.MAX_SAFE_INTEGER, keep = 'all' }: OpenOptions,
  ) {
    this.manifest = files.manifest;
    this.history = history;
    this.#files = files;
    this.#keep = keep;
    this.#shards = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (_shard, path) => files.bytes(path) || 1,
      // It must not hold what went.
      dispose: () => this.#shared.clear(),
    });
  }

  async lookup<Entry, Kept>(index: Index<Entry, Kept>, key: string): Promise<Kept | undefined> {
    const path = `${index.name}/${shardName(sha256Sync(key), this.#bitsOf(index.name))}.json`;
    const known = this.#shards.get(path);
    if (known !== undefined) return known.get(key) as Kept | undefined;
    // A shard without entries is not written.
    if (!this.#files.has(path)) return undefined;
    const shard = await this.#files.load(path, (bytes) => this.#open(bytes, path, index));
    return shard.get(key) as Kept | undefined;
  }

  file<T>(path: string): Promise<T> {
    if (this.#wholes.has(path)) return Promise.resolve(this.#wholes.get(path) as T);
    return this.#files.load(path, (bytes) => {
      const json = parseJsonFile(bytes, path);
      this.#wholes.set(path, json);
      return json as T;
    });
  }

  get shardsLoaded(): number {
    return this.#shards.size;
  }

  async probe(): Promise<void> {
    await this.#files.read(PROBED);
  }

  #open<Entry>(bytes: Uint8Array, path: string, index: Index<Entry, unknown>): KeptShard {
    const full = `${this.manifest.version}/${path}`;
    const shard = inFormat<KeptShard>(full, () => {
      const { entries } = parseJsonFile(bytes, full) as Shard<Entry>;
      if (!isObject(entries)) throw new TypeError('It has no entries.');
      const keep = (key: string) => index.keep(entries[key] as Entry, this.#shared);
      return this.#keep === 'all'
        ? new Map(Object.keys(entries).map((key) => [key, keep(key)]))
        : memoized(entries, (key) => inFormat(full, () => keep(key)));
    });
    this.#shards.set(path, shard);
    return shard;
  }

  #bitsOf(index: string): number {
    const slash = index.indexOf('/');
    const bits: number | undefined =
      this.manifest.shardBits[(slash === -1 ? index : index.slice(0, slash)) as keyof ShardBits];
    if (bits === undefined) throw new RangeError(`There is no index "${index}" in this dataset format.`);
    return bits;
  }
}

function inFormat<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new DatasetUnavailable(file, `${file} is not a shard of this format.`, { cause });
  }
}

/** Calls `make` once for each of the entries' keys that is asked for. Nothing is kept of other keys. */
function memoized(entries: object, make: (key: string) => unknown): KeptShard {
  const made = new Map<string, unknown>();
  return {
    get: (key) => {
      if (!made.has(key) && Object.hasOwn(entries, key)) made.set(key, make(key));
      return made.get(key);
    },
  };
}
