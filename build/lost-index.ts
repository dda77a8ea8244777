/**
 * Replaces a lost `index.json`. Written as a first one it would have a lower serial, which servers with rollback
 * protection refuse, and would no longer name the other available versions.
 */
import { FEED_FILE } from '../runtime/dataset/feed.ts';
import { INDEX_FILE } from '../runtime/dataset/manifest.ts';
import { signatureFileOf } from '../runtime/dataset/signature.ts';
import type { ChangeFeed, DistIndex } from '../runtime/format/format.ts';
import { type LostIndex, secondsOf, type VersionFiles } from './dist-index.ts';

export type KeptVersion = DistIndex['versions'][number];

/**
 * Evidence that there was an index.
 * @param except A version that is being written: a killed publication leaves it before there is an index.
 */
export async function tracesOfIndex(place: VersionFiles, except?: string): Promise<string[]> {
  const versions = (await place.list()).filter((version) => version !== except);
  const traces = [signatureFileOf(INDEX_FILE), FEED_FILE].map(async (file) =>
    (await place.read(file)) ? [file] : [],
  );
  return [...(await Promise.all(traces)).flat(), ...versions];
}

/**
 * The replacement for a lost index. Its serial is not below that of any earlier index: each had at most the time of a
 * release or one more than the last, and the feed has an entry for each.
 * @param intact Returns a version that exists as a whole, and is signed if that is required; else undefined.
 * @returns Undefined if there was no index.
 */
export async function lostIndex(
  place: VersionFiles,
  next: string,
  intact: (version: string) => Promise<KeptVersion | undefined>,
): Promise<LostIndex | undefined> {
  if ((await tracesOfIndex(place, next)).length === 0) return undefined;
  const versions: KeptVersion[] = [];
  for (const version of await place.list()) {
    const kept = version === next ? undefined : await intact(version);
    if (kept) versions.push(kept);
  }
  const entries = entriesOf(await place.read(FEED_FILE));
  const served = entries.map(({ version }) => version);
  // Latest served first; versions that the feed does not have come last.
  const rank = ({ version }: KeptVersion) => served.indexOf(version) >>> 0;
  versions.sort((a, b) => rank(a) - rank(b) || (a.generatedAt < b.generatedAt ? 1 : -1));
  const times = [
    ...entries.flatMap(({ published, generatedAt }) => [published, generatedAt]),
    new Date().toISOString(),
  ];
  const known = [...versions.map(({ generatedAt }) => generatedAt), ...times].map(secondsOf);
  const [last = ''] = served;
  return {
    serial: Math.max(...known) + entries.length,
    latest: versions.some(({ version }) => version === last) || last === next ? last : '',
    versions,
  };
}

/** The caller reads the feed again, and refuses an invalid one. */
function entriesOf(bytes: Buffer | undefined): ChangeFeed['entries'] {
  try {
    return (JSON.parse(bytes?.toString('utf8') ?? '{}') as Partial<ChangeFeed>).entries ?? [];
  } catch {
    return [];
  }
}
