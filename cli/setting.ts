import type { Command } from 'commander';
import type { Snapshot } from '../runtime/service.ts';
import type { QuestionOptions } from './ask.ts';
import { CliError } from './error.ts';
import { DATASET, FAIL_ON, JSON_ANSWER, LANG, OUTCOME_HELP, QUIET } from './options.ts';

export function register(program: Command): void {
  program
    .command('setting')
    .description('the full record of a setting')
    .argument('<slug>', 'slug, or policyId (<namespace>::<name>)')
    .option(...LANG)
    .option(...DATASET)
    .option(...FAIL_ON)
    .option(...QUIET)
    .option(...JSON_ANSWER)
    .addHelpText(
      'after',
      `${OUTCOME_HELP}\n\nExample:\n  $ hivecheck setting Microsoft.Policies.WindowsUpdate::AutoUpdateCfg`,
    )
    .action(run);
}

async function run(slug: string, options: QuestionOptions): Promise<void> {
  const { ask } = await import('./ask.ts');
  const { printSetting } = await import('./answers.ts');
  await ask(
    options,
    async (snapshot) => {
      const answer = await snapshot.setting({ slug, lang: options.lang });
      if (answer !== undefined) return answer;
      throw new CliError(await unknown(slug, snapshot));
    },
    printSetting,
  );
}

/** With the settings whose identifiers are nearest. */
async function unknown(slug: string, snapshot: Snapshot): Promise<string> {
  const words = slug.replace(/^.*::/, '').replaceAll(/[._]/g, ' ');
  const { result } = await snapshot.search({ q: words.trim() === '' ? slug : words, limit: 3 });
  const near = result.matches.map((match) => match.slug).join(', ');
  const remedy = near === '' ? '"hivecheck search" finds settings by words' : `near: ${near}`;
  return `no setting has the slug or policyId "${slug}"; ${remedy}`;
}
