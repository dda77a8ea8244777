import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DIST } from '../build/paths.ts';
import { PUBLIC_KEY, SIGNING_KEY } from './options.ts';

export function register(program: Command): void {
  program
    .command('publish')
    .description('put a version into a dist that is being served')
    .option('--from <folder>', "a dist or a version's folder; default: the built-in dist")
    .requiredOption('--to <folder>', 'the dist that is served')
    .option('--keep <n>', 'versions kept, the new one included', '5')
    .option(...PUBLIC_KEY)
    .option(...SIGNING_KEY)
    .addHelpText('after', '\nExample:\n  $ hivecheck publish --to /srv/dist --keep 3')
    .action(run);
}

interface PublishFlags {
  from?: string;
  to: string;
  keep: string;
  publicKey?: string;
  key?: string;
}

async function run(flags: PublishFlags): Promise<void> {
  const { publish } = await import('../pipeline/publish/publish.ts');
  const { optionalPublicKey, optionalSigningKey, versionsKept } = await import('./signing.ts');
  const { createProgress } = await import('./progress.ts');
  const progress = createProgress();
  const [publicKey, signingKey] = [
    await optionalPublicKey(flags.publicKey),
    await optionalSigningKey(flags.key),
  ];
  const { version, removed, reused } = await publish({
    from: resolve(flags.from ?? DIST),
    to: resolve(flags.to),
    keep: versionsKept(flags.keep),
    publicKey,
    signingKey,
    progress: (done, total) => progress.update(done, total, 'copied and checked'),
  }).finally(() => progress.stop());
  const deleted = removed.length > 0 ? `; removed ${removed.join(', ')}` : '';
  process.stdout.write(`${flags.to} serves ${version}${reused ? ' (it was there already)' : ''}${deleted}\n`);
  if (publicKey !== undefined && signingKey === undefined) {
    process.stderr.write(
      `${flags.to}/index.json is not signed: servers with a public key refuse it until "hivecheck sign ${flags.to}"\n`,
    );
  }
}
