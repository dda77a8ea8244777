/**
 * The feed of changes of what is served. The feed and its files are written before `index.json`, so that an entry
 * exists for every version in service; the Atom form, from which no answer is made, is written after it.
 */
import { join } from 'node:path';
import { atomFeed } from '../../../runtime/answer/changes.ts';
import { FEED_FILE } from '../../../runtime/dataset/feed.ts';
import { INDEX_FILE, parseDistIndex, parseJsonFile, valid } from '../../../runtime/dataset/manifest.ts';
import { ChangeFeed, type Manifest, type StoredChanges } from '../../../runtime/format/format.ts';
import { CHANGES_VERSION, type Changes, compareDatasets } from '../../diff/compare.ts';
import { extendFeed, storedChanges } from '../../diff/feed.ts';
import { readVersion } from '../../diff/read.ts';
import { type IndexOptions, writeSigned } from '../../dist-index.ts';
import { asPublishError, changedMeanwhile } from './errors.ts';
import type { Place } from './places/place.ts';
import { withVersions } from './served.ts';

const ATOM_FILE = 'changes/atom.xml';

/**
 * Announces a version in `place` that is about to be put into service.
 * @param previous The version in service until now; empty: none.
 * @returns The remaining work once it is in service.
 */
export async function announce(
  place: Place,
  { version, generatedAt }: Pick<Manifest, 'version' | 'generatedAt'>,
  previous: string,
  { updated, signer }: Pick<IndexOptions, 'updated' | 'signer'>,
): Promise<() => Promise<void>> {
  const changed = previous !== '' && previous !== version;
  const changes = changed ? await changesBetween(place, previous, version) : undefined;
  // After the comparison, which may take minutes: little time should pass between reading and replacing.
  if (changed) await requireInService(place, previous);
  const current = await place.read(FEED_FILE);
  const known = current && parseFeed(current, place.name);
  const { feed, files, dropped } = extendFeed(known, {
    version,
    generatedAt,
    // The first entry is the same on every machine, like the first index.
    published: known === undefined && previous === '' ? generatedAt : updated,
    previous: changed ? previous : undefined,
    changes,
  });
  for (const [path, text] of files) await place.write(path, text);
  const bytes = Buffer.from(`${JSON.stringify(feed, null, 1)}\n`);
  await writeSigned(place, { path: FEED_FILE, current, bytes }, signer);
  return async () => {
    const linkOf = (entry: ChangeFeed['entries'][number]) => entry.changes?.path.replace('changes/', '');
    await place.write(ATOM_FILE, atomFeed(feed, 'atom.xml', linkOf));
    for (const path of dropped) await place.delete(path);
  };
}

/**
 * A place without a lock refuses to replace the index later; by then the entry of the other publication would be lost.
 * Read by the store: the place replaces only what it read last, which is the index from before the comparison.
 */
async function requireInService(place: Place, previous: string): Promise<void> {
  const bytes = await place.store.read(INDEX_FILE);
  // A lost index is written anew if it is still missing.
  if (bytes === undefined || parseDistIndex(bytes).latest === previous) return;
  throw changedMeanwhile(`${place.name}/${INDEX_FILE}`);
}

/** @throws PublishError for a file that is not a feed. */
function parseFeed(bytes: Buffer, place: string): ChangeFeed {
  try {
    return valid(ChangeFeed, parseJsonFile(bytes, FEED_FILE), FEED_FILE);
  } catch (error) {
    return asPublishError(place, `Restore it, or remove ${place}/changes: a new feed is begun then.`)(error);
  }
}

/**
 * The changes that a release wrote into the version, if it compared just these two; else both are compared. A version
 * that cannot be compared is still published: it may be the remedy, and the feed states it.
 */
async function changesBetween(
  place: Place,
  from: string,
  to: string,
): Promise<StoredChanges | { unknown: string }> {
  try {
    const written = writtenChanges(await place.read(`${to}/changes.json`));
    if (written?.from.version === from && written.to.version === to) return storedChanges(written);
    return await withVersions(place, [from, to], async (dist) => {
      const [before, after] = [await readVersion(join(dist, from)), await readVersion(join(dist, to))];
      return storedChanges(compareDatasets(before, after));
    });
  } catch {
    return { unknown: `version ${from} could not be compared with version ${to} when it was published.` };
  }
}

function writtenChanges(bytes: Buffer | undefined): Changes | undefined {
  const changes = bytes && (JSON.parse(bytes.toString('utf8')) as Changes);
  return changes?.changesVersion === CHANGES_VERSION ? changes : undefined;
}
