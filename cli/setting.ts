import type { Command } from 'commander';
import type { QuestionOptions } from './ask.ts';
import { CliError } from './error.ts';
import { DATASET, JSON_ANSWER, LANG } from './options.ts';

export function register(program: Command): void {
  program
    .command('setting')
    .description('the full record of a setting')
    .argument('<slug>', 'slug, or policyId (<namespace>::<name>)')
    .option(...LANG)
    .option(...DATASET)
    .option(...JSON_ANSWER)
    .addHelpText('after', '\nExample:\n  $ hivecheck setting Microsoft.Policies.WindowsUpdate::AutoUpdateCfg')
    .action(run);
}

async function run(slug: string, options: QuestionOptions): Promise<void> {
  const { ask } = await import('./ask.ts');
  const { requestedLanguage } = await import('../runtime/http/validate.ts');
  const { printSetting } = await import('./tables.ts');
  await ask(
    options,
    async (snapshot) => {
      const answer = await snapshot.setting({
        slug,
        lang: requestedLanguage(options.lang, snapshot.languages),
      });
      if (answer !== undefined) return answer;
      throw new CliError(
        `no setting has the slug or policyId "${slug}"; "hivecheck search" finds settings by words`,
      );
    },
    printSetting,
  );
}
