import { join } from 'node:path';
import { DIST } from '../build/paths.ts';
import { signingKey } from '../build/pipeline/publish/keys.ts';
import { isFolder, locationOf } from '../build/pipeline/publish/places/location.ts';
import { findVersion, signServed, signVersion } from '../build/pipeline/publish/sign.ts';
import { print } from './error.ts';
import { type PublishingFlags, withEndpoint } from './signing.ts';

export async function run(at: string = DIST, flags: PublishingFlags): Promise<void> {
  const key = await signingKey({ file: flags.key, environment: process.env });
  const found = isFolder(at) ? await findVersion(at) : undefined;
  if (found && !found.latest) {
    await signVersion(join(found.dist, found.version), key);
    print(`signed ${join(found.dist, found.version)}\n`);
    return;
  }
  const location = locationOf(at, withEndpoint(flags));
  const version = await signServed(location, key);
  print(`signed ${location.name}/${version} and the index\n`);
}
