import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { FACTS } from '../build/paths.ts';
import { jsonText } from '../build/visible.ts';

export function register(program: Command): void {
  program
    .command('diff')
    .description('what changed between two datasets: settings added, removed and changed, and which fact')
    .argument('<old>', "a version's folder, a dist folder or a folder of facts")
    .argument('<new>', 'the same')
    .option(
      '--only <file...>',
      'what changes for the values of these files (or folders, or - for standard input), in any format of "verify"',
    )
    .option('--markdown', 'for review')
    .option('--json', 'in the form of changes.json')
    .option('--out <file>', 'write there instead of printing')
    .addHelpText(
      'after',
      `
Exit codes with --only:
  0  nothing changes for the values
  1  something changes for one of them
  2  wrong usage, or a file or value that cannot be read; the others are compared
  3  a dataset cannot be opened

Examples:
  $ hivecheck diff dist/6a69d203 dist --markdown
  $ hivecheck diff dist/6a69d203 dist --only my-baseline.csv`,
    )
    .action(run);
}

interface DiffFlags {
  json?: boolean;
  markdown?: boolean;
  only?: string[];
  out?: string;
}

async function run(from: string, to: string, flags: DiffFlags): Promise<void> {
  const { publicKey } = (await import('./dataset-source.ts')).environmentPublicKey();
  if (publicKey !== undefined) for (const folder of [from, to]) await requireSigned(folder, publicKey);
  const text =
    flags.only === undefined ? await wholeDiff(from, to, flags) : await ownDiff(from, to, flags.only, flags);
  const { writeFileAtomic } = await import('../build/atomic.ts');
  if (flags.out) await writeFileAtomic(resolve(flags.out), text);
  else process.stdout.write(text);
}

/** Every file is checked, since a comparison reads them as they are. Facts have no signatures. */
async function requireSigned(folder: string, publicKey: string): Promise<void> {
  const has = (name: string): boolean => existsSync(join(folder, name));
  if (!has('manifest.json') && !has('index.json')) return;
  const { findVersion, verifyIndex, verifyVersion } = await import('../build/pipeline/publish/sign.ts');
  const { CliError, EXIT } = await import('./error.ts');
  try {
    const found = await findVersion(folder);
    await verifyVersion(found, { publicKey });
    if (found.latest) await verifyIndex(found.dist, publicKey);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CliError(`${message} (HIVECHECK_PUBLIC_KEY is set)`, EXIT.unavailable);
  }
}

async function ownDiff(from: string, to: string, files: string[], flags: DiffFlags): Promise<string> {
  const { diffOnly } = await import('./diff-only.ts');
  const { text, exitCode } = await diffOnly(resolve(from), resolve(to), files, flags);
  process.exitCode = exitCode;
  return text;
}

async function wholeDiff(from: string, to: string, flags: DiffFlags): Promise<string> {
  const { compareDatasets } = await import('../build/diff/compare.ts');
  const { readDataset } = await import('../build/diff/read.ts');
  const { renderMarkdown, renderTable } = await import('../build/diff/render.ts');
  const [before, after] = [await readDataset(resolve(from), FACTS), await readDataset(resolve(to), FACTS)];
  const changes = compareDatasets(before, after);
  const table = () => (flags.markdown ? renderMarkdown(changes) : renderTable(changes));
  return flags.json ? jsonText(changes) : table();
}
