/** What reads files of registry values and MDM settings. */
import { InvalidArgumentError } from 'commander';
import { FORM_NAMES } from '../../runtime/format/form-names.ts';
import type { Declaration } from '../declare.ts';
import { ANSWER, DATASET, failOn, OUT, option, QUIET, SERVER, TARGET_PRODUCT } from '../options.ts';
import { OUTCOMES } from '../outcome.ts';

const FILES = ['<file...>', 'files, folders (with all below them), or - for standard input'] as const;
const MOST_TARGETS = 4;

function addTarget(target: string, earlier: string[] = []): string[] {
  if (earlier.length >= MOST_TARGETS)
    throw new InvalidArgumentError(`at most ${MOST_TARGETS} targets are compared.`);
  return [...earlier, target];
}

const FORMATS = ['text', 'json', 'sarif', 'junit', 'markdown', 'csv', 'html'];

const verify: Declaration = {
  name: 'verify',
  about: 'files of registry values or MDM settings → is each value documented and valid for the OS',
  args: [FILES],
  options: [
    option(
      '--target-os <os>',
      'family and release, or a build number; up to 4 times: what changes from each to the last',
    ).argParser(addTarget),
    TARGET_PRODUCT,
    option('--mdm', 'print what to send by MDM instead, and what cannot be set by MDM').conflicts([
      'json',
      'format',
    ]),
    option(
      '--fail-on <findings>',
      'findings that give exit code 1, separated by commas; none alone: no finding does',
    ),
    option(
      '--baseline <file>',
      'accept the findings of this earlier --json answer; name those that are gone',
    ),
    option('--all', 'list the values without a finding too'),
    option(
      '--admx <folder>',
      'know the templates of this folder too, beside those of the built-in dataset, for this run',
    ).conflicts(['dataset', 'server']),
    SERVER,
    option('--format <format>', 'output; default: text').choices(FORMATS).conflicts('json'),
    OUT,
    ...ANSWER,
  ],
  help: `
Reads .reg, Registry.pol, GptTmpl.inf, PolicyRules, Registry.xml of Group Policy preferences, LGPO text, scripts (.ps1, .cmd, .bat), the output of reg query, YAML with Ansible tasks or DSC resources, CSV, JSON, Intune exports and whole folders of GPO backups. The content tells the format, not the name. Files of a folder that are of no known format are skipped and counted.

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
  2  wrong usage, a target that names no release, or a file or value that cannot be read; the others are verified
  3  the dataset cannot be opened

Examples:
  $ hivecheck verify policies.reg --target-os 'Windows 11 24H2'
  $ hivecheck verify ./gpo-backups --target-os 10.0.26100 --mdm
  $ hivecheck verify ./policies --json --out findings.json
  $ hivecheck verify ./policies --baseline findings.json
  $ hivecheck verify ./gpo-backups --target-os 'Windows 10 22H2' --target-os 'Windows 11 24H2'
  $ hivecheck verify own.reg --admx ./PolicyDefinitions --target-os 'Windows 11 24H2' --all
  $ hivecheck verify ./gpo-backups --target-os 'Windows 11 24H2' --format html --out report.html
  $ cat export.json | hivecheck verify - --format sarif --fail-on unsupported,wrong-type`,
  load: () => import('../verify/run.ts'),
};

const convert: Declaration = {
  name: 'convert',
  about: 'files of registry values or MDM settings → a file that sets what is documented of them',
  args: [FILES],
  options: [
    option('--to <form>', 'what to write').choices(FORM_NAMES).makeOptionMandatory(),
    option('--out <file>', 'file to write, encoded as the tool reads it; default: standard output'),
    option('--target-os <os>', 'leave out what this OS does not support'),
    option('--include <values>', 'documented values only, or all (forms of registry values)')
      .choices(['documented', 'all'])
      .default('documented'),
    option('--hive <hive>', 'of a Registry.pol, which holds one').choices(['HKLM', 'HKCU']),
    failOn(OUTCOMES.convert),
    DATASET,
    QUIET,
  ],
  help: `
What is left out is printed to standard error, each value with its reason.

Exit codes:
  0  every value was converted
  1  some were left out, or nothing was converted (see --fail-on)
  2  wrong usage, a target that names no release, or a file that cannot be read
  3  the dataset cannot be opened

Examples:
  $ hivecheck convert ./gpo-backup --to intune-catalog --out policy.json
  $ hivecheck convert ./gpo-backup --to ansible --out tasks.yml
  $ hivecheck convert policies.reg --to pol --hive HKLM --out Registry.pol`,
  load: () => import('../convert.ts'),
};

export const OF_FILES = [verify, convert];
