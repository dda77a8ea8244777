import { type Command, Option } from 'commander';
import { SERVE_OPTIONS } from './serve-options.ts';

export function register(program: Command): void {
  const serve = program
    .command('serve')
    .description('answer over HTTP')
    .addHelpText(
      'after',
      '\nExample:\n  $ RATE_LIMIT_ANONYMOUS=0 hivecheck serve --port 8080 --dataset /srv/dist',
    )
    .option('--allow-rollback', 'serve a signed index that is older than the one remembered')
    .action(async (_options, command: Command) => (await import('./start-server.ts')).serveCommand(command));
  for (const { flags, description, variable } of SERVE_OPTIONS) {
    serve.addOption(new Option(flags, description).env(variable));
  }
}
