/** One question on the command line: the same validation and answers as over HTTP, without a server. */

import { builtInDist } from '../build/built-in.ts';
import { type Json, parseJson } from '../runtime/answer/json.ts';
import { DatasetUnavailable } from '../runtime/dataset/dataset.ts';
import { openDataset } from '../runtime/dataset/open.ts';
import { Problem } from '../runtime/http/problem.ts';
import type { Snapshot } from '../runtime/http/service.ts';
import { createSnapshot } from '../runtime/service.ts';
import { blockingFolderStore } from './blocking-store.ts';
import { datasetStore, isUrl } from './dataset-source.ts';
import type { Envelope } from './envelope.ts';
import { CliError, EXIT } from './error.ts';
import { printEnvelope } from './tables.ts';

export interface QuestionOptions {
  lang: string;
  dataset?: string;
  json?: boolean;
}

type Print = (answer: Envelope) => string;

/** Prints the answer; the exit code is 1 where nothing was found. */
export async function ask(
  { dataset, json }: QuestionOptions,
  question: (snapshot: Snapshot) => Promise<Json<unknown>>,
  print: Print = printEnvelope,
): Promise<void> {
  const snapshot = await openSnapshot(dataset);
  try {
    const envelope = parseJson(await question(snapshot)) as Envelope;
    process.stdout.write(json ? `${JSON.stringify(envelope, null, 2)}\n` : print(envelope));
    if (envelope.result.matches?.length === 0) process.exitCode = EXIT.finding;
  } catch (error) {
    throw explained(error, dataset);
  }
}

/** The dataset that the option names, else `HIVECHECK_DATASET`, else the built-in one. */
export async function datasetLocation(option: string | undefined): Promise<string> {
  const location = option ?? (process.env.HIVECHECK_DATASET || undefined);
  return location ?? builtInDist(async () => (await import('./progress.ts')).createProgress());
}

export async function openLocation(location: string) {
  // Nobody else waits for this process.
  const store = isUrl(location) ? await datasetStore(location) : blockingFolderStore(location);
  return openDataset(store, undefined, { checkName: true, keep: 'asked' }).catch((error: unknown) => {
    throw explained(error, location);
  });
}

export async function openSnapshot(option: string | undefined): Promise<Snapshot> {
  const dataset = await openLocation(await datasetLocation(option));
  return createSnapshot(dataset, () => {
    throw new CliError('only a server has a state of health');
  });
}

/** What a server would answer as a problem, as one line that names the input and the remedy. */
export function explained(error: unknown, location: string | undefined): unknown {
  if (error instanceof Problem) {
    const fields = (error.errors ?? []).map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`);
    return new CliError(fields.length > 0 ? fields.join('\n') : error.message, EXIT.usage);
  }
  return error instanceof DatasetUnavailable ? unavailable(error.message, location) : error;
}

export function unavailable(reason: string, location: string | undefined): CliError {
  // That a dataset has another format is said with the remedy.
  const hasRemedy = /update hivecheck|hivecheck compile/.test(reason);
  const remedy = isUrl(location ?? '') ? 'check the URL' : 'run "hivecheck compile", or name another dataset';
  const told = hasRemedy ? '' : `; ${remedy}`;
  return new CliError(`${reason} (dataset ${location ?? 'built in'}${told})`, EXIT.unavailable);
}
