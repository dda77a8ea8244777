import type { Command } from 'commander';
import type { QuestionOptions } from './ask.ts';
import { DASH_HELP, DATASET, FAIL_ON, JSON_ANSWER, LANG, OUTCOME_HELP, QUIET } from './options.ts';
import { addTargetProduct, TARGET_PRODUCT } from './target-products.ts';

export function register(program: Command): void {
  program
    .command('resolve')
    .description('registry key and value → the settings that write them, with the OS verdict')
    .argument('<key>', 'registry key, with or without its hive')
    .argument('<value>', "value name ('' for the key's default value)")
    .option('--target-os <os>', 'family and release, or a build number')
    .option(...TARGET_PRODUCT, addTargetProduct)
    .option(...LANG)
    .option(...DATASET)
    .option(...FAIL_ON)
    .option(...QUIET)
    .option(...JSON_ANSWER)
    .addHelpText(
      'after',
      String.raw`${OUTCOME_HELP}

Examples:
  $ hivecheck resolve 'HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate' ActiveHoursEnd --target-os 10.0.22631
  $ hivecheck resolve 'HKLM\Software\Policies\Microsoft\Edge' SmartScreenEnabled --target-product Edge=120
  $ hivecheck resolve 'HKCU:\Software\Policies\Google\Chrome\ExtensionInstallForcelist' 1 --json
As pasted from a .reg file:
  $ hivecheck resolve '[HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Google\Chrome]' '"MetricsReportingEnabled"=dword:00000000'
${DASH_HELP}
  $ hivecheck resolve --lang fr -- 'HKLM\Software\Example' -1`,
    )
    .action(run);
}

async function run(key: string, value: string, options: QuestionOptions): Promise<void> {
  const { ask } = await import('./ask.ts');
  const { pastedKey, pastedName } = await import('./pasted.ts');
  const { lang, targetOs = null, targetProduct: targetProducts = null } = options;
  const pair = { key: pastedKey(key), value: pastedName(value), lang, targetOs, targetProducts };
  await ask(options, (snapshot) => snapshot.resolve(pair));
}
