import { join, resolve } from 'node:path';
import { fetchable, readDeclarations } from '../build/pipeline/fetch/declarations.ts';
import { fetchSources } from '../build/pipeline/fetch/fetch.ts';
import { LOCK } from '../build/pipeline/fetch/lock.ts';
import { readKnownInputs } from '../build/pipeline/fetch/pins.ts';
import { registerVersions } from '../build/pipeline/fetch/register.ts';
import { type FetchResult, writeResults } from '../build/pipeline/fetch/results.ts';
import { grid } from '../build/table.ts';
import { CliError, EXIT, print } from './error.ts';
import { factsFolder } from './facts.ts';
import type { Flags } from './options.ts';
import { withProgress } from './progress.ts';

type FetchFlags = Flags<
  'into' | 'results' | 'facts' | 'cache',
  'list' | 'json' | 'acceptChanged' | 'register'
>;

export async function run(ids: string[], flags: FetchFlags): Promise<void> {
  if (!flags.list && flags.into === undefined) throw new CliError('--into <folder> is missing', EXIT.usage);
  const facts = await factsFolder(flags.facts);
  const declarations = await readDeclarations(join(facts, 'downloads.json'));
  if (flags.into === undefined || flags.list) {
    // Sources that are fetched by hand are left out: a program cannot fetch them.
    const found = fetchable(declarations, ids);
    print(flags.json ? `${JSON.stringify(found)}\n` : found.map((id) => `${id}\n`).join(''));
    return;
  }
  const into = resolve(flags.into);
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const token = process.env.GITHUB_TOKEN;
  const known = await readKnownInputs(facts);
  const kilobytes = (bytes: number) => Math.ceil(bytes / 1000);
  const results = await withProgress((update) =>
    fetchSources({
      declarations,
      ids,
      into,
      lockFile: join(facts, LOCK),
      known,
      ...(flags.cache ? { cache: resolve(flags.cache) } : {}),
      acceptChanged: flags.acceptChanged === true,
      today: new Date().toISOString().slice(0, 10),
      http: { signal: abort.signal, ...(token ? { tokens: { 'api.github.com': token } } : {}) },
      onProgress: ({ source, received, total = received }) =>
        update(kilobytes(received), kilobytes(total), 'kB', source),
    }),
  );
  print(grid(['source', 'result', 'version', 'date', 'files'], results.map(rowOf)));
  for (const line of results.flatMap(remarkOf)) process.stderr.write(`${line}\n`);
  if (flags.results) await writeResults(resolve(flags.results), results);
  if (flags.register) {
    const added = await registerVersions({ sourcesFile: join(facts, 'sources.json'), into, results });
    print(`new versions declared: ${added.join(', ') || 'none'}\n`);
  }
  const failed = results.filter(({ status }) => status === 'failed').length;
  if (failed > 0) throw new CliError(`${failed} of ${results.length} sources could not be fetched`);
}

function rowOf(result: FetchResult): (string | number)[] {
  const { source, status } = result;
  if (status === 'manual' || status === 'failed') return [source, status, '', '', ''];
  return [source, status, result.version, result.date, result.files];
}

function remarkOf(result: FetchResult): string[] {
  if (result.status === 'failed') return [`${result.source}: ${result.error}`];
  if (result.status !== 'manual') return [];
  return [`${result.source} is fetched by hand: ${result.reason}${result.page ? ` (${result.page})` : ''}`];
}
