#!/usr/bin/env node
/** `hivecheck`: registers the commands. Each loads what it needs when it runs, so that all start fast. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { ROOT } from '../build/paths.ts';
import { visible, visibleLines } from '../build/visible.ts';
import { register as changes } from './changes.ts';
import { register as check } from './check.ts';
import { register as collect } from './collect.ts';
import { register as compile } from './compile.ts';
import { register as convert } from './convert.ts';
import { register as coverage } from './coverage.ts';
import { register as csp } from './csp.ts';
import { register as diff } from './diff.ts';
import { CliError, EXIT, exitCodeOf } from './error.ts';
import { register as fetch } from './fetch.ts';
import { register as importFacts } from './import.ts';
import { register as keys } from './keys.ts';
import { register as mcp } from './mcp.ts';
import { register as publish } from './publish.ts';
import { register as release } from './release.ts';
import { register as resolve } from './resolve.ts';
import { register as rollback } from './rollback.ts';
import { register as search } from './search.ts';
import { register as serve } from './serve.ts';
import { register as setting } from './setting.ts';
import { register as sign } from './sign.ts';
import { register as signingKey } from './signing-key.ts';
import { register as verify } from './verify-files.ts';
import { register as verifySignature } from './verify-signature.ts';

const QUOTING =
  "Quote arguments that hold blanks: 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion'.\n";

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

const program = new Command('hivecheck')
  .description(
    'Which documented setting writes this Windows registry value, is it valid for the OS, is there an MDM equivalent?',
  )
  // Without -V, which would take a value name such as "-Value" for itself.
  .version(version, '--version')
  .exitOverride()
  .showHelpAfterError('(hivecheck --help shows examples)')
  .configureOutput({ outputError: (text, write) => write(text + hint(text)) })
  .addHelpText(
    'after',
    String.raw`
Examples:
  $ hivecheck resolve 'HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate\AU' NoAutoUpdate --target-os 'Windows 11 24H2'
  $ hivecheck csp ./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd
  $ hivecheck search 'mise à jour automatique' --lang fr
  $ hivecheck setting windowsupdate.autoupdatecfg --json
  $ hivecheck serve --port 8080
  $ hivecheck mcp

Exit codes:
  0  fine; of resolve, csp and setting: supported by the target, or found where none was named
  1  any other verdict, nothing was found, a check failed, a release or a publication was refused
  2  wrong usage, or input that cannot be read
  3  the dataset cannot be opened`,
  );

/** What the mistake probably was. Registry keys and value names may begin with "-", which would be read as an option. */
function hint(text: string): string {
  if (text.includes('too many arguments')) return QUOTING;
  const option = /unknown option '(-[^']*)'/.exec(text)?.[1];
  if (option === undefined) return '';
  return `If "${option}" is not an option but a key, a value or a word, write -- before the arguments.\n`;
}

const questions = [resolve, verify, convert, csp, search, setting, changes, serve, mcp];
const data = [importFacts, compile, coverage, check];
const maintenance = [fetch, collect, diff, release, publish, rollback, sign, verifySignature, signingKey];

program.hook('preAction', (_program, command) => {
  // A variable of a script that is not set: an empty location would be the working folder, for instance.
  const empty = command.options.filter(
    (option) =>
      [command.getOptionValue(option.attributeName())].flat().includes('') &&
      command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  const names = empty.map(({ long }) => long).join(', ');
  if (names !== '') throw new CliError(`${names}: the value is empty`, EXIT.usage);
});
program
  .command('version')
  .description('print the version')
  .action(() => void process.stdout.write(`${version}\n`));
for (const register of [...questions, ...data, ...maintenance, keys]) register(program);

// A limit on the size of files is an error of the write, after which temporary files are removed, and not the end.
process.on('SIGXFSZ', () => {});
let unwritten = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that stops reading (`| head`) is not an error. A full disk refuses each piece of an output: it is told once.
  if (error.code === 'EPIPE' || unwritten) return;
  unwritten = true;
  process.stderr.write(`hivecheck: the output cannot be written: ${visible(error.message)}\n`);
  process.exitCode = EXIT.usage;
});

for (const each of program.commands)
  each.showHelpAfterError(`(hivecheck ${each.name()} --help shows examples)`);

// Only this command needs the library.
if (process.argv[2] === 'complete') (await import('@bomb.sh/tab/commander')).default(program);
else
  program
    .command('complete')
    .argument('<shell>', 'bash, zsh, fish or powershell')
    .description('print the completion script of a shell');

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
  else {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(`hivecheck: ${visibleLines(process.env.DEBUG ? `${stack}` : message)}\n`);
    process.exitCode = exitCodeOf(error);
  }
}
