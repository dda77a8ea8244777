/** One question on the command line: the same validation and answers as over HTTP, without a server. */

import { jsonText } from '../build/visible.ts';
import { type Dataset, DatasetUnavailable } from '../runtime/dataset/dataset.ts';
import { openDataset } from '../runtime/dataset/open.ts';
import { fieldTexts, Problem } from '../runtime/http/problem.ts';
import { createSnapshot, type Snapshot } from '../runtime/service.ts';
import { createReleases, type ReleaseTable, readTarget } from '../runtime/verdict/index.ts';
import { printEnvelope } from './answers.ts';
import {
  datasetLocation,
  datasetStore,
  environmentPublicKey,
  isUrl,
  withoutCredentials,
} from './dataset-source.ts';
import type { Envelope } from './envelope.ts';
import { CliError, EXIT, print, remark } from './error.ts';
import { failing, OUTCOMES, outcomesOf } from './outcome.ts';
import type { TargetProducts } from './target-products.ts';

export interface QuestionOptions {
  lang: string;
  dataset?: string;
  json?: boolean;
  failOn?: string;
  targetOs?: string;
  targetProduct?: TargetProducts;
}

/** What a question is asked about besides its own fields. */
export function targetsOf({ targetOs, targetProduct }: QuestionOptions) {
  return { targetOs: targetOs ?? null, targetProducts: targetProduct ?? null };
}

/**
 * Prints the answer, and sets the exit code: 0 only where a script may go on.
 * @param question a text: nothing was found, and what to do then.
 */
export async function ask(
  options: QuestionOptions,
  question: (snapshot: Snapshot) => Promise<Envelope | string>,
  text: (answer: Envelope) => string = printEnvelope,
): Promise<void> {
  const { json, targetOs, targetProduct } = options;
  const fail = failing(options.failOn, OUTCOMES.lookUp);
  const { snapshot, dataset, explaining } = await openSnapshot(options.dataset);
  const envelope = await explaining(() => question(snapshot));
  if (typeof envelope === 'string') {
    remark(envelope);
    return fail(['not-found']);
  }
  print(json ? jsonText(envelope) : text(envelope));
  const asked = { os: targetOs !== undefined, products: targetProduct !== undefined };
  if (targetOs !== undefined && (await explaining(() => kindOfTarget(dataset, targetOs))) === 'unreadable') {
    remark(`--target-os ${targetOs} names no release of Windows`);
    process.exitCode = EXIT.usage;
  } else fail(outcomesOf(envelope.result, asked));
}

/** `build` is a release; `unreadable` is a mistake in writing, not a verdict on the setting. */
export async function kindOfTarget(dataset: Dataset, targetOs: string) {
  const releases = createReleases(await dataset.file<ReleaseTable>('releases.json'));
  return readTarget(targetOs, releases).kind;
}

/** Does `work`; an error of it names the location of the dataset and the remedy. */
type Explaining = <T>(work: () => Promise<T>) => Promise<T>;

interface Opened {
  dataset: Dataset;
  /** For every question to the dataset: a file of it may be missing. */
  explaining: Explaining;
}

/** Where `HIVECHECK_PUBLIC_KEY` is set, the dataset must be signed with it, as for a server. */
export async function openLocation(location: string): Promise<Opened> {
  const signed = environmentPublicKey();
  const explaining: Explaining = async (work) => {
    try {
      return await work();
    } catch (error) {
      throw explained(error, location);
    }
  };
  const store = await datasetStore(location);
  const options = { checkName: true, ...signed };
  return { dataset: await explaining(() => openDataset(store, undefined, options)), explaining };
}

export async function openSnapshot(option: string | undefined): Promise<Opened & { snapshot: Snapshot }> {
  const { dataset, explaining } = await openLocation(await datasetLocation(option));
  const snapshot = createSnapshot(dataset, () => {
    throw new CliError('only a server has a state of health');
  });
  return { snapshot, dataset, explaining };
}

/** What a server would answer as a problem, as one line that names the input and the remedy. */
function explained(error: unknown, location: string): unknown {
  if (error instanceof Problem) {
    const fields = fieldTexts(error);
    return new CliError(fields.length > 0 ? fields.join('\n') : error.message, EXIT.usage);
  }
  return error instanceof DatasetUnavailable ? unavailable(error.message, location) : error;
}

/** @param reason names the file that is at fault. */
export function unavailable(reason: string, location: string): CliError {
  const remedy = remedyOf(reason, location);
  const told = `dataset ${withoutCredentials(location)}${remedy === undefined ? '' : `; ${remedy}`}`;
  return new CliError(`${reason} (${told})`, EXIT.unavailable);
}

function remedyOf(reason: string, location: string): string | undefined {
  // The message about another format has its own remedy.
  if (/update hivecheck|hivecheck compile/.test(reason)) return undefined;
  if (reason.includes('.sig ')) return 'only what is signed with HIVECHECK_PUBLIC_KEY is read';
  return isUrl(location) ? 'check the URL' : 'run "hivecheck compile", or name another dataset';
}
