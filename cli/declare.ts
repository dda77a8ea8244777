/** Declaration and registration of commands. A command's module is loaded when it runs, so that all start fast. */
import type { Command, Option } from 'commander';
import { foldedLines } from '../build/table.ts';

export interface Declaration {
  name: string;
  about: string;
  /** `<required>`, `[optional]` or `<several...>` → description. */
  args?: Readonly<Record<string, string>>;
  options?: readonly (Option | readonly Option[])[];
  /** Help text after the options. */
  help?: string;
  /** Complete command lines. */
  examples?: readonly string[];
  /** The meaning of exit code 0; only for commands with --fail-on. */
  success?: string;
  /** A module that exports `run`, or a function with the command's name. */
  load: () => Promise<object>;
}

const exitCodes = (success: string) => `
Exit codes:
  0  ${success}
  1  anything else (see --fail-on)
  2  wrong usage, or input that cannot be read
  3  the dataset cannot be opened
`;

function examplesText([first, ...others]: readonly string[]): string {
  if (first === undefined) return '';
  const title = others.length === 0 ? 'Example' : 'Examples';
  return [`\n${title}:`, first, ...others].join('\n  $ ');
}

export function register(program: Command, declared: Declaration): void {
  const { name, about, args = {}, options = [], help = '', examples = [], success, load } = declared;
  const command = program.command(name).description(about);
  for (const each of Object.entries(args)) command.argument(...each);
  for (const option of options.flat()) command.addOption(option);
  const text = (success === undefined ? '' : exitCodes(success)) + help + examplesText(examples);
  if (text !== '') command.addHelpText('after', () => foldedLines(text));
  const path = program.parent === null ? name : `${program.name()} ${name}`;
  const shown = text.includes('  $ ') ? 'examples' : 'its options';
  command.showHelpAfterError(`(hivecheck ${path} --help shows ${shown})`);
  command.action(async (...given: unknown[]) => {
    const found = (await load()) as Record<string, (...given: unknown[]) => unknown>;
    const exported = name.replaceAll(/-./g, ([, letter = '']) => letter.toUpperCase());
    const run = found.run ?? found[exported];
    if (run === undefined) throw new TypeError(`The module of ${name} exports neither run nor ${exported}.`);
    await run(...given);
  });
}
