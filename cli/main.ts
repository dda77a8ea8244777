#!/usr/bin/env node
/** `hivecheck`: every command loads what it needs when it runs, so that each starts as fast as it can. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { ROOT } from '../build/paths.ts';
import { SERVE_OPTIONS } from '../runtime/node/serve-options.ts';
import { CliError } from './error.ts';
import { addPipelineCommands } from './pipeline.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

const program = new Command('hivecheck')
  .description(
    'Which documented setting writes this Windows registry value, is it valid for the OS, is there an MDM equivalent?',
  )
  .version(version)
  .showHelpAfterError('(hivecheck --help shows examples)')
  .addHelpText(
    'after',
    String.raw`
Examples:
  $ hivecheck resolve 'HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate\AU' NoAutoUpdate --target-os 'Windows 11 24H2'
  $ hivecheck csp ./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd
  $ hivecheck search 'automatic updates' --lang fr
  $ hivecheck setting windowsupdate.autoupdatecfg --json
  $ hivecheck serve --port 8080`,
  );

const lang = ['--lang <tag>', 'language of the texts (en-US, fr-FR, de-DE)', 'en-US'] as const;
const json = ['--json', 'print the whole answer as JSON'] as const;
const dataset = [
  '--dataset <location>',
  'folder or http(s) URL of a mounted dist; default: the built-in dataset',
] as const;

program
  .command('resolve')
  .description('registry key and value → the settings that write them, with the OS verdict')
  .argument('<key>', 'registry key, hive included')
  .argument('<value>', "value name ('' for the key's default value)")
  .option('--target-os <os>', 'family and release, or a build number')
  .option(...lang)
  .option(...dataset)
  .option(...json)
  .addHelpText(
    'after',
    String.raw`
Examples:
  $ hivecheck resolve 'HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate' ActiveHoursEnd --target-os 10.0.22631
  $ hivecheck resolve 'HKCU:\Software\Policies\Google\Chrome\ExtensionInstallForcelist' 1 --json`,
  )
  .action(async (key: string, value: string, options) => {
    const { resolveCommand } = await import('./query.ts');
    await resolveCommand(key, value, options);
  });

program
  .command('csp')
  .description('OMA-URI → setting and registry key')
  .argument('<omaUri>', 'path of an MDM node')
  .option('--scope <scope>', 'Device or User')
  .option(...lang)
  .option(...dataset)
  .option(...json)
  .addHelpText(
    'after',
    '\nExample:\n  $ hivecheck csp ./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd',
  )
  .action(async (omaUri: string, options) => {
    const { cspCommand } = await import('./query.ts');
    await cspCommand(omaUri, options);
  });

program
  .command('search')
  .description('words or identifiers → settings')
  .argument('<words...>', 'what to look for')
  .option('--limit <n>', 'most results (1–50)', '10')
  .option(...lang)
  .option(...dataset)
  .option(...json)
  .addHelpText('after', '\nExample:\n  $ hivecheck search mise à jour automatique --lang fr')
  .action(async (words: string[], options) => {
    const { searchCommand } = await import('./query.ts');
    await searchCommand(words.join(' '), options);
  });

program
  .command('setting')
  .description('the full record of a setting')
  .argument('<slug>', 'slug, or policyId (<namespace>::<name>)')
  .option(...lang)
  .option(...dataset)
  .option(...json)
  .addHelpText('after', '\nExample:\n  $ hivecheck setting Microsoft.Policies.WindowsUpdate::AutoUpdateCfg')
  .action(async (slug: string, options) => {
    const { settingCommand } = await import('./query.ts');
    await settingCommand(slug, options);
  });

const serve = program
  .command('serve')
  .description('answer over HTTP')
  .addHelpText(
    'after',
    '\nExample:\n  $ RATE_LIMIT_ANONYMOUS=0 hivecheck serve --port 8080 --dataset /srv/dist',
  )
  .action(async (_options, command: Command) => {
    const { serveCommand } = await import('./serve.ts');
    await serveCommand(command);
  });
for (const { flags, description, variable } of SERVE_OPTIONS) {
  serve.addOption(new Option(flags, description).env(variable));
}

program
  .command('import')
  .description("vendors' ADMX, ADML and DDF files → facts")
  .option('--sources <folder>', 'folder that holds <source>/<version>/ of every declared source')
  .option('--policy-definitions <folder>', 'one PolicyDefinitions folder of your own instead')
  .option('--name <id>', 'source id of your own folder', 'custom')
  .option('--label <version>', 'sourceVersion of your own folder', 'local')
  .option('--languages <tags>', 'languages of your own folder, comma-separated; default: all it has')
  .option('--out <folder>', 'where the facts go; default: the built-in facts')
  .option('--keep-going', 'leave files that cannot be read out, and say so in the coverage')
  .option('--explain-text', 'keep the explanatory texts (only for a dataset that stays with you)')
  .addHelpText(
    'after',
    String.raw`
Examples:
  $ hivecheck import --sources ../vendor-files
  $ hivecheck import --policy-definitions 'C:\Windows\PolicyDefinitions' --out my-facts && hivecheck compile --facts my-facts --out my-dist`,
  )
  .action(async (options) => {
    const { importCommand } = await import('./import.ts');
    await importCommand(options);
  });

program
  .command('compile')
  .description('facts → a dataset version in dist/')
  .option('--facts <folder>', 'default: the built-in facts')
  .option('--out <folder>', 'the dist folder; default: the built-in one')
  .addHelpText('after', '\nExample:\n  $ SOURCE_DATE_EPOCH=1793000000 hivecheck compile --out /srv/dist')
  .action(async (options) => {
    const { compileCommand } = await import('./import.ts');
    await compileCommand(options);
  });

program
  .command('coverage')
  .description('what the dataset holds and what it lacks')
  .option(...dataset)
  .option('--json', 'print coverage.json')
  .option('--markdown', 'print the tables of the README')
  .action(async (options) => {
    const { coverageCommand } = await import('./coverage.ts');
    await coverageCommand(options);
  });

program
  .command('check')
  .description('the data checks over the facts')
  .option('--facts <folder>', 'default: the built-in facts')
  .action(async (options) => {
    const { checkCommand } = await import('./check.ts');
    await checkCommand(options);
  });

addPipelineCommands(program);

const keys = program.command('keys').description('API keys; only their hashes are stored');
const file = ['--file <file>', 'key file; default: HIVECHECK_KEYS'] as const;
keys
  .command('add')
  .description('make a key; it is shown once')
  .argument('[note]', 'whose it is', '')
  .option(...file)
  .action(async (note: string, options) => (await import('./keys.ts')).addCommand(note, options));
keys
  .command('list')
  .option(...file)
  .option(...json)
  .action(async (options) => (await import('./keys.ts')).listCommand(options));
keys
  .command('revoke')
  .argument('<id>', 'as listed')
  .option(...file)
  .action(async (id: string, options) => (await import('./keys.ts')).revokeCommand(id, options));

// A reader that stops reading (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  await program.parseAsync();
} catch (error) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`hivecheck: ${process.env.DEBUG ? stack : message}\n`);
  process.exitCode = error instanceof CliError ? error.exitCode : 1;
}
