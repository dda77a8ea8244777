/** Commands from vendors' places to files, from files to facts and from facts to a dataset; a release does all of it. */
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { writeFileAtomic } from '../build/atomic.ts';
import { runChecks } from '../build/checks/run.ts';
import { namedFirst } from '../build/collections.ts';
import { compile as compileDataset } from '../build/compile.ts';
import { renderTable } from '../build/diff/render.ts';
import { DIST, FACTS } from '../build/paths.ts';
import { collected, pinKnown, reportOf, take } from '../build/pipeline/fetch/collect.ts';
import { fetchable, readDeclarations } from '../build/pipeline/fetch/declarations.ts';
import { fetchSources } from '../build/pipeline/fetch/fetch.ts';
import { LOCK } from '../build/pipeline/fetch/lock.ts';
import { readKnownInputs } from '../build/pipeline/fetch/pins.ts';
import { registerVersions } from '../build/pipeline/fetch/register.ts';
import { type FetchResult, writeResults } from '../build/pipeline/fetch/results.ts';
import { type ImportFlags, importFacts as importSources } from '../build/pipeline/import.ts';
import { servedVersion, withServed } from '../build/pipeline/publish/served.ts';
import { release as runRelease } from '../build/pipeline/release.ts';
import { fileCounter, releaseSteps } from '../build/pipeline/release-steps.ts';
import { grid } from '../build/table.ts';
import { withoutCredentials } from '../runtime/node/location.ts';
import { print, UsageError } from './error.ts';
import type { Flags } from './options.ts';
import { withProgress } from './progress.ts';
import { type PublishingFlags, publishingOptions, versionsKept } from './publishing.ts';

/** The folder of `--facts`; default: the built-in facts. Throws {@link UsageError} if it cannot be read. */
export async function factsFolder(given: string | undefined): Promise<string> {
  const folder = resolve(given ?? FACTS);
  await readdir(folder).catch(() => {
    throw new UsageError(`cannot read the facts folder ${folder}; "hivecheck import" makes one`);
  });
  return folder;
}

export async function importFacts(flags: ImportFlags): Promise<void> {
  const { facts, removed, notes } = await withProgress((update) => importSources(flags, fileCounter(update)));
  for (const { source, slugs } of removed)
    print(`removed ${source}, ${slugs.length} settings: ${slugs.join(', ')}\n`);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const settings = [...facts.settings].map(([id, all]) => [id, all.length]);
  const nodes = [...facts.nodes].map(([id, all]) => [`${id} (nodes)`, all.length]);
  print(grid(['source', 'facts'], [...settings, ...nodes]));
}
export { importFacts as import };

export async function compile(options: { facts?: string; out?: string }): Promise<void> {
  const facts = await factsFolder(options.facts);
  const out = resolve(options.out ?? DIST);
  const { manifest, reused } = await withProgress((progress) =>
    compileDataset({ facts, builtIn: FACTS, out, progress }),
  );
  const { settings, registryPairs, cspMappings } = manifest.counts;
  print(
    `dataset ${manifest.version}${reused ? ' (unchanged)' : ''}: ${settings} settings, ${registryPairs} registry pairs, ` +
      `${cspMappings} MDM mappings in ${Object.keys(manifest.files).length} files\n`,
  );
}

/** Maximum number of printed problems per check. */
const SHOWN = 20;

export async function check({ facts }: { facts?: string }): Promise<void> {
  const results = await runChecks(await factsFolder(facts), FACTS);
  for (const { name, problems, skipped } of results) {
    const outcome = skipped !== undefined ? 'skip' : problems.length === 0 ? 'ok  ' : 'FAIL';
    print(`${outcome} ${name}${skipped === undefined ? '' : `: ${skipped}`}\n`);
    for (const line of namedFirst(problems, SHOWN)) print(`       ${line}\n`);
  }
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  const skipped = results.filter((each) => each.skipped !== undefined).length;
  const passed = results.length - failed - skipped;
  print(`${passed} checks passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}\n`);
  if (failed > 0) throw new Error(`${failed} data checks failed`);
}

type CollectFlags = Flags<'facts' | 'expected' | 'report' | 'source' | 'into'>;

export async function collect(from: string, flags: CollectFlags): Promise<void> {
  const { source, into, report } = flags;
  const facts = await factsFolder(flags.facts);
  if (source !== undefined) {
    if (into === undefined) throw new UsageError('--source needs --into <folder>');
    return take({ from, facts, source, into: resolve(into) });
  }
  if (report === '-') throw new UsageError('--report - : it takes the name of a file');
  const all = await collected(from, facts, idsOf(flags.expected));
  await pinKnown(from, facts, all);
  const declared = Object.entries(await readDeclarations(join(facts, 'downloads.json')));
  const byHand = declared.filter(([, { kind }]) => kind === 'manual').map(([id]) => id);
  if (report) await writeFileAtomic(resolve(report), reportOf(all, byHand.sort()));
  for (const { source, isNew } of all) if (isNew) print(`${source}\n`);
}

const Ids = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

function idsOf(text = '[]'): string[] {
  const ids = v.safeParse(Ids, text);
  if (ids.success) return ids.output;
  throw new UsageError(`--expected ${text}: a JSON array of source ids is expected`);
}

type FetchFlags = Flags<
  'into' | 'results' | 'facts' | 'cache',
  'list' | 'json' | 'acceptChanged' | 'register'
>;

export async function fetchFacts(ids: string[], flags: FetchFlags): Promise<void> {
  if (!flags.list && flags.into === undefined) throw new UsageError('--into <folder> is missing');
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
    const added = await registerVersions(facts, into, results);
    print(`new versions declared: ${added.join(', ') || 'none'}\n`);
  }
  const failed = results.filter(({ status }) => status === 'failed').length;
  if (failed > 0) throw new Error(`${failed} of ${results.length} sources could not be fetched`);
}

export { fetchFacts as fetch };

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

type ReleaseFlags = PublishingFlags & { keep: string } & Flags<
    'sources' | 'facts' | 'previous' | 'to' | 'notes',
    'allowLoss' | 'allowMoved'
  >;

export async function release(flags: ReleaseFlags): Promise<void> {
  const { to, previous, sources, allowLoss, allowMoved } = flags;
  // Keys are read first, and compared with those of the place: a wrong one must not show after minutes of work.
  const options = { ...(await publishingOptions(flags)), keep: versionsKept(flags.keep) };
  const { environment } = options;
  /** @param before The dataset to compare with; default: the facts before the release. @param first Nothing is served yet. */
  const releaseAfter = async (before: string | undefined, first: boolean): Promise<void> => {
    const facts = await factsFolder(flags.facts);
    const from = sources && resolve(sources);
    const { version, changes } = await withProgress((progress) => {
      const steps = releaseSteps({ ...options, sources: from, to, allowLoss, allowMoved, progress });
      return runRelease({
        steps,
        facts,
        ...(before ? { previous: resolve(before) } : {}),
        first,
        allowLoss: allowLoss === true,
        report: (step) => progress(0, 1, step),
        ...(flags.notes && { notesFile: resolve(flags.notes) }),
      });
    });
    const where = to ? ` is served from ${withoutCredentials(to)}` : '';
    print(`${renderTable(changes)}dataset ${version}${where}\n`);
  };
  if (to === undefined) return releaseAfter(previous, false);
  if (previous !== undefined)
    return releaseAfter(previous, (await servedVersion(to, environment, options)) === '');
  return withServed(to, environment, (served) => releaseAfter(served, !served), options);
}
