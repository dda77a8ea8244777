/** The commands of `hivecheck`. Each loads what it needs when it runs, so that all start fast. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { messageOf } from '../build/errors.ts';
import { ROOT } from '../build/paths.ts';
import { described, foldedLines, terminalWidth } from '../build/table.ts';
import { PIPELINE, PUBLISHING_COMMANDS } from './commands/pipeline.ts';
import { QUESTIONS } from './commands/questions.ts';
import { KEYS, SERVING } from './commands/serving.ts';
import { EXIT, exitCodeOf, print, setQuiet, UsageError } from './error.ts';
import { type Declarations, exitCodes, register } from './options.ts';

const QUOTING =
  'Quote arguments that hold blanks: "HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion" (cmd knows no single quotes).\n';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

const HELP = String.raw`
Examples:
  $ hivecheck resolve 'HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate\AU' NoAutoUpdate --target-os 'Windows 11 24H2'
  $ hivecheck csp ./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd
  $ hivecheck search 'mise à jour automatique' --lang fr
  $ hivecheck setting windowsupdate.autoupdatecfg --json
  $ hivecheck serve --port 8080
  $ hivecheck mcp
${exitCodes(
  'fine; of resolve and csp: supported by the target, or found where none was named',
  'any other verdict, nothing was found, a check failed, a release or a publication was refused',
)}`;

const GROUPS: Record<string, Declarations> = {
  'Questions:': QUESTIONS,
  'Answers to others:': SERVING,
  'Facts and datasets:': PIPELINE,
  'What is served:': PUBLISHING_COMMANDS,
};

/** A hint at the likely mistake. Registry keys and value names may begin with "-", which would be read as an option. */
function hint(text: string): string {
  if (text.includes('too many arguments')) return QUOTING;
  const option = /unknown option '(-[^']*)'/.exec(text)?.[1];
  if (option === undefined) return '';
  return `If "${option}" is not an option but a key, a value or a word, write -- before the arguments.\n`;
}

/** Runs before each command. */
function prepare(command: Command): void {
  setQuiet(command.getOptionValue('quiet') === true);
  // A variable of a script may be unset: an empty location would be the working folder, for instance.
  const empty = command.options.filter(
    (option) =>
      [command.getOptionValue(option.attributeName())].flat().includes('') &&
      command.getOptionValueSource(option.attributeName()) !== 'default',
  );
  const names = empty.map(({ long }) => long).join(', ');
  if (names !== '') throw new UsageError(`${names}: the value is empty`);
}

function createProgram(): Command {
  const program = new Command('hivecheck')
    .description(
      'Which documented setting writes this Windows registry value, is it valid for the OS, is there an MDM equivalent?',
    )
    // Without -V, which would match a value name such as "-Value".
    .version(version, '--version')
    .exitOverride()
    .showHelpAfterError('(hivecheck --help shows examples)')
    .configureHelp({ formatItem: described })
    .configureOutput({
      outputError: (text, write) => write(text + hint(text)),
      getOutHelpWidth: () => Math.min(terminalWidth(), 120),
    })
    .addHelpText('after', () => foldedLines(HELP));
  program.hook('preAction', (_program, command) => prepare(command));
  for (const [title, declared] of Object.entries(GROUPS)) {
    program.commandsGroup(title);
    for (const each of Object.entries(declared)) register(program, ...each);
  }
  program.commandsGroup('Others:');
  const keys = program.command('keys').description('API keys; only their hashes are stored');
  for (const each of Object.entries(KEYS)) register(keys, ...each);
  program
    .command('version')
    .description('print the version')
    .action(() => print(`${version}\n`));
  return program;
}

/** Runs one command, and sets the exit code of the process. @param args Arguments after the name of the program. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const program = createProgram();
  // Only this command needs the completion library.
  if (args[0] === 'complete') {
    const { log } = console;
    // Its script for bash declares variables readonly: a shell that reads the script twice would report each of them.
    // It answers `:4`, no names of files: where it knows no word, the shell completes files, the operands of verify.
    console.log = (text: string) => {
      const plain = text.replace(/^readonly /gm, '').replace(/^:4$/, ':0');
      log(plain.replace(/^complete -F /m, 'complete -o default -F '));
    };
    (await import('@bomb.sh/tab/commander')).default(program);
  } else
    program
      .command('complete')
      .argument('<shell>', 'bash, zsh, fish or powershell')
      .description('print the completion script of a shell');
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
    else {
      const known = error instanceof Error ? error : new Error(String(error));
      const text = process.env.DEBUG ? known.stack : messageOf(known);
      process.stderr.write(`${foldedLines(`hivecheck: ${text}`)}\n`);
      process.exitCode = exitCodeOf(error);
    }
  }
}
