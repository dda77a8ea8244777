/** Questions to the dataset. */
import type { Declaration } from '../declare.ts';
import { DATASET, failOn, JSON_ANSWER, option, options, QUIET, TARGETS, VERDICT } from '../options.ts';

const load = () => import('../look-ups.ts');
/** Of resolve, csp and setting. */
const success = 'supported by the target; without a target: found';

export const LOOK_UPS: Declaration[] = [
  {
    name: 'resolve',
    about: 'registry key and value → the settings that write them, with the OS verdict',
    args: {
      '<key>': 'registry key, with or without its hive',
      '[value]': "value name ('' for the key's default value); a pasted command names it",
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
    load,
  },
  {
    name: 'csp',
    about: 'OMA-URI → setting and registry key',
    args: { '<omaUri>': 'path of an MDM node' },
    options: [option('--scope <scope>', 'Device or User'), TARGETS, VERDICT],
    success,
    help: `
Example:
  $ hivecheck csp ./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd --target-os 'Windows 11 24H2'`,
    load,
  },
  {
    name: 'search',
    about: 'words or identifiers → settings',
    args: { '<words...>': 'what to look for' },
    options: [option('--limit <n>', 'most results (1–50)').default('10'), VERDICT],
    success: 'found',
    help: `
Example:
  $ hivecheck search 'automatic updates' --limit 3
Write -- before arguments that begin with "-":
  $ hivecheck search -- -1`,
    load,
  },
  {
    name: 'setting',
    about: 'the full record of a setting',
    args: { '<slug>': 'slug, or policyId (<namespace>::<name>)' },
    options: VERDICT,
    success,
    help: `
Example:
  $ hivecheck setting Microsoft.Policies.WindowsUpdate::AutoUpdateCfg`,
    load,
  },
  {
    name: 'changes',
    about: 'what changed in the dataset since a version',
    options: [
      option('--since <version>', 'the dataset version of the answers that you have').makeOptionMandatory(),
      [failOn(['added', 'removed', 'changed', 'unknown']), DATASET, QUIET, JSON_ANSWER],
    ],
    success: 'nothing changed',
    help: `
Example:
  $ hivecheck changes --since 6a69d203 --dataset https://example.org/dist`,
    load: () => import('../changes.ts'),
  },
  {
    name: 'coverage',
    about: 'what the dataset holds and what it lacks',
    options: [
      options({
        '--before <location>':
          'print only what differs from this dataset, with both values; --fail-on needs it',
        '--json': 'print coverage.json',
        '--markdown': 'print the tables of the README',
      }),
      [failOn(['changed'], 'none'), DATASET, QUIET],
    ],
    success: 'printed; with --fail-on: nothing changed',
    load: () => import('../coverage.ts'),
  },
];
