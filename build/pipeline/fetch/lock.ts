/** `facts/downloads.lock.json`: records of fetched versions, with which later fetches are compared. */
import * as v from 'valibot';
import { writeFileAtomic } from '../../atomic.ts';
import { readChecked } from '../../checked.ts';
import { compare } from '../../collections.ts';
import { FetchError } from './errors.ts';

export const LOCK = 'downloads.lock.json';
const LOCK_VERSION = 1;

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'not a SHA-256 in hexadecimal'));

const lockedFile = v.strictObject({
  url: v.string(),
  size: v.number(),
  sha256,
  etag: v.optional(v.string()),
  lastModified: v.optional(v.string()),
});

/** YYYY-MM-DD, or YYYY-MM if the vendor dates by month. */
export const VersionDate = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}(?:-\d{2})?$/, 'not a date such as 2026-08-22'),
);

const lockedVersion = v.strictObject({
  version: v.string(),
  date: VersionDate,
  /** Origin of the date; `fetched` = the vendor gives none, so it is the day of the download. */
  dateFrom: v.picklist(['declared', 'release', 'last-modified', 'fetched']),
  /** Downloaded files; empty if the version was added by hand. */
  files: v.array(lockedFile),
  /** Digest of the unpacked files that an import reads, as in the import report. */
  unpacked: v.optional(v.strictObject({ files: v.number(), sha256 })),
});

const lock = v.strictObject({
  lockVersion: v.literal(LOCK_VERSION, `not a lock file of version ${LOCK_VERSION}`),
  /** Source id → its versions, oldest first. */
  sources: v.record(v.string(), v.array(lockedVersion)),
});

export type LockedVersion = v.InferOutput<typeof lockedVersion>;
export type Lock = v.InferOutput<typeof lock>;

/** The lock in memory, written after every change. */
export class LockFile {
  readonly #file: string;
  readonly #lock: Lock;
  #saving: Promise<void> = Promise.resolve();

  private constructor(file: string, lock: Lock) {
    this.#file = file;
    this.#lock = lock;
  }

  /** A lock that does not exist is empty. @throws FetchError for one that cannot be read. */
  static async open(file: string): Promise<LockFile> {
    const read = await readChecked(lock, file, FetchError, `${file} (restore it from history)`);
    return new LockFile(file, read ?? { lockVersion: LOCK_VERSION, sources: {} });
  }

  newest(source: string): LockedVersion | undefined {
    return this.#lock.sources[source]?.at(-1);
  }

  find(source: string, version: string): LockedVersion | undefined {
    return this.#lock.sources[source]?.find((entry) => entry.version === version);
  }

  all(): (LockedVersion & { source: string })[] {
    return Object.entries(this.#lock.sources).flatMap(([source, all]) =>
      all.map((entry) => ({ source, ...entry })),
    );
  }

  /** Inserts the version by date; an existing one is replaced. */
  async pin(source: string, entry: LockedVersion): Promise<void> {
    const others = (this.#lock.sources[source] ?? []).filter(({ version }) => version !== entry.version);
    this.#lock.sources[source] = [...others, entry].sort((a, b) => compare(a.date, b.date));
    // Writes are sequential: sources are fetched in parallel and share the file.
    const save = this.#saving.then(() => writeLock(this.#file, this.#lock));
    this.#saving = save.catch(() => {});
    await save;
  }
}

/** Sorted, so that the diff of a change is readable. */
async function writeLock(file: string, { sources }: Lock): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(sources).sort(([a], [b]) => compare(a, b)));
  await writeFileAtomic(file, `${JSON.stringify({ lockVersion: LOCK_VERSION, sources: sorted }, null, 2)}\n`);
}
