import { join } from 'node:path';
import type { Command } from 'commander';
import { DIST } from '../build/paths.ts';

export function register(program: Command): void {
  program
    .command('verify-signature')
    .description('check the signature, the name and every file of a version; of a dist its index too')
    .argument('[folder]', "a version's folder, or a dist (its latest version); default: the built-in dist")
    .option('--key <file>', 'public key, PEM or base64; default: HIVECHECK_PUBLIC_KEY')
    .addHelpText('after', '\nExample:\n  $ hivecheck verify-signature /srv/dist --key public.pem')
    .action(run);
}

async function run(folder: string = DIST, flags: { key?: string }): Promise<void> {
  const { publicKey } = await import('../pipeline/publish/keys.ts');
  const { findVersion, verifyIndex, verifyVersion } = await import('../pipeline/publish/sign.ts');
  const place = await findVersion(folder);
  const key = await publicKey({ file: flags.key, environment: process.env });
  const { files } = await verifyVersion(place, { publicKey: key });
  if (place.latest) await verifyIndex(place.dist, key);
  const what = place.latest ? 'the signatures of the version and of the index' : 'the signature';
  process.stdout.write(
    `${join(place.dist, place.version)} is good: ${what} and all ${files} files were checked\n`,
  );
}
