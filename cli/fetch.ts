/** `hivecheck fetch`. */
import { join, resolve } from 'node:path';
import { FACTS } from '../build/paths.ts';
import { readDeclarations } from '../pipeline/fetch/declarations.ts';
import { type FetchProgress, type FetchResult, fetchSources } from '../pipeline/fetch/fetch.ts';
import { registerVersions } from '../pipeline/fetch/register.ts';
import { CliError } from './error.ts';
import { createFetchBars } from './fetch-bars.ts';
import { grid } from './tables.ts';

export interface FetchFlags {
  into: string;
  facts?: string;
  cache?: string;
  acceptChanged?: boolean;
  register?: boolean;
}

export async function fetchCommand(ids: string[], flags: FetchFlags): Promise<void> {
  const facts = resolve(flags.facts ?? FACTS);
  const into = resolve(flags.into);
  const bars = createFetchBars();
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const token = process.env.GITHUB_TOKEN;
  const results = await fetchSources({
    declarations: await readDeclarations(join(facts, 'downloads.json')),
    ids,
    into,
    lockFile: join(facts, 'downloads.lock.json'),
    ...(flags.cache ? { cache: resolve(flags.cache) } : {}),
    acceptChanged: flags.acceptChanged === true,
    today: new Date().toISOString().slice(0, 10),
    http: { signal: abort.signal, ...(token ? { tokens: { 'api.github.com': token } } : {}) },
    onProgress: (progress: FetchProgress) => bars.update(progress),
  }).finally(() => bars.stop());
  process.stdout.write(grid(['source', 'result', 'version', 'date', 'files'], results.map(row)));
  for (const line of results.flatMap(remark)) process.stderr.write(`${line}\n`);
  if (flags.register) {
    const added = await registerVersions({ sourcesFile: join(facts, 'sources.json'), into, results });
    process.stdout.write(`new versions declared: ${added.join(', ') || 'none'}\n`);
  }
  const failed = results.filter(({ status }) => status === 'failed').length;
  if (failed > 0) throw new CliError(`${failed} of ${results.length} sources could not be fetched`);
}

function row(result: FetchResult): (string | number)[] {
  if (result.status === 'manual' || result.status === 'failed')
    return [result.source, result.status, '', '', ''];
  return [result.source, result.status, result.version, result.date, result.files];
}

function remark(result: FetchResult): string[] {
  if (result.status === 'failed') return [`${result.source}: ${result.error}`];
  if (result.status !== 'manual') return [];
  return [`${result.source} is fetched by hand: ${result.reason}${result.page ? ` (${result.page})` : ''}`];
}
