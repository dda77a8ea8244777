import type { Coverage } from '../build/compile/coverage.ts';
import { coverageChanges, coverageTables, markdown } from '../build/coverage-tables.ts';
import { grid } from '../build/table.ts';
import { jsonText } from '../build/visible.ts';
import { CliError, EXIT, print } from './error.ts';
import { datasetLocation, openLocation } from './open.ts';
import type { FailOn, Flags } from './options.ts';
import { endWith } from './outcome.ts';

type CoverageFlags = FailOn & Flags<'dataset' | 'before', 'json' | 'markdown'>;

export async function run(options: CoverageFlags): Promise<void> {
  if (options.failOn.size > 0 && options.before === undefined)
    throw new CliError('--fail-on needs --before: a dataset to compare with', EXIT.usage);
  const coverage = await coverageOf(await datasetLocation(options.dataset));
  const before = options.before && (await coverageOf(options.before));
  const tables = before ? coverageChanges(before, coverage) : coverageTables(coverage);
  const parts = tables.map(({ title, head, rows }) =>
    options.markdown ? `${markdown(head, rows)}\n` : `${title}\n${grid(head, rows)}`,
  );
  if (before && tables.length > 0) endWith(options.failOn, ['changed']);
  if (options.json) return print(jsonText(coverage));
  print(parts.length === 0 ? 'The coverage is the same.\n' : parts.join('\n'));
}

async function coverageOf(location: string): Promise<Coverage> {
  const { dataset, explaining } = await openLocation(location);
  return explaining(() => dataset.file<Coverage>('coverage.json'));
}
