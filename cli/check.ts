import { runChecks } from '../build/checks/run.ts';
import { FACTS } from '../build/paths.ts';
import { CliError, print } from './error.ts';
import { factsFolder } from './facts.ts';

/** Problems of one check that are printed. */
const SHOWN = 20;

export async function run({ facts }: { facts?: string }): Promise<void> {
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
