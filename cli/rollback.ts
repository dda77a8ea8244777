import type { Command } from 'commander';
import { PLACES_HELP, PUBLIC_KEY, REPLACE_KEY, S3_ENDPOINT, SIGNING_KEY } from './options.ts';

export function register(program: Command): void {
  program
    .command('rollback')
    .description('point what is served back at a version that is kept')
    .argument('[version]', 'default: the one before')
    .requiredOption('--to <place>', 'what is served: a folder, a bucket or a git branch')
    .option(...PUBLIC_KEY)
    .option(...SIGNING_KEY)
    .option(...REPLACE_KEY)
    .option(...S3_ENDPOINT)
    .addHelpText('after', `${PLACES_HELP}\nExample:\n  $ hivecheck rollback --to /srv/dist`)
    .action(run);
}

async function run(
  version: string | undefined,
  flags: { to: string; publicKey?: string; key?: string; replaceKey?: boolean; s3Endpoint?: string },
): Promise<void> {
  const { rollback } = await import('../build/pipeline/publish/publish.ts');
  const { optionalPublicKey, optionalSigningKey, withEndpoint } = await import('./signing.ts');
  const now = await rollback({
    to: flags.to,
    environment: withEndpoint(flags.s3Endpoint),
    version,
    publicKey: await optionalPublicKey(flags.publicKey),
    signingKey: await optionalSigningKey(flags.key),
    replaceKey: flags.replaceKey,
  });
  process.stdout.write(`${flags.to} serves ${now}\n`);
}
