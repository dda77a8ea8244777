import type { Command } from 'commander';
import type { QuestionOptions } from './ask.ts';
import { DATASET, FAIL_ON, JSON_ANSWER, LANG, OUTCOME_HELP, QUIET } from './options.ts';
import { addTargetProduct, TARGET_PRODUCT } from './target-products.ts';

export function register(program: Command): void {
  program
    .command('csp')
    .description('OMA-URI → setting and registry key')
    .argument('<omaUri>', 'path of an MDM node')
    .option('--scope <scope>', 'Device or User')
    .option('--target-os <os>', 'family and release, or a build number')
    .option(...TARGET_PRODUCT, addTargetProduct)
    .option(...LANG)
    .option(...DATASET)
    .option(...FAIL_ON)
    .option(...QUIET)
    .option(...JSON_ANSWER)
    .addHelpText(
      'after',
      `${OUTCOME_HELP}\n\nExample:\n  $ hivecheck csp ./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd --target-os 'Windows 11 24H2'`,
    )
    .action(run);
}

async function run(omaUri: string, options: QuestionOptions & { scope?: string }): Promise<void> {
  const { ask } = await import('./ask.ts');
  const { lang, scope, targetOs = null, targetProduct: targetProducts = null } = options;
  const body = { omaUri, lang, targetOs, targetProducts, ...(scope !== undefined && { scope }) };
  await ask(options, (snapshot) => snapshot.csp(body));
}
