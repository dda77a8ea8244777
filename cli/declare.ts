/** How a command is declared, and the registering of it: its module is loaded when it runs, so that all start fast. */
import type { Command, Option } from 'commander';
import { foldedLines } from '../build/table.ts';

export interface Declaration {
  name: string;
  about: string;
  /** `<required>`, `[optional]` or `<several...>`, and what it is. */
  args?: readonly (readonly [name: string, about: string])[];
  options?: readonly Option[];
  /** After the options of its help. */
  help?: string;
  load: () => Promise<{ run: (...given: never[]) => unknown }>;
}

export function register(program: Command, declared: Declaration): void {
  const { name, about, args = [], options = [], help, load } = declared;
  const command = program.command(name).description(about);
  for (const arg of args) command.argument(...arg);
  for (const option of options) command.addOption(option);
  if (help !== undefined) command.addHelpText('after', () => foldedLines(help));
  command.showHelpAfterError(`(hivecheck ${name} --help shows examples)`);
  command.action(async (...given: unknown[]) => {
    await (await load()).run(...(given as never[]));
  });
}
