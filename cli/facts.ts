/** Commands from vendors' files to facts, for adopting what other machines fetched, and from facts to a dataset. */
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { writeFileAtomic } from '../build/atomic.ts';
import { runChecks } from '../build/checks/run.ts';
import { compile as compileDataset } from '../build/compile.ts';
import { DIST, FACTS } from '../build/paths.ts';
import { collected, pinKnown, reportOf, take } from '../build/pipeline/fetch/collect.ts';
import { readDeclarations } from '../build/pipeline/fetch/declarations.ts';
import { type ImportFlags, importFacts as importSources } from '../build/pipeline/import.ts';
import { fileCounter } from '../build/pipeline/release-steps.ts';
import { grid } from '../build/table.ts';
import { CliError, EXIT, print } from './error.ts';
import type { Flags } from './options.ts';
import { withProgress } from './progress.ts';

/** The folder of `--facts`; default: the built-in facts. Throws {@link CliError} if it cannot be read. */
export async function factsFolder(given: string | undefined): Promise<string> {
  const folder = resolve(given ?? FACTS);
  await readdir(folder).catch(() => {
    throw new CliError(`cannot read the facts folder ${folder}; "hivecheck import" makes one`, EXIT.usage);
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
    for (const problem of problems.slice(0, SHOWN)) print(`       ${problem}\n`);
    if (problems.length > SHOWN) print(`       … and ${problems.length - SHOWN} more\n`);
  }
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  const skipped = results.filter((each) => each.skipped !== undefined).length;
  const passed = results.length - failed - skipped;
  print(`${passed} checks passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}\n`);
  if (failed > 0) throw new CliError(`${failed} data checks failed`);
}

type CollectFlags = Flags<'facts' | 'expected' | 'report' | 'source' | 'into'>;

export async function collect(from: string, flags: CollectFlags): Promise<void> {
  const { source, into, report } = flags;
  const facts = await factsFolder(flags.facts);
  if (source !== undefined) {
    if (into === undefined) throw new CliError('--source needs --into <folder>', EXIT.usage);
    return take({ from, facts, source, into: resolve(into) });
  }
  if (report === '-') throw new CliError('--report - : it takes the name of a file', EXIT.usage);
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
  throw new CliError(`--expected ${text}: a JSON array of source ids is expected`, EXIT.usage);
}
