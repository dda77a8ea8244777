/** `hivecheck check`: the data checks over the facts. */
import { resolve } from 'node:path';
import { runChecks } from '../build/checks/run.ts';
import { FACTS } from '../build/paths.ts';
import { CliError } from './error.ts';

export async function checkCommand(options: { facts?: string }): Promise<void> {
  const results = await runChecks(resolve(options.facts ?? FACTS), FACTS);
  let failed = 0;
  for (const { name, problems } of results) {
    process.stdout.write(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}\n`);
    for (const problem of problems.slice(0, 20)) process.stdout.write(`       ${problem}\n`);
    if (problems.length > 20) process.stdout.write(`       … and ${problems.length - 20} more\n`);
    if (problems.length > 0) failed++;
  }
  process.stdout.write(`${results.length - failed} checks passed, ${failed} failed\n`);
  if (failed > 0) throw new CliError(`${failed} data checks failed`);
}
