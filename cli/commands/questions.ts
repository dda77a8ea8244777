/** Commands for questions to the dataset: on one value or node, or on files of registry values and MDM settings. */
import { InvalidArgumentError } from 'commander';
import { FORM_NAMES } from '../../runtime/format/form-names.ts';
import {
  ANSWER,
  DATASET,
  failOn,
  JSON_ANSWER,
  loadedBy,
  OUT,
  option,
  options,
  QUIET,
  TARGET_PRODUCT,
  TARGETS,
  VERDICT,
} from '../options.ts';
import { CHANGES, DEFAULT_FINDINGS, FAILURES, wordsOf } from '../outcome.ts';

/** Exit code 0 of resolve and csp. */
const success = 'supported by the target; without a target: found';

const FILES = { '<file...>': 'files, folders (with all below them), or - for standard input' };
const MOST_TARGETS = 4;

function addTarget(target: string, earlier: string[] = []): string[] {
  if (earlier.length < MOST_TARGETS) return [...earlier, target];
  throw new InvalidArgumentError(`at most ${MOST_TARGETS} targets are compared.`);
}

const FINDINGS = Object.entries(FAILURES).map(([name, title]) => {
  const note = DEFAULT_FINDINGS.includes(name) ? ' (default)' : '';
  return `  ${name.padEnd(20)} ${title}${note}`;
});

const FORMATS = ['text', 'json', 'sarif', 'junit', 'markdown', 'csv', 'html'];

