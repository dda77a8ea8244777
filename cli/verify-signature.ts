import type { Command } from 'commander';
import { DIST } from '../build/paths.ts';
import { PLACES_HELP, S3_ENDPOINT } from './options.ts';

export function register(program: Command): void {
  program
    .command('verify-signature')
    .description('check the signature, the name and every file of a version; of a dist its index too')
    .argument(
      '[place]',
      "a version's folder, or what is served (its latest version); default: the built-in dist",
    )
    .option('--key <file>', 'public key, PEM or base64; default: HIVECHECK_PUBLIC_KEY')
    .option(...S3_ENDPOINT)
    .addHelpText(
      'after',
      `${PLACES_HELP}\nExample:\n  $ hivecheck verify-signature /srv/dist --key public.pem`,
    )
    .action(run);
}

async function run(at: string = DIST, flags: { key?: string; s3Endpoint?: string }): Promise<void> {
  const { publicKey } = await import('../build/pipeline/publish/keys.ts');
  const { isFolder, locationOf } = await import('../build/pipeline/publish/places/location.ts');
  const { findVersion, latestOf, verifyIndex, verifyVersion } = await import(
    '../build/pipeline/publish/sign.ts'
  );
  const { withEndpoint } = await import('./signing.ts');
  const key = await publicKey({ file: flags.key, environment: process.env });
  const found = isFolder(at) ? await findVersion(at) : undefined;
  const say = (what: string, signed: string, files: number) =>
    process.stdout.write(`${what} is good: ${signed} and all ${files} files were checked\n`);
  if (found && !found.latest) {
    const { files } = await verifyVersion(found, { publicKey: key });
    say(`${found.dist}/${found.version}`, 'the signature', files);
    return;
  }
  await locationOf(found?.dist ?? at, withEndpoint(flags.s3Endpoint)).read(async (place) => {
    const version = await latestOf(place);
    const { files } = await verifyVersion({ dist: place.store, version }, { publicKey: key });
    await verifyIndex(place.store, key);
    say(`${place.name}/${version}`, 'the signatures of the version and of the index', files);
  });
}
