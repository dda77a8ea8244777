import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { CliError, EXIT } from './error.ts';
import { factsFolder } from './facts.ts';

export function register(program: Command): void {
  program
    .command('collect')
    .description('take over what other machines fetched: list the sources with a new version, or take one')
    .argument(
      '<folder>',
      'its folders each have results.json, downloads.lock.json and files/<source>/<version>/',
    )
    .option('--facts <folder>', 'default: the built-in facts')
    .option('--expected <ids>', 'JSON array of the sources that were to be fetched')
    .option('--report <file>', 'write what was fetched (Markdown)')
    .option('--source <id>', 'take its new version: files, declaration and pin')
    .option('--into <folder>', "with --source: the vendors' files")
    .addHelpText(
      'after',
      '\nExamples:\n  $ hivecheck collect fetched --report fetch.md\n  $ hivecheck collect fetched --source chrome --into ../vendor-files',
    )
    .action(run);
}

interface CollectFlags {
  facts?: string;
  expected?: string;
  report?: string;
  source?: string;
  into?: string;
}

async function run(from: string, flags: CollectFlags): Promise<void> {
  const { collected, pinKnown, reportOf, take } = await import('../build/pipeline/fetch/collect.ts');
  const facts = await factsFolder(flags.facts);
  if (flags.source !== undefined) {
    if (flags.into === undefined) throw new CliError('--source needs --into <folder>', EXIT.usage);
    await take({ from, facts, source: flags.source, into: resolve(flags.into) });
    return;
  }
  if (flags.report === '-') throw new CliError('--report - : it takes the name of a file', EXIT.usage);
  const { writeFileAtomic } = await import('../build/atomic.ts');
  const { readDeclarations } = await import('../build/pipeline/fetch/declarations.ts');
  const all = await collected(from, facts, idsOf(flags.expected));
  await pinKnown(from, facts, all);
  const declared = Object.entries(await readDeclarations(join(facts, 'downloads.json')));
  const byHand = declared.filter(([, { kind }]) => kind === 'manual').map(([id]) => id);
  if (flags.report) await writeFileAtomic(resolve(flags.report), reportOf(all, byHand.sort()));
  for (const { source, isNew } of all) if (isNew) process.stdout.write(`${source}\n`);
}

function idsOf(text = '[]'): string[] {
  const ids: unknown = JSON.parse(text);
  if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return ids;
  throw new CliError(`--expected ${text}: a JSON array of source ids is expected`, EXIT.usage);
}
