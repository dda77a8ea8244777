import { join } from 'node:path';
import type { Command } from 'commander';
import { DIST } from '../build/paths.ts';
import { PLACES_HELP, S3_ENDPOINT, SIGNING_KEY } from './options.ts';

export function register(program: Command): void {
  program
    .command('sign')
    .description('sign a version (Ed25519); of a dist its latest version and its index')
    .argument('[place]', "a version's folder, or what is served; default: the built-in dist")
    .option(...SIGNING_KEY)
    .option(...S3_ENDPOINT)
    .addHelpText('after', `${PLACES_HELP}\nExample:\n  $ hivecheck sign /srv/dist --key signing.pem`)
    .action(run);
}

async function run(at: string = DIST, flags: { key?: string; s3Endpoint?: string }): Promise<void> {
  const { signingKey } = await import('../build/pipeline/publish/keys.ts');
  const { isFolder, locationOf } = await import('../build/pipeline/publish/places/location.ts');
  const { findVersion, signServed, signVersion } = await import('../build/pipeline/publish/sign.ts');
  const { withEndpoint } = await import('./signing.ts');
  const key = await signingKey({ file: flags.key, environment: process.env });
  const found = isFolder(at) ? await findVersion(at) : undefined;
  if (found && !found.latest) {
    await signVersion(join(found.dist, found.version), key);
    process.stdout.write(`signed ${join(found.dist, found.version)}\n`);
    return;
  }
  const location = locationOf(at, withEndpoint(flags.s3Endpoint));
  const version = await signServed(location, key);
  process.stdout.write(`signed ${location.name}/${version} and the index\n`);
}
