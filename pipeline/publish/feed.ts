/**
 * The feed of changes of a `dist` that is served. The feed and its files are written before `index.json`, so that
 * whoever finds a version in service finds its entry too; the Atom form, which nobody's answer is drawn from, after it.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno, writeFileAtomic } from '../../build/atomic.ts';
import { CHANGES_VERSION, type Changes, compareDatasets } from '../../build/diff/compare.ts';
import { extendFeed, storedChanges } from '../../build/diff/feed.ts';
import { readVersion } from '../../build/diff/read.ts';
import { type IndexSigner, writeSigned } from '../../build/dist-index.ts';
import { atomFeed } from '../../runtime/answer/atom.ts';
import { FEED_FILE } from '../../runtime/dataset/feed.ts';
import { parseJson, valid } from '../../runtime/dataset/manifest.ts';
import { ChangeFeed, type Manifest, type StoredChanges } from '../../runtime/format.ts';
import { asPublishError, PublishError } from './errors.ts';

export const ATOM_FILE = 'changes/atom.xml';

export interface FeedOptions {
  /** ISO 8601 UTC. */
  published: string;
  /** The version in service until now; empty: none. */
  previous: string;
  signer?: IndexSigner | undefined;
}

/**
 * Announces a version that lies in `dist` and is about to be put into service.
 * @returns what is left to do once it is in service.
 */
export async function announce(
  dist: string,
  { version, generatedAt }: Pick<Manifest, 'version' | 'generatedAt'>,
  { published, previous, signer }: FeedOptions,
): Promise<() => Promise<void>> {
  const known = await readFeed(dist);
  const changed = previous !== '' && previous !== version;
  const { feed, files, dropped } = extendFeed(known, {
    version,
    generatedAt,
    // The first one is the same on every machine, as the first index is.
    published: known === undefined && previous === '' ? generatedAt : published,
    previous: changed ? previous : undefined,
    ...(changed && { changes: await changesBetween(dist, previous, version) }),
  });
  await mkdir(join(dist, 'changes'), { recursive: true });
  for (const [path, text] of files) await writeFileAtomic(join(dist, path), text);
  const bytes = Buffer.from(`${JSON.stringify(feed, null, 1)}\n`);
  await writeSigned(dist, FEED_FILE, bytes, signer);
  return async () => {
    const linkOf = (entry: ChangeFeed['entries'][number]) => entry.changes?.path.replace('changes/', '');
    await writeFileAtomic(join(dist, ATOM_FILE), atomFeed(feed, { self: 'atom.xml', linkOf }));
    for (const path of dropped) await rm(join(dist, path), { force: true });
  };
}

/** Undefined where there is none. @throws PublishError for a file that is not a feed. */
async function readFeed(dist: string): Promise<ChangeFeed | undefined> {
  const bytes = await readFile(join(dist, FEED_FILE)).catch((error: unknown) => {
    if (!isErrno(error, 'ENOENT')) throw error;
    return undefined;
  });
  if (bytes === undefined) return undefined;
  try {
    return valid(ChangeFeed, parseJson(bytes, FEED_FILE), FEED_FILE);
  } catch (error) {
    return asPublishError(
      dist,
      `Restore it, or remove ${join(dist, 'changes')}: a new feed is begun then.`,
    )(error);
  }
}

/**
 * What release wrote into the version, where it compared with just that version; else both versions are compared.
 * A version that cannot be compared is published all the same: it may be the remedy, and the feed says so.
 */
async function changesBetween(
  dist: string,
  from: string,
  to: string,
): Promise<StoredChanges | { unknown: string }> {
  try {
    const written = await writtenChanges(join(dist, to, 'changes.json'));
    if (written?.from.version === from && written.to.version === to) return storedChanges(written);
    const [before, after] = [await readVersion(join(dist, from)), await readVersion(join(dist, to))];
    return storedChanges(compareDatasets(before, after));
  } catch (error) {
    if (error instanceof PublishError) throw error;
    return { unknown: `version ${from} could not be compared with version ${to} when it was published.` };
  }
}

async function writtenChanges(file: string): Promise<Changes | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (!isErrno(error, 'ENOENT')) throw error;
    return undefined;
  });
  const changes = text === undefined ? undefined : (JSON.parse(text) as Changes);
  return changes?.changesVersion === CHANGES_VERSION ? changes : undefined;
}
