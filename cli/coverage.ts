import type { Command } from 'commander';
import type { Coverage } from '../build/compile/coverage.ts';
import { DATASET } from './options.ts';

export function register(program: Command): void {
  program
    .command('coverage')
    .description('what the dataset holds and what it lacks')
    .option(...DATASET)
    .option('--before <location>', 'print only what differs from this dataset, with both values')
    .option('--json', 'print coverage.json')
    .option('--markdown', 'print the tables of the README')
    .action(run);
}

interface CoverageFlags {
  dataset?: string;
  before?: string;
  json?: boolean;
  markdown?: boolean;
}

async function run(options: CoverageFlags): Promise<void> {
  const { datasetLocation, openLocation } = await import('./ask.ts');
  const { coverageChanges, coverageTables, markdown } = await import('../build/coverage-tables.ts');
  const { grid } = await import('../build/table.ts');
  const coverageOf = async (location: string): Promise<Coverage> => {
    const { dataset, explaining } = await openLocation(location);
    return explaining(() => dataset.file<Coverage>('coverage.json'));
  };
  const coverage = await coverageOf(await datasetLocation(options.dataset));
  if (options.json) {
    process.stdout.write(`${JSON.stringify(coverage, null, 2)}\n`);
    return;
  }
  const before = options.before && (await coverageOf(options.before));
  const tables = before ? coverageChanges(before, coverage) : coverageTables(coverage);
  for (const { title, head, rows } of tables) {
    process.stdout.write(options.markdown ? `${markdown(head, rows)}\n` : `${title}\n${grid(head, rows)}`);
  }
  if (tables.length === 0) process.stdout.write('The coverage is the same.\n');
}
