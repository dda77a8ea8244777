/** `results.json`: the results of a fetch, for a program that adopts its files elsewhere. */
import { join } from 'node:path';
import * as v from 'valibot';
import { writeFileAtomic } from '../../atomic.ts';
import { readChecked } from '../../checked.ts';
import { FetchError } from './errors.ts';
import { LOCK, LockFile, VersionDate } from './lock.ts';
import { LABEL } from './version.ts';

const RESULTS_FILE = 'results.json';
/** The folder beside the results with `<source>/<version>/…`. */
export const RESULTS_FILES = 'files';

const name = v.pipe(v.string(), v.regex(LABEL, 'cannot be the name of a folder'));
const fetched = v.object({
  source: name,
  status: v.picklist(['fetched', 'unchanged']),
  version: name,
  date: VersionDate,
  files: v.number(),
});
const failed = v.object({ source: name, status: v.literal('failed'), error: v.string() });
const manual = v.object({
  source: name,
  status: v.literal('manual'),
  reason: v.string(),
  page: v.exactOptional(v.string()),
});
const results = v.array(v.variant('status', [fetched, failed, manual]));
export type FetchResult = v.InferOutput<typeof results>[number];

export async function writeResults(file: string, list: readonly FetchResult[]): Promise<void> {
  await writeFileAtomic(file, `${JSON.stringify(list, null, 2)}\n`);
}

export interface Fetched {
  /** The folder with the results, their lock and their files. */
  folder: string;
  lock: LockFile;
  results: FetchResult[];
}

/** @returns Undefined if a fetch left no results. @throws FetchError for results that cannot be read. */
export async function readResults(folder: string): Promise<Fetched | undefined> {
  const file = join(folder, RESULTS_FILE);
  const read = await readChecked(results, file, FetchError);
  if (read === undefined) return undefined;
  const lock = await LockFile.open(join(folder, LOCK));
  for (const result of read) {
    if ('version' in result && lock.find(result.source, result.version) === undefined)
      throw new FetchError(`${file}: ${LOCK} beside it has no pin of ${result.source} ${result.version}`);
  }
  return { folder, lock, results: read };
}
