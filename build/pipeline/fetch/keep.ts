/** Checks before a fetched version replaces another: the bytes are the known ones, or none are known yet. */
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../atomic.ts';
import { listed } from '../../collections.ts';
import type { InputDigest } from '../../facts/report.ts';
import { sameInput } from '../../import/input.ts';
import { FetchError } from './errors.ts';
import type { LockedVersion } from './lock.ts';

const NAMED = 5;

/**
 * @param before The lock's entry. @param recorded Digest of the input of the facts: it pins a version without a lock
 * entry, and one without downloaded files. @throws FetchError
 */
export function assertPinned(
  what: string,
  before: LockedVersion | undefined,
  now: LockedVersion,
  recorded: InputDigest | undefined,
): void {
  const digests = ({ files }: LockedVersion) => files.map(({ sha256 }) => sha256).sort();
  const [expected, actual] = [before ? digests(before) : [], digests(now)];
  if (expected.length > 0) {
    const at = expected.findIndex((digest, index) => digest !== actual[index]);
    const shown = at < 0 ? expected.length : at;
    if (at < 0 && expected.length === actual.length) return;
    throw changed(what, expected[shown] ?? '(no such file)', actual[shown] ?? '(no such file)');
  }
  const pinned = before?.unpacked ?? recorded;
  if (!pinned || sameInput(pinned, now.unpacked)) return;
  const shown = (digest: InputDigest | undefined) =>
    digest ? `${digest.files} unpacked files, ${digest.sha256}` : '(not known)';
  throw changed(what, shown(pinned), shown(now.unpacked));
}

function changed(what: string, expected: string, actual: string): FetchError {
  return new FetchError(
    `${what}: the bytes changed although the version did not.\n  locked: ${expected}\n  now:    ${actual}\n` +
      'If the vendor is known to have replaced the file, fetch this source again with --accept-changed.',
  );
}

/** An existing folder may have been made by hand: other bytes do not overwrite it. @throws FetchError */
export async function assertExisting(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const there = await filesBelow(folder);
  if (!there) return;
  const names = [...new Set([...there, ...files.keys()])].sort();
  const differing: string[] = [];
  for (const name of names) {
    const bytes = files.get(name);
    if (!bytes || !there.has(name) || !(await readFile(join(folder, name))).equals(bytes))
      differing.push(name);
  }
  if (differing.length === 0) return;
  throw new FetchError(
    `${folder} is there and holds other files than those fetched (${listed(differing, NAMED)}). ` +
      'Move it away, or replace it with --accept-changed.',
  );
}

async function filesBelow(folder: string): Promise<Set<string> | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    unlessMissing(undefined),
  );
  const files = entries?.filter((entry) => entry.isFile());
  const pathOf = ({ parentPath, name }: Dirent) =>
    join(parentPath, name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/');
  return files && new Set(files.map(pathOf));
}
