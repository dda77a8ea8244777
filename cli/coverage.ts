import type { Command } from 'commander';
import type { Coverage } from '../build/compile/coverage.ts';
import { DATASET } from './options.ts';

export function register(program: Command): void {
  program
    .command('coverage')
    .description('what the dataset holds and what it lacks')
    .option(...DATASET)
    .option('--json', 'print coverage.json')
    .option('--markdown', 'print the tables of the README')
    .action(run);
}

async function run(options: { dataset?: string; json?: boolean; markdown?: boolean }): Promise<void> {
  const { datasetLocation, openLocation } = await import('./ask.ts');
  const { coverageTables, markdown } = await import('../build/coverage-tables.ts');
  const { grid } = await import('./tables.ts');
  const dataset = await openLocation(await datasetLocation(options.dataset));
  const coverage = await dataset.file<Coverage>('coverage.json');
  if (options.json) {
    process.stdout.write(`${JSON.stringify(coverage, null, 2)}\n`);
    return;
  }
  for (const { title, head, rows } of coverageTables(coverage)) {
    process.stdout.write(options.markdown ? `${markdown(head, rows)}\n` : `${title}\n${grid(head, rows)}`);
  }
}