export const QUESTIONS = loadedBy(() => import('../look-ups.ts'), {
  resolve: {
    about: 'registry key and value → the settings that write them, with the OS verdict',
    args: {
      '<key>': 'registry key, with or without its hive',
      '[value]': "value name ('' or @= for the key's default value); a pasted command names it",
    },
    options: [TARGETS, VERDICT],
    success,
    help: String.raw`
Examples:
  $ hivecheck resolve 'HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate' ActiveHoursEnd --target-os 10.0.22631
  $ hivecheck resolve 'HKLM\Software\Policies\Microsoft\Edge' SmartScreenEnabled --target-product Edge=120
  $ hivecheck resolve 'HKCU:\Software\Policies\Google\Chrome\ExtensionInstallForcelist' 1 --json
As pasted from a .reg file, and as a command:
  $ hivecheck resolve '[HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Google\Chrome]' '"MetricsReportingEnabled"=dword:00000000'
  $ hivecheck resolve 'reg add HKLM\Software\Policies\Google\Chrome /v MetricsReportingEnabled /t REG_DWORD /d 0'
Write -- before arguments that begin with "-":
  $ hivecheck resolve --lang fr -- 'HKLM\Software\Example' -1`,
  },
  csp: {
    about: 'OMA-URI or settings-catalog identifier → setting and registry key',
    args: { '<omaUri>': 'path of an MDM node, or identifier of Intune’s settings catalog' },
    options: [option('--scope <scope>', 'Device or User'), TARGETS, VERDICT],
    success,
    examples: [
      "hivecheck csp ./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd --target-os 'Windows 11 24H2'",
    ],
  },
  search: {
    about: 'words or identifiers → settings',
    args: { '<words...>': 'what to look for' },
    options: [option('--limit <n>', 'most results (1–50)').default('10'), VERDICT],
    success: 'found',
    help: `
Example:
  $ hivecheck search 'automatic updates' --limit 3
Write -- before arguments that begin with "-":
  $ hivecheck search -- -1`,
  },
  setting: {
    about: 'the full record of a setting',
    args: { '<slug>': 'slug, or policyId (<namespace>::<name>)' },
    options: VERDICT,
    success: 'found',
    examples: ['hivecheck setting Microsoft.Policies.WindowsUpdate::AutoUpdateCfg'],
  },
  changes: {
    about: 'what changed in the dataset since a version',
    options: [
      option('--since <version>', 'the dataset version of the answers that you have').makeOptionMandatory(),
      [failOn([...CHANGES, 'unknown']), DATASET, QUIET, JSON_ANSWER],
    ],
    success: 'nothing changed',
    examples: ['hivecheck changes --since 6a69d203 --dataset https://example.org/dist'],
  },
  coverage: {
    about: 'what the dataset holds and what it lacks',
    options: [
      options({
        '--before <location>':
          'print only what differs from this dataset, with both values; --fail-on needs it',
        '--json': 'print coverage.json',
        '--markdown': 'print the tables of docs/data.md',
      }),
      [failOn(['changed'], 'none'), DATASET, QUIET],
    ],
    success: 'printed; with --fail-on: nothing changed',
  },
  verify: {
    about: 'files of registry values or MDM settings → is each value documented and valid for the OS',
    args: FILES,
    options: [
      option(
        '--target-os <os>',
        'family and release, or a build; up to 4 times: what changes to the last',
      ).argParser(addTarget),
      TARGET_PRODUCT,
      option(
        '--fail-on <findings>',
        'findings that give exit code 1, separated by commas; none alone: no finding does',
      )
        .default(new Set(DEFAULT_FINDINGS), 'see below')
        .argParser((text) => wordsOf(text, Object.keys(FAILURES), 'finding')),
      option('--mdm', 'print what to send by MDM instead, and what cannot be set by MDM').conflicts([
        'json',
        'format',
      ]),
      options({
        '--baseline <file>': 'accept the findings of this earlier --json answer; name those that are gone',
        '--all': 'list the values without a finding too',
      }),
      option('--admx <folder>', 'know the templates of this folder too, beside the built-in ones').conflicts([
        'dataset',
        'server',
      ]),
      option('--server <url>', 'ask a server instead of a dataset; HIVECHECK_API_KEY is its key'),
      option('--format <format>', 'output; default: text').choices(FORMATS).conflicts('json'),
      OUT,
      ANSWER,
    ],
    success: 'no finding of --fail-on, or the baseline has them all',
    help: `
Reads .reg, Registry.pol, GptTmpl.inf, PolicyRules, Registry.xml of Group Policy preferences, LGPO text, scripts (.ps1, .cmd, .bat), the output of reg query, YAML with Ansible tasks or DSC resources, CSV, JSON, Intune exports and whole folders of GPO backups. The content tells the format, not the name. Files of a folder that are of no known format are skipped and counted.

Findings for --fail-on:
${FINDINGS.join('\n')}
`,
    examples: [
      "hivecheck verify policies.reg --target-os 'Windows 11 24H2'",
      'hivecheck verify ./gpo-backups --target-os 10.0.26100 --mdm',
      'hivecheck verify ./policies --json --out findings.json',
      'hivecheck verify ./policies --baseline findings.json',
      "hivecheck verify ./gpo-backups --target-os 'Windows 10 22H2' --target-os 'Windows 11 24H2'",
      "hivecheck verify own.reg --admx ./PolicyDefinitions --target-os 'Windows 11 24H2' --all",
      "hivecheck verify ./gpo-backups --target-os 'Windows 11 24H2' --format html --out report.html",
      'cat export.json | hivecheck verify - --format sarif --fail-on unsupported',
    ],
    load: () => import('../verify/run.ts'),
  },
  convert: {
    about: 'files of registry values or MDM settings → a file that sets what is documented of them',
    args: FILES,
    options: [
      option('--to <form>', 'what to write').choices(FORM_NAMES).makeOptionMandatory(),
      option('--out <file>', 'file to write, encoded as the tool reads it; default: standard output'),
      option('--target-os <os>', 'leave out what this OS does not support'),
      option('--include <values>', 'documented values only, or all (forms of registry values)')
        .choices(['documented', 'all'])
        .default('documented'),
      option('--hive <hive>', 'this hive alone (a Registry.pol: HKLM)').choices(['HKLM', 'HKCU']),
      [failOn(['left-out', 'nothing']), DATASET, QUIET],
    ],
    success: 'every value was converted',
    help: `
What is left out is printed to standard error, each value with its reason.
`,
    examples: [
      'hivecheck convert ./gpo-backup --to intune-catalog --out policy.json',
      'hivecheck convert ./gpo-backup --to ansible --out tasks.yml',
      'hivecheck convert policies.reg --to pol --hive HKLM --out Registry.pol',
    ],
    load: () => import('../convert.ts'),
  },
});
