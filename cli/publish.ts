import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DIST } from '../build/paths.ts';
import { CliError, EXIT } from './error.ts';
import { PLACES_HELP, PUBLIC_KEY, REPLACE_KEY, S3_ENDPOINT, SIGNING_KEY } from './options.ts';

export function register(program: Command): void {
  program
    .command('publish')
    .description('put a version where it is served')
    .option('--from <folder>', "a dist or a version's folder; default: the built-in dist")
    .requiredOption('--to <place>', 'what is served: a folder, a bucket or a git branch')
    .option('--keep <n>', 'versions kept, the new one included', '5')
    .option(...PUBLIC_KEY)
    .option(...SIGNING_KEY)
    .option(...REPLACE_KEY)
    .option(...S3_ENDPOINT)
    .addHelpText(
      'after',
      `${PLACES_HELP}\nExamples:\n  $ hivecheck publish --to /srv/dist --keep 3\n  $ hivecheck publish --to s3://example-data/dist --key signing.pem\n  $ hivecheck publish --to 'git+https://github.com/example/data.git#dataset'`,
    )
    .action(run);
}

interface PublishFlags {
  from?: string;
  to: string;
  keep: string;
  publicKey?: string;
  key?: string;
  replaceKey?: boolean;
  s3Endpoint?: string;
}

async function run(flags: PublishFlags): Promise<void> {
  if (flags.to.trim() === '') throw new CliError('--to: name a place; it is empty', EXIT.usage);
  const { publish } = await import('../build/pipeline/publish/publish.ts');
  const { optionalPublicKey, optionalSigningKey, versionsKept, withEndpoint } = await import('./signing.ts');
  const { createProgress } = await import('./progress.ts');
  const progress = createProgress();
  const [publicKey, signingKey] = [
    await optionalPublicKey(flags.publicKey),
    await optionalSigningKey(flags.key),
  ];
  const { version, removed, reused, unnamed, relisted } = await publish({
    from: resolve(flags.from ?? DIST),
    to: flags.to,
    environment: withEndpoint(flags.s3Endpoint),
    keep: versionsKept(flags.keep),
    publicKey,
    signingKey,
    replaceKey: flags.replaceKey,
    progress: (done, total) => progress.update(done, total, 'copied and checked'),
  }).finally(() => progress.stop());
  const deleted = removed.length > 0 ? `; removed ${removed.join(', ')}` : '';
  process.stdout.write(`${flags.to} serves ${version}${reused ? ' (it was there already)' : ''}${deleted}\n`);
  if (relisted) {
    process.stderr.write(
      `${flags.to}/index.json was missing and is written anew; listed again: ${relisted.join(', ') || 'none'}\n`,
    );
  }
  if (unnamed.length > 0)
    process.stderr.write(`not named by the index, and left as they are: ${unnamed.join(', ')}\n`);
  if (publicKey !== undefined && signingKey === undefined) {
    process.stderr.write(
      `the index of ${flags.to} is not signed: servers with a public key refuse it until "hivecheck sign ${flags.to}"\n`,
    );
  }
}
