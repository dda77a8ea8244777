import { resolve } from 'node:path';
import type { Command } from 'commander';
import { FACTS } from '../build/paths.ts';

export function register(program: Command): void {
  program
    .command('diff')
    .description('what changed between two datasets: settings added, removed and changed, and which fact')
    .argument('<old>', "a version's folder, a dist folder or a folder of facts")
    .argument('<new>', 'the same')
    .option('--markdown', 'for review')
    .option('--json', 'in the form of changes.json')
    .option('--out <file>', 'write there instead of printing')
    .addHelpText('after', '\nExample:\n  $ hivecheck diff dist/6a69d203 dist --markdown')
    .action(run);
}

async function run(
  from: string,
  to: string,
  flags: { json?: boolean; markdown?: boolean; out?: string },
): Promise<void> {
  const { compareDatasets } = await import('../build/diff/compare.ts');
  const { readDataset } = await import('../build/diff/read.ts');
  const { renderMarkdown, renderTable } = await import('../build/diff/render.ts');
  const { writeFileAtomic } = await import('../build/atomic.ts');
  const [before, after] = [await readDataset(resolve(from), FACTS), await readDataset(resolve(to), FACTS)];
  const changes = compareDatasets(before, after);
  const table = () => (flags.markdown ? renderMarkdown(changes) : `${renderTable(changes)}\n`);
  const text = flags.json ? `${JSON.stringify(changes, null, 2)}\n` : table();
  if (flags.out) await writeFileAtomic(resolve(flags.out), text);
  else process.stdout.write(text);
}
