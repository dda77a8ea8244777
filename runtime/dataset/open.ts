/** Opening one version of a dataset for look-ups. */
import { LRUCache } from 'lru-cache';
import { type Manifest, shardName } from '../format/format.ts';
import { sha256Sync } from '../format/keys.ts';
import { entryIn, type OpenShard, openShard } from '../format/shards.ts';
import { type Dataset, type DatasetStore, DatasetUnavailable, type Entries } from './dataset.ts';
import { openHistory } from './feed.ts';
import {
  INDEX_FILE,
  type ManifestOptions,
  parseJsonFile,
  present,
  readDistIndex,
  readListedFile,
  readManifest,
  releasedAt,
} from './manifest.ts';

export interface OpenOptions extends ManifestOptions {
  /** Bound of the cached shards, in bytes of their files; the least recently used go first. Default: none. */
  maxBytes?: number;
  /** In place of `maxBytes`: the cache of a source, whose versions share one bound. */
  shards?: ShardCache;
  /**
   * Whether questions that need the same file wait for one reading of it; default true. Not in a worker:
   * there a request must not wait for what another one reads, because it may be cancelled with that one.
   */
  shareLoads?: boolean;
}

/** By path below `dist`, which names the version. An interface of our own: the package's types name no library. */
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
  const { shards = shardCache(options.maxBytes), shareLoads = true } = options;
  const load = fileLoader(store, manifest, shareLoads);
  const openedFiles = new Map<string, unknown>();
  /** Concurrent probes share one read: one that waits for a thousand others would be late. */
  let probing: Promise<unknown> | undefined;
  return {
    manifest,
    history: openHistory(store, latest, options.publicKey),
    get shardsLoaded() {
      return shards.size;
    },
    async lookup<Index extends keyof Entries>(index: Index, key: string) {
      const [name = ''] = index.split('/', 1);
      const bits = manifest.shardBits[name];
      if (bits === undefined) throw new RangeError(`There is no index "${index}" in this dataset format.`);
      const path = `${index}/${shardName(sha256Sync(key), bits)}.json`;
      // A shard without entries is not written.
      if (!Object.hasOwn(manifest.files, path)) return undefined;
      const file = `${manifest.version}/${path}`;
      const open = (bytes: Uint8Array): OpenShard => {
        const shard = openShard(bytes);
        shards.set(file, shard);
        return shard;
      };
      try {
        const shard = shards.get(file) ?? (await load(path, open));
        return entryIn(shard, key) as Entries[Index] | undefined;
      } catch (cause) {
        if (cause instanceof DatasetUnavailable) throw cause;
        throw new DatasetUnavailable(file, `${file} is not a shard of this format.`, { cause });
      }
    },
    file<T>(path: string, open = (bytes: Uint8Array) => parseJsonFile(bytes, path) as T): Promise<T> {
      if (openedFiles.has(path)) return Promise.resolve(openedFiles.get(path) as T);
      return load(path, (bytes) => {
        const opened = open(bytes);
        openedFiles.set(path, opened);
        return opened;
      });
    },
    async probe() {
      const reading = probing ?? readListedFile(store, manifest, PROBED);
      if (shareLoads) probing = reading;
      try {
        await reading;
      } finally {
        probing = undefined;
      }
    },
  };
}

const PROBED = 'releases.json';
/** For how long a file that failed is not read again. */
const RETRY_AFTER_MS = 5000;

/** Reads a file and passes it to `keep`. Concurrent calls share one read; soon after a failure there is no new one. */
function fileLoader(store: DatasetStore, manifest: Manifest, shareLoads: boolean) {
  const loading = new Map<string, Promise<unknown>>();
  const failed = new Map<string, { error: unknown; until: number }>();
  const loadNow = async <T>(path: string, keep: (bytes: Uint8Array) => T): Promise<T> => {
    try {
      const kept = keep(await readListedFile(store, manifest, path));
      failed.delete(path);
      return kept;
    } catch (error) {
      failed.set(path, { error, until: Date.now() + RETRY_AFTER_MS });
      throw error;
    } finally {
      loading.delete(path);
    }
  };
  return <T>(path: string, keep: (bytes: Uint8Array) => T): Promise<T> => {
    const failure = failed.get(path);
    if (failure !== undefined && Date.now() < failure.until) return Promise.reject(failure.error);
    const running = loading.get(path);
    if (running !== undefined) return running as Promise<T>;
    const load = loadNow(path, keep);
    if (shareLoads) loading.set(path, load);
    return load;
  };
}
