import { resolve } from 'node:path';
import type { Command } from 'commander';
import { PUBLIC_KEY, SIGNING_KEY } from './options.ts';

export function register(program: Command): void {
  program
    .command('rollback')
    .description('point a served dist back at a version that it keeps')
    .argument('[version]', 'default: the one before')
    .requiredOption('--to <folder>', 'the dist that is served')
    .option(...PUBLIC_KEY)
    .option(...SIGNING_KEY)
    .addHelpText('after', '\nExample:\n  $ hivecheck rollback --to /srv/dist')
    .action(run);
}

async function run(
  version: string | undefined,
  flags: { to: string; publicKey?: string; key?: string },
): Promise<void> {
  const { rollback } = await import('../pipeline/publish/publish.ts');
  const { optionalPublicKey, optionalSigningKey } = await import('./signing.ts');
  const now = await rollback({
    to: resolve(flags.to),
    version,
    publicKey: await optionalPublicKey(flags.publicKey),
    signingKey: await optionalSigningKey(flags.key),
  });
  process.stdout.write(`${flags.to} serves ${now}\n`);
}
