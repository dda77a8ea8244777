import { join } from 'node:path';
import type { Command } from 'commander';
import { DIST } from '../build/paths.ts';
import { SIGNING_KEY } from './options.ts';

export function register(program: Command): void {
  program
    .command('sign')
    .description('sign a version (Ed25519); of a dist its latest version and its index')
    .argument('[folder]', "a version's folder, or a dist; default: the built-in dist")
    .option(...SIGNING_KEY)
    .addHelpText('after', '\nExample:\n  $ hivecheck sign /srv/dist --key signing.pem')
    .action(run);
}

async function run(folder: string = DIST, flags: { key?: string }): Promise<void> {
  const { signingKey } = await import('../pipeline/publish/keys.ts');
  const { findVersion, signIndex, signVersion } = await import('../pipeline/publish/sign.ts');
  const { dist, version, latest } = await findVersion(folder);
  const key = await signingKey({ file: flags.key, environment: process.env });
  await signVersion(join(dist, version), key);
  if (latest) await signIndex(dist, key);
  process.stdout.write(`signed ${join(dist, version)}${latest ? ' and the index' : ''}\n`);
}
