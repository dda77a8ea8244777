/**
 * Opens a dataset: a folder or the http(s) base URL of a `dist`, named by `--dataset` or `HIVECHECK_DATASET`, and
 * signed if `HIVECHECK_PUBLIC_KEY` is set.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import * as v from 'valibot';
import { unlessMissing, writeFileAtomic } from '../build/atomic.ts';
import { builtInDist } from '../build/built-in.ts';
import { type Dataset, DatasetUnavailable } from '../runtime/dataset/dataset.ts';
import type { SerialStore } from '../runtime/dataset/index-reader.ts';
import { openDataset } from '../runtime/dataset/open.ts';
import { DatasetSource, type SourceOptions } from '../runtime/dataset/source.ts';
import { fieldTexts, Problem } from '../runtime/http/problem.ts';
import { environmentPublicKey } from '../runtime/node/config.ts';
import { datasetStore, isUrl, withoutCredentials } from '../runtime/node/location.ts';
import { createService, createSnapshot, type Service, type Snapshot } from '../runtime/service.ts';
import { Unavailable, UsageError } from './error.ts';

/** Limit of the files of a remote dataset in memory, in bytes. */
const REMOTE_CACHE_BYTES = 64 << 20;

/** The named dataset, else `HIVECHECK_DATASET`, else the built-in one. */
export async function datasetLocation(option: string | undefined): Promise<string> {
  const location = option ?? (process.env.HIVECHECK_DATASET || undefined);
  return location ?? builtInDist(async (work) => (await import('./progress.ts')).withProgress(work));
}

const State = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ serial: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
);

/** The file of `HIVECHECK_STATE`: the serial that a server stores across restarts. Created at the first write. */
export function fileState(file: string): SerialStore {
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch(unlessMissing(undefined));
      if (text === undefined) return undefined;
      const state = v.safeParse(State, text);
      if (state.success) return state.output.serial;
      throw new Error(`${file} does not hold {"serial": <whole number from 0>}; remove it to start anew.`);
    },
    write: (serial) => writeFileAtomic(file, `${JSON.stringify({ serial })}\n`),
  };
}

/** Not started yet. Defaults depend on the kind of location. @param state Path of a file. */
export async function datasetSource(
  location: string,
  options: SourceOptions = {},
  state?: string,
): Promise<DatasetSource> {
  // Shards are outside V8's heap, whose limit V8 derives from the container's memory, in most cases half of it.
  const room = Math.floor(getHeapStatistics().heap_size_limit / 4);
  const defaults: SourceOptions = isUrl(location)
    ? { intervalMs: 60_000, verify: 'core', maxBytes: Math.min(REMOTE_CACHE_BYTES, room), checkName: true }
    : { intervalMs: 1000, verify: 'all', maxBytes: room, checkName: true };
  return new DatasetSource(await datasetStore(location), {
    ...defaults,
    ...(state && { state: fileState(state) }),
    ...options,
  });
}

/** Keeps answering while the dataset changes: looks for a new version every `intervalMs`. */
export async function openService(
  option: string | undefined,
  intervalMs: number,
  report: (message: string, cause?: unknown) => void,
): Promise<{ service: Service; source: DatasetSource }> {
  const location = await datasetLocation(option);
  const options: SourceOptions = {
    intervalMs,
    ...environmentPublicKey(),
    logger: { info: () => {}, error: (message, { cause, reason }) => report(message, cause ?? reason) },
  };
  const source = await datasetSource(location, options, process.env.HIVECHECK_STATE);
  await source.start();
  const { refused } = source.status();
  if (source.snapshot() === undefined) throw unavailable(refused?.reason ?? 'There is no dataset.', location);
  return { service: createService(source), source };
}

/**
 * Opens a dataset for `work`: errors of its requests name the location and the remedy. If `HIVECHECK_PUBLIC_KEY` is set,
 * the dataset must be signed with it, as for a server.
 */
export async function withDataset<T>(
  option: string | undefined,
  work: (snapshot: Snapshot, dataset: Dataset) => Promise<T>,
): Promise<T> {
  const location = await datasetLocation(option);
  const options = { checkName: true, ...environmentPublicKey() };
  const store = await datasetStore(location);
  try {
    const dataset = await openDataset(store, undefined, options);
    return await work(createSnapshot(dataset), dataset);
  } catch (error) {
    throw explained(error, location);
  }
}

/** Turns a problem of a server's answer into one line that names the input and the remedy. */
function explained(error: unknown, location: string): unknown {
  if (error instanceof DatasetUnavailable) return unavailable(withCause(error), location);
  if (!(error instanceof Problem)) return error;
  const fields = fieldTexts(error);
  return new UsageError(fields.length > 0 ? fields.join('\n') : error.message);
}

/** Adds the innermost cause: the system's error of a connection. After several failed addresses it has only a code. */
function withCause({ message, cause }: Error): string {
  let root = cause;
  while (root instanceof Error && root.cause !== undefined) root = root.cause;
  if (!(root instanceof Error)) return message;
  const { message: reason, code }: NodeJS.ErrnoException = root;
  return message.replace(/\.$/, `: ${reason || code}.`);
}

/** @param reason Names the file at fault. */
function unavailable(reason: string, location: string): Unavailable {
  const remedy = isUrl(location)
    ? '; check the URL'
    : existsSync(join(location, 'manifest.json'))
      ? '; this is the folder of a version: name the dist that it is in'
      : '; run "hivecheck compile", or name another dataset';
  const hint = reason.includes('.sig ') ? '; only what is signed with HIVECHECK_PUBLIC_KEY is read' : remedy;
  // The message about another format contains its own remedy.
  const end = /update hivecheck|hivecheck compile/.test(reason) ? '' : hint;
  return new Unavailable(`${reason} (dataset ${withoutCredentials(location)}${end})`);
}
