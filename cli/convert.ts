import { type Command, Option } from 'commander';
import { DATASET } from './options.ts';

/** By the names of `--to`. */
export const FORMS = ['reg', 'pol', 'lgpo', 'powershell', 'dsc', 'ansible', 'policyrules'];

export interface ConvertOptions {
  to: string;
  out?: string;
  include: 'documented' | 'all';
  hive?: 'HKLM' | 'HKCU';
  dataset?: string;
}

export function register(program: Command): void {
  program
    .command('convert')
    .description('files of registry values → the same values in another form, without what is not documented')
    .argument('<file...>', 'files, folders (with all below them), or - for standard input')
    .addOption(new Option('--to <form>', 'what to write').choices(FORMS).makeOptionMandatory())
    .option('--out <file>', 'file to write, encoded as the tool reads it; default: standard output')
    .addOption(
      new Option('--include <values>', 'documented values only, or all')
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
  $ hivecheck convert ./gpo-backup --to ansible --out tasks.yml
  $ hivecheck convert policies.reg --to pol --hive HKLM --out Registry.pol`,
    )
    .action(run);
}

async function run(files: string[], options: ConvertOptions): Promise<void> {
  const { convertFiles } = await import('./convert/run.ts');
  await convertFiles(files, options);
}
