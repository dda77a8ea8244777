import { type Command, Option } from 'commander';
import { FORM_NAMES } from '../runtime/format/form-names.ts';
import { DATASET } from './options.ts';

export interface ConvertOptions {
  to: (typeof FORM_NAMES)[number];
  out?: string;
  targetOs?: string;
  include: 'documented' | 'all';
  hive?: 'HKLM' | 'HKCU';
  dataset?: string;
}

export function register(program: Command): void {
  program
    .command('convert')
    .description('files of registry values or MDM settings → a file that sets what is documented of them')
    .argument('<file...>', 'files, folders (with all below them), or - for standard input')
    .addOption(new Option('--to <form>', 'what to write').choices(FORM_NAMES).makeOptionMandatory())
    .option('--out <file>', 'file to write, encoded as the tool reads it; default: standard output')
    .option('--target-os <os>', 'leave out what this OS does not support')
    .addOption(
      new Option('--include <values>', 'documented values only, or all (forms of registry values)')
        .choices(['documented', 'all'])
        .default('documented'),
    )
    .addOption(new Option('--hive <hive>', 'of a Registry.pol, which holds one').choices(['HKLM', 'HKCU']))
    .option(...DATASET)
    .addHelpText(
      'after',
      `
What is left out is printed to standard error, each value with its reason.

Exit codes:
  0  every value was converted
  1  some were left out, or all
  2  wrong usage, or a file that cannot be read
  3  the dataset cannot be opened

Examples:
  $ hivecheck convert ./gpo-backup --to intune-catalog --out policy.json
  $ hivecheck convert ./gpo-backup --to ansible --out tasks.yml
  $ hivecheck convert policies.reg --to pol --hive HKLM --out Registry.pol`,
    )
    .action(run);
}

async function run(files: string[], options: ConvertOptions): Promise<void> {
  const { convertFiles } = await import('./convert/run.ts');
  await convertFiles(files, options);
}
