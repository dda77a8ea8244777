/** Questions to the dataset. */
import type { Declaration } from '../declare.ts';
import { DATASET, failOn, JSON_ANSWER, option, QUIET, SERVER, TARGETS, VERDICT } from '../options.ts';
import { OUTCOMES } from '../outcome.ts';

const EXIT_CODES = `
Exit codes:
  0  supported by the target; without a target: found
  1  any other verdict, or nothing was found (see --fail-on)
  2  wrong usage, or a target that cannot be read
  3  the dataset cannot be opened
`;

const resolve: Declaration = {
  name: 'resolve',
  about: 'registry key and value → the settings that write them, with the OS verdict',
  args: [
    ['<key>', 'registry key, with or without its hive'],
    ['[value]', "value name ('' for the key's default value); a pasted command names it"],
  ],
  options: [...TARGETS, ...VERDICT],
  help: String.raw`${EXIT_CODES}
Examples:
  $ hivecheck resolve 'HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate' ActiveHoursEnd --target-os 10.0.22631
  $ hivecheck resolve 'HKLM\Software\Policies\Microsoft\Edge' SmartScreenEnabled --target-product Edge=120
  $ hivecheck resolve 'HKCU:\Software\Policies\Google\Chrome\ExtensionInstallForcelist' 1 --json
As pasted from a .reg file, and as a command:
  $ hivecheck resolve '[HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Google\Chrome]' '"MetricsReportingEnabled"=dword:00000000'
  $ hivecheck resolve 'reg add HKLM\Software\Policies\Google\Chrome /v MetricsReportingEnabled /t REG_DWORD /d 0'
Write -- before arguments that begin with "-":
  $ hivecheck resolve --lang fr -- 'HKLM\Software\Example' -1`,
  load: async () => ({ run: (await import('../look-ups.ts')).resolve }),
};

const csp: Declaration = {
  name: 'csp',
  about: 'OMA-URI → setting and registry key',
  args: [['<omaUri>', 'path of an MDM node']],
  options: [option('--scope <scope>', 'Device or User'), ...TARGETS, ...VERDICT],
  help: `${EXIT_CODES}
Example:
  $ hivecheck csp ./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd --target-os 'Windows 11 24H2'`,
  load: async () => ({ run: (await import('../look-ups.ts')).csp }),
};

const search: Declaration = {
  name: 'search',
  about: 'words or identifiers → settings',
  args: [['<words...>', 'what to look for']],
  options: [option('--limit <n>', 'most results (1–50)').default('10'), ...VERDICT],
  help: `
Example:
  $ hivecheck search 'automatic updates' --limit 3
Write -- before arguments that begin with "-":
  $ hivecheck search -- -1`,
  load: async () => ({ run: (await import('../look-ups.ts')).search }),
};

const setting: Declaration = {
  name: 'setting',
  about: 'the full record of a setting',
  args: [['<slug>', 'slug, or policyId (<namespace>::<name>)']],
  options: VERDICT,
  help: `${EXIT_CODES}
Example:
  $ hivecheck setting Microsoft.Policies.WindowsUpdate::AutoUpdateCfg`,
  load: async () => ({ run: (await import('../look-ups.ts')).setting }),
};

const changes: Declaration = {
  name: 'changes',
  about: 'what changed in the dataset since a version',
  options: [
    option('--since <version>', 'the dataset version of the answers that you have').makeOptionMandatory(),
    failOn(OUTCOMES.changes),
    DATASET,
    SERVER,
    QUIET,
    JSON_ANSWER,
  ],
  help: `
Exit codes:
  0  nothing changed
  1  something changed, or what changed is not known (see --fail-on)
  2  wrong usage, or an answer of a server that is not understood
  3  the dataset cannot be opened

Example:
  $ hivecheck changes --since 6a69d203 --dataset https://example.org/dist`,
  load: () => import('../changes.ts'),
};

const coverage: Declaration = {
  name: 'coverage',
  about: 'what the dataset holds and what it lacks',
  options: [
    DATASET,
    option('--before <location>', 'print only what differs from this dataset, with both values'),
    failOn(OUTCOMES.coverage, 'none; needs --before'),
    option('--json', 'print coverage.json'),
    option('--markdown', 'print the tables of the README'),
    QUIET,
  ],
  load: () => import('../coverage.ts'),
};

export const LOOK_UPS = [resolve, csp, search, setting, changes, coverage];
