/** The feed of changes beside the versions of a `dist`: `changes/index.json` and the files that it names. */
import { ChangeFeed, type FeedEntry, StoredChanges } from '../format/format.ts';
import { hex, sha256 } from '../format/keys.ts';
import { type DatasetStore, DatasetUnavailable } from './dataset.ts';
import { parseJsonFile, present, readWhole, requireSignature, valid } from './manifest.ts';

export const FEED_FILE = 'changes/index.json';
const MAX_FEED_BYTES = 1 << 20;

/** For how long the feed is cached: that of a version in service hardly changes. */
const CACHE_MS = { known: 60_000, missing: 5_000 };

/** The versions before a dataset. */
export interface History {
  /** Undefined where the `dist` has no feed. Rejects with {@link DatasetUnavailable}. */
  feed(): Promise<ChangeFeed | undefined>;
  /** The changes of an entry that has them. Rejects with {@link DatasetUnavailable}. */
  changes(entry: FeedEntry): Promise<StoredChanges>;
}

/**
 * Reads the feed beside `version`.
 * @param publicKey the feed must be signed with its private half; each file's digest stands in the feed.
 */
export function openHistory(store: DatasetStore, version: string, publicKey: string | undefined): History {
  let known: { feed: ChangeFeed | undefined; until: number } | undefined;
  return {
    async feed() {
      if (known !== undefined && Date.now() < known.until) return known.feed;
      const bytes = await readWhole(store, FEED_FILE, MAX_FEED_BYTES);
      if (bytes !== undefined && publicKey !== undefined)
        await requireSignature(store, FEED_FILE, bytes, publicKey);
      const feed = bytes && valid(ChangeFeed, parseJsonFile(bytes, FEED_FILE), FEED_FILE);
      // A proxy may still have cached the feed from before this version.
      const complete = feed?.entries.some((entry) => entry.version === version) === true;
      known = { feed, until: Date.now() + (complete ? CACHE_MS.known : CACHE_MS.missing) };
      return feed;
    },
    async changes({ changes }) {
      if (changes === undefined) throw new RangeError('The entry has no file of changes.');
      const { path } = changes;
      const bytes = present(await readWhole(store, path, changes.bytes), path);
      if (hex(await sha256(bytes)) !== changes.sha256) {
        throw new DatasetUnavailable(path, `${path} is altered: its SHA-256 is not the feed's.`);
      }
      return valid(StoredChanges, parseJsonFile(bytes, path), path);
    },
  };
}
