import type { Command } from 'commander';
import type { QuestionOptions } from './ask.ts';
import { DATASET, JSON_ANSWER, LANG } from './options.ts';
import { addTargetProduct, TARGET_PRODUCT, type TargetProducts } from './target-products.ts';

export function register(program: Command): void {
  program
    .command('csp')
    .description('OMA-URI → setting and registry key')
    .argument('<omaUri>', 'path of an MDM node')
    .option('--scope <scope>', 'Device or User')
    .option(...TARGET_PRODUCT, addTargetProduct)
    .option(...LANG)
    .option(...DATASET)
    .option(...JSON_ANSWER)
    .addHelpText(
      'after',
      '\nExample:\n  $ hivecheck csp ./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd',
    )
    .action(run);
}

async function run(
  omaUri: string,
  options: QuestionOptions & { scope?: string; targetProduct?: TargetProducts },
): Promise<void> {
  const { ask } = await import('./ask.ts');
  const { cspRequest } = await import('../runtime/http/validate.ts');
  const { lang, scope, targetProduct: targetProducts = null } = options;
  const body = { omaUri, lang, targetProducts, ...(scope !== undefined && { scope }) };
  await ask(options, (snapshot) => snapshot.csp(cspRequest(body, snapshot.languages)));
}
