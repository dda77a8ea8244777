import type { Command } from 'commander';
import type { ImportFlags } from '../build/pipeline/import.ts';

export function register(program: Command): void {
  program
    .command('import')
    .description("vendors' ADMX, ADML and DDF files → facts")
    .option(
      '--sources <folder>',
      'holds <source>/<version>/; what is not there is kept as it is in the facts',
    )
    .option('--policy-definitions <folder>', 'a PolicyDefinitions folder of your own instead')
    .option('--name <id>', 'source id of your own folder', 'custom')
    .option('--label <version>', 'sourceVersion of your own folder', 'local')
    .option('--languages <tags>', 'languages of your own folder, comma-separated; default: all it has')
    .option('--out <folder>', 'where the facts go; default: the built-in facts')
    .option(
      '--keep-going',
      'keep the facts of a product line whose files have a problem; without facts, leave the files out',
    )
    .option(
      '--remove <source>',
      'take a source out of the facts and their declarations; may be repeated',
      collect,
      [],
    )
    .option('--allow-loss', 'a product line may drop more than 20 % of its settings')
    .option('--allow-moved', "a product line may state policies that are another line's in the facts")
    .option('--explain-text', 'keep the explanatory texts (only for a dataset that stays with you)')
    .addHelpText(
      'after',
      String.raw`
Examples:
  $ hivecheck import --sources ../vendor-files
  $ hivecheck import --remove slack
  $ hivecheck import --policy-definitions 'C:\Windows\PolicyDefinitions' --out my-facts && hivecheck compile --facts my-facts --out my-dist`,
    )
    .action(importCommand);
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

export async function importCommand(flags: ImportFlags): Promise<void> {
  const { linesOf } = await import('../build/pipeline/import-notes.ts');
  const { formatProblem } = await import('../build/import/problems.ts');
  const { undeclaredText } = await import('../build/pipeline/undeclared.ts');
  const { importFacts } = await import('../build/pipeline/import.ts');
  const { EXPECTED_FILES } = await import('../build/pipeline/release-steps.ts');
  const { createProgress } = await import('./progress.ts');
  const { grid } = await import('../build/table.ts');
  const progress = createProgress();
  let files = 0;
  const tick = () => progress.update(++files, Math.max(files, EXPECTED_FILES), 'files read');
  const { facts, unclassified, missingTemplateTexts, removed, undeclared } = await importFacts(
    flags,
    tick,
  ).finally(() => progress.stop());
  if (undeclared.length > 0) process.stderr.write(`${undeclaredText(undeclared)}\n`);
  for (const line of linesOf(facts)) process.stderr.write(`${line}\n`);
  for (const { source, slugs } of removed)
    process.stdout.write(`removed ${source}, ${slugs.length} settings: ${slugs.join(', ')}\n`);
  for (const problem of facts.problems) process.stderr.write(`left out: ${formatProblem(problem)}\n`);
  for (const line of [...missingTemplateTexts, ...unclassified]) process.stderr.write(`${line}\n`);
  const settings = [...facts.settings].map(([id, all]) => [id, all.length]);
  const nodes = [...facts.nodes].map(([id, all]) => [`${id} (nodes)`, all.length]);
  process.stdout.write(grid(['source', 'facts'], [...settings, ...nodes]));
}
