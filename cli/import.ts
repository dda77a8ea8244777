import type { Command } from 'commander';
import type { ImportFlags } from '../pipeline/import.ts';

export function register(program: Command): void {
  program
    .command('import')
    .description("vendors' ADMX, ADML and DDF files → facts")
    .option('--sources <folder>', 'folder that holds <source>/<version>/ of every declared source')
    .option('--policy-definitions <folder>', 'a PolicyDefinitions folder of your own instead')
    .option('--name <id>', 'source id of your own folder', 'custom')
    .option('--label <version>', 'sourceVersion of your own folder', 'local')
    .option('--languages <tags>', 'languages of your own folder, comma-separated; default: all it has')
    .option('--out <folder>', 'where the facts go; default: the built-in facts')
    .option('--keep-going', 'leave out files that cannot be read, and say so in the coverage')
    .option('--explain-text', 'keep the explanatory texts (only for a dataset that stays with you)')
    .addHelpText(
      'after',
      String.raw`
Examples:
  $ hivecheck import --sources ../vendor-files
  $ hivecheck import --policy-definitions 'C:\Windows\PolicyDefinitions' --out my-facts && hivecheck compile --facts my-facts --out my-dist`,
    )
    .action(importCommand);
}

export async function importCommand(flags: ImportFlags): Promise<void> {
  const { formatProblem } = await import('../build/import/problems.ts');
  const { importFacts } = await import('../pipeline/import.ts');
  const { EXPECTED_FILES } = await import('../pipeline/release-steps.ts');
  const { createProgress } = await import('./progress.ts');
  const { grid } = await import('./tables.ts');
  const progress = createProgress();
  let files = 0;
  const tick = () => progress.update(++files, Math.max(files, EXPECTED_FILES), 'files read');
  const { facts, unclassified, missingTemplateTexts } = await importFacts(flags, tick).finally(() =>
    progress.stop(),
  );
  for (const problem of facts.problems) process.stderr.write(`left out: ${formatProblem(problem)}\n`);
  for (const line of [...missingTemplateTexts, ...unclassified]) process.stderr.write(`${line}\n`);
  const settings = [...facts.settings].map(([id, all]) => [id, all.length]);
  const nodes = [...facts.nodes].map(([id, all]) => [`${id} (nodes)`, all.length]);
  process.stdout.write(grid(['source', 'facts'], [...settings, ...nodes]));
}
