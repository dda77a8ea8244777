import { type Command, InvalidArgumentError, Option } from 'commander';
import { CliError, EXIT } from './error.ts';
import { DATASET, JSON_ANSWER, LANG, QUIET } from './options.ts';
import { addTargetProduct, TARGET_PRODUCT } from './target-products.ts';
import type { VerifyOptions } from './verify/run.ts';

const FORMATS = ['text', 'json', 'sarif', 'junit', 'markdown', 'csv', 'html'];

export function register(program: Command): void {
  program
    .command('verify')
    .description('files of registry values or MDM settings → is each value documented and valid for the OS')
    .argument('<file...>', 'files, folders (with all below them), or - for standard input')
    .option(
      '--target-os <os>',
      'family and release, or a build number; up to 4 times: what changes from each to the last',
      addTarget,
    )
    .option(...TARGET_PRODUCT, addTargetProduct)
    .option('--mdm', 'print what to send by MDM instead, and what cannot be set by MDM')
    .option(
      '--fail-on <findings>',
      'findings that give exit code 1, separated by commas; none alone: no finding does',
    )
    .option(
      '--baseline <file>',
      'accept the findings of this earlier --json answer; name those that are gone',
    )
    .option('--all', 'list the values without a finding too')
    .option(
      '--admx <folder>',
      'know the templates of this folder too, beside those of the dataset, for this run',
    )
    .option('--server <url>', 'ask a server instead of a local dataset; HIVECHECK_API_KEY is its key')
    .addOption(new Option('--format <format>', 'output; default: text').choices(FORMATS))
    .addOption(new Option('--key <file>').hideHelp())
    .option(...LANG)
    .option(...DATASET)
    .option(...QUIET)
    .option(...JSON_ANSWER)
    .addHelpText('after', HELP)
    .action(run);
}

const MOST_TARGETS = 4;

function addTarget(target: string, earlier: string[] = []): string[] {
  if (earlier.length >= MOST_TARGETS)
    throw new InvalidArgumentError(`at most ${MOST_TARGETS} targets are compared.`);
  return [...earlier, target];
}

const HELP = `
Reads .reg, Registry.pol, GptTmpl.inf, PolicyRules, Registry.xml of Group Policy preferences, LGPO text,
scripts (.ps1, .cmd, .bat), the output of reg query, YAML with Ansible tasks or DSC resources, CSV, JSON,
Intune exports and whole folders of GPO backups. The content tells the format, not the name. Files of a folder that are
of no known format are skipped and counted.

Findings for --fail-on:
  conflict             other values of the run contradict it, in any of the files    (default)
  unsupported          the target does not reach the documented minimum              (default)
  unsupported-product  the version of the product is not among the documented ones   (default)
  other-hive           the vendor documents the value for HKLM only, or for HKCU     (default)
  undocumented         no documented setting writes the value                        (default)
  undocumented-data    the vendor documents other contents only                      (default)
  wrong-type           the vendor documents another registry type                    (default)
  removed              the vendor calls the setting removed, or newer templates lack it
  deprecated           the vendor calls the setting deprecated or obsolete
  unknown              the verdict is unknown: no target, an ambiguous one, another hive, no documented minimum
  unverified           the documentation gives no readable minimum
  unknown-data         the dataset does not say what may be written

Exit codes:
  0  no finding of --fail-on, or the baseline has them all
  1  a finding of --fail-on
  2  wrong usage, a target that names no release, or a file or value that cannot be read;
     the others are verified
  3  the dataset cannot be opened

Examples:
  $ hivecheck verify policies.reg --target-os 'Windows 11 24H2'
  $ hivecheck verify ./gpo-backups --target-os 10.0.26100 --mdm
  $ hivecheck verify ./policies --json > findings.json; hivecheck verify ./policies --baseline findings.json
  $ hivecheck verify ./gpo-backups --target-os 'Windows 10 22H2' --target-os 'Windows 11 24H2'
  $ hivecheck verify own.reg --admx ./PolicyDefinitions --target-os 'Windows 11 24H2' --all
  $ hivecheck verify ./gpo-backups --target-os 'Windows 11 24H2' --format html > report.html
  $ cat export.json | hivecheck verify - --format sarif --fail-on unsupported,wrong-type`;

async function run(files: string[], options: VerifyOptions & { key?: string }): Promise<void> {
  if (options.key !== undefined) {
    throw new CliError(
      '"verify" verifies files of registry values; signatures are checked by "hivecheck verify-signature --key <file>"',
      EXIT.usage,
    );
  }
  const { verifyFiles } = await import('./verify/run.ts');
  await verifyFiles(files, options);
}
