/** The four questions on the command line: the same validation and answers as over HTTP, without a server. */

import { DatasetUnavailable } from '../runtime/dataset/dataset.ts';
import { openDataset } from '../runtime/dataset/open.ts';
import { Problem } from '../runtime/http/problem.ts';
import type { Snapshot } from '../runtime/http/service.ts';
import { cspRequest, requestedLanguage, resolveRequest, searchRequest } from '../runtime/http/validate.ts';
import { datasetStore, isUrl } from '../runtime/node/dataset-source.ts';
import type { Envelope } from '../runtime/schema/answers.ts';
import { createSnapshot } from '../runtime/service.ts';
import { builtInDist } from './built-in.ts';
import { CliError } from './error.ts';
import { printEnvelope, printSetting } from './tables.ts';

export interface QueryOptions {
  lang: string;
  dataset?: string;
  json?: boolean;
}

export async function resolveCommand(
  key: string,
  value: string,
  options: QueryOptions & { targetOs?: string },
): Promise<void> {
  const { lang, targetOs } = options;
  await ask(options, (snapshot) =>
    snapshot.resolve(resolveRequest({ key, value, lang, targetOs: targetOs ?? null }, snapshot.languages)),
  );
}

export async function cspCommand(omaUri: string, options: QueryOptions & { scope?: string }): Promise<void> {
  const { lang, scope } = options;
  await ask(options, (snapshot) =>
    snapshot.csp(cspRequest({ omaUri, lang, ...(scope === undefined ? {} : { scope }) }, snapshot.languages)),
  );
}

export async function searchCommand(q: string, options: QueryOptions & { limit: string }): Promise<void> {
  const { lang, limit } = options;
  await ask(options, (snapshot) =>
    snapshot.search(searchRequest({ q, lang, limit: Number(limit) }, snapshot.languages)),
  );
}

export async function settingCommand(slug: string, options: QueryOptions): Promise<void> {
  await ask(
    options,
    async (snapshot) => {
      const answer = await snapshot.setting({
        slug,
        lang: requestedLanguage(options.lang, snapshot.languages),
      });
      if (answer === undefined) {
        throw new CliError(
          `no setting has the slug or policyId "${slug}"; "hivecheck search" finds settings by words`,
        );
      }
      return answer;
    },
    printSetting,
  );
}

type Print = (answer: Envelope) => string;

async function ask(
  { dataset, json }: QueryOptions,
  question: (snapshot: Snapshot) => string | Promise<string>,
  print: Print = printEnvelope,
): Promise<void> {
  const snapshot = await openSnapshot(dataset);
  try {
    const envelope = JSON.parse(await question(snapshot)) as Envelope;
    process.stdout.write(json ? `${JSON.stringify(envelope, null, 2)}\n` : print(envelope));
  } catch (error) {
    throw told(error, dataset);
  }
}

export async function openSnapshot(location: string | undefined): Promise<Snapshot> {
  const place = location ?? process.env.HIVECHECK_DATASET ?? (await builtInDist());
  const dataset = await openDataset(await datasetStore(place)).catch((error: unknown) => {
    throw told(error, place);
  });
  return createSnapshot(dataset, () => {
    throw new CliError('health is a question to a server');
  });
}

/** What the edge would answer as a problem, as one line that names the input and the remedy. */
function told(error: unknown, place: string | undefined): unknown {
  if (error instanceof Problem) {
    const fields = (error.errors ?? []).map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`);
    return new CliError(fields.length > 0 ? fields.join('\n') : error.message, 2);
  }
  if (error instanceof DatasetUnavailable) {
    const remedy =
      place && isUrl(place) ? 'check the URL' : 'run "hivecheck compile", or name another dataset';
    return new CliError(`${error.message} (dataset ${place ?? 'built in'}; ${remedy})`, 3);
  }
  return error;
}
