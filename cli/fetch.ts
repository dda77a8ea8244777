import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { FetchProgress, FetchResult } from '../build/pipeline/fetch/fetch.ts';
import { CliError, EXIT } from './error.ts';
import { factsFolder } from './facts.ts';

export function register(program: Command): void {
  program
    .command('fetch')
    .description("download the vendors' files from their official places")
    .argument('[sources...]', 'source ids; default: all that are declared')
    .option('--into <folder>', 'where <source>/<version>/ goes; required unless --list')
    .option('--list', 'only list the sources that can be fetched')
    .option('--json', 'with --list: as a JSON array')
    .option('--results <file>', 'write what was fetched and what was not (JSON)')
    .option('--facts <folder>', 'holds downloads.json and its lock; default: the built-in facts')
    .option('--cache <folder>', 'keeps broken downloads, so that a later run resumes them')
    .option('--accept-changed', 'accept changed bytes of a pinned version, and replace its folder')
    .option('--register', 'enter new versions into sources.json')
    .addHelpText(
      'after',
      '\nGITHUB_TOKEN, where set, is sent to api.github.com only.\nExample:\n  $ hivecheck fetch chrome edge --into ../vendor-files --register',
    )
    .action(run);
}

interface FetchFlags {
  into?: string;
  list?: boolean;
  json?: boolean;
  results?: string;
  facts?: string;
  cache?: string;
  acceptChanged?: boolean;
  register?: boolean;
}

async function run(ids: string[], flags: FetchFlags): Promise<void> {
  if (flags.list) return list(ids, flags);
  if (flags.into === undefined) throw new CliError('--into <folder> is missing', EXIT.usage);
  const { readDeclarations } = await import('../build/pipeline/fetch/declarations.ts');
  const { fetchSources } = await import('../build/pipeline/fetch/fetch.ts');
  const { LOCK, readKnownInputs } = await import('../build/pipeline/fetch/pins.ts');
  const { writeResults } = await import('../build/pipeline/fetch/results.ts');
  const { registerVersions } = await import('../build/pipeline/fetch/register.ts');
  const { createFetchBars } = await import('./fetch-bars.ts');
  const { grid } = await import('../build/table.ts');
  const facts = await factsFolder(flags.facts);
  const into = resolve(flags.into);
  const bars = createFetchBars();
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const token = process.env.GITHUB_TOKEN;
  const results = await fetchSources({
    declarations: await readDeclarations(join(facts, 'downloads.json')),
    ids,
    into,
    lockFile: join(facts, LOCK),
    known: await readKnownInputs(facts),
    ...(flags.cache ? { cache: resolve(flags.cache) } : {}),
    acceptChanged: flags.acceptChanged === true,
    today: new Date().toISOString().slice(0, 10),
    http: { signal: abort.signal, ...(token ? { tokens: { 'api.github.com': token } } : {}) },
    onProgress: (progress: FetchProgress) => bars.update(progress),
  }).finally(() => bars.stop());
  process.stdout.write(grid(['source', 'result', 'version', 'date', 'files'], results.map(rowOf)));
  for (const line of results.flatMap(remarkOf)) process.stderr.write(`${line}\n`);
  if (flags.results) await writeResults(resolve(flags.results), results);
  if (flags.register) {
    const added = await registerVersions({ sourcesFile: join(facts, 'sources.json'), into, results });
    process.stdout.write(`new versions declared: ${added.join(', ') || 'none'}\n`);
  }
  const failed = results.filter(({ status }) => status === 'failed').length;
  if (failed > 0) throw new CliError(`${failed} of ${results.length} sources could not be fetched`);
}

/** Sources that are fetched by hand are left out: a program cannot. */
async function list(ids: readonly string[], flags: FetchFlags): Promise<void> {
  const { fetchable, readDeclarations } = await import('../build/pipeline/fetch/declarations.ts');
  const declarations = await readDeclarations(join(await factsFolder(flags.facts), 'downloads.json'));
  const found = fetchable(declarations, ids);
  process.stdout.write(flags.json ? `${JSON.stringify(found)}\n` : found.map((id) => `${id}\n`).join(''));
}

function rowOf(result: FetchResult): (string | number)[] {
  if (result.status === 'manual' || result.status === 'failed')
    return [result.source, result.status, '', '', ''];
  return [result.source, result.status, result.version, result.date, result.files];
}

function remarkOf(result: FetchResult): string[] {
  if (result.status === 'failed') return [`${result.source}: ${result.error}`];
  if (result.status !== 'manual') return [];
  return [`${result.source} is fetched by hand: ${result.reason}${result.page ? ` (${result.page})` : ''}`];
}
