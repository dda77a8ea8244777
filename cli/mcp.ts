import type { Command } from 'commander';
import { DATASET } from './options.ts';

export function register(program: Command): void {
  program
    .command('mcp')
    .description('answer an agent over the Model Context Protocol, on standard input and output')
    .option(...DATASET)
    .addHelpText(
      'after',
      '\nA client starts it, for example with {"command": "hivecheck", "args": ["mcp"]}; docs/mcp.md lists clients.\n"hivecheck serve" answers the same at /mcp over HTTP.',
    )
    .action(async (options: { dataset?: string }) => (await import('./start-mcp.ts')).mcpCommand(options));
}
