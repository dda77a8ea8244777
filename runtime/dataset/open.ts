/** Opening one version of a dataset for look-ups. */
import { LRUCache } from 'lru-cache';
import { type Manifest, shardName } from '../format/format.ts';
import { sha256Sync } from '../format/keys.ts';
import { entryIn, type OpenShard, openShard } from '../format/shards.ts';
import { parseBytes } from '../format/verbatim.ts';
import { type Dataset, type DatasetStore, DatasetUnavailable, type Entries } from './dataset.ts';
import { type History, openHistory } from './feed.ts';
import { type FileOptions, VersionFiles } from './files.ts';
import {
  INDEX_FILE,
  type ManifestOptions,
  parseJsonFile,
  present,
  readDistIndex,
  readManifest,
  releasedAt,
} from './manifest.ts';

export interface OpenOptions extends FileOptions, ManifestOptions {
  /** Bound of the cached shards, in bytes of their files; the least recently used go first. Default: none. */
  maxBytes?: number;
  /** In place of `maxBytes`: the cache of a source, whose versions share one bound. */
  shards?: ShardCache;
}

/** By path below `dist`, which names the version. Of no library's type: the package's types name none. */
export interface ShardCache {
  readonly size: number;
  get(path: string): OpenShard | undefined;
  set(path: string, shard: OpenShard): unknown;
  clear(): void;
}

export function shardCache(maxBytes = Number.MAX_SAFE_INTEGER): ShardCache {
  return new LRUCache<string, OpenShard>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes.length });
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
  const index = version === undefined ? await readDistIndex(store, options.publicKey) : undefined;
  const latest = version ?? present(index?.latest, INDEX_FILE);
  const generatedAt = options.generatedAt ?? (index && releasedAt(index, latest));
  const manifest = await readManifest(store, latest, {
    ...options,
    ...(generatedAt !== undefined && { generatedAt }),
  });
  const history = openHistory(store, latest, options.publicKey, options.now);
  return new ShardedDataset(new VersionFiles(store, manifest, options), history, options);
}

const PROBED = 'releases.json';

class ShardedDataset implements Dataset {
  readonly manifest: Manifest;
  readonly history: History;
  readonly #files: VersionFiles;
  readonly #shards: ShardCache;
  readonly #openedFiles = new Map<string, unknown>();

  constructor(
    files: VersionFiles,
    history: History,
    { maxBytes, shards = shardCache(maxBytes) }: OpenOptions,
  ) {
    this.manifest = files.manifest;
    this.history = history;
    this.#files = files;
    this.#shards = shards;
  }

  async lookup<Index extends keyof Entries>(index: Index, key: string): Promise<Entries[Index] | undefined> {
    const json = await this.stored(index, key);
    return json && parseBytes<Entries[Index]>(json);
  }

  async stored(index: keyof Entries, key: string): Promise<Uint8Array | undefined> {
    const [name = ''] = index.split('/', 1);
    const bits = this.manifest.shardBits[name];
    if (bits === undefined) throw new RangeError(`There is no index "${index}" in this dataset format.`);
    const path = `${index}/${shardName(sha256Sync(key), bits)}.json`;
    const known = this.#shards.get(`${this.manifest.version}/${path}`);
    // A shard without entries is not written.
    if (known === undefined && !this.#files.has(path)) return undefined;
    const shard = known ?? (await this.#files.load(path, (read) => this.#keep(read, path)));
    return entryIn(shard, key);
  }

  file<T>(path: string, open = (bytes: Uint8Array) => parseJsonFile(bytes, path) as T): Promise<T> {
    if (this.#openedFiles.has(path)) return Promise.resolve(this.#openedFiles.get(path) as T);
    return this.#files.load(path, (bytes) => {
      const opened = open(bytes);
      this.#openedFiles.set(path, opened);
      return opened;
    });
  }

  get shardsLoaded(): number {
    return this.#shards.size;
  }

  async probe(): Promise<void> {
    await this.#files.read(PROBED);
  }

  #keep(bytes: Uint8Array, path: string): OpenShard {
    const file = `${this.manifest.version}/${path}`;
    try {
      const shard = openShard(bytes);
      this.#shards.set(file, shard);
      return shard;
    } catch (cause) {
      throw new DatasetUnavailable(file, `${file} is not a shard of this format.`, { cause });
    }
  }
}
