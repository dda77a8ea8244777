import { DIST } from '../build/paths.ts';
import { publicKey } from '../build/pipeline/publish/keys.ts';
import { isFolder, locationOf } from '../build/pipeline/publish/places/location.ts';
import { findVersion, latestOf, verifyIndex, verifyVersion } from '../build/pipeline/publish/sign.ts';
import { print } from './error.ts';
import { type PublishingFlags, withEndpoint } from './signing.ts';

export async function run(at: string = DIST, flags: PublishingFlags): Promise<void> {
  const key = await publicKey({ file: flags.key, environment: process.env });
  const found = isFolder(at) ? await findVersion(at) : undefined;
  const say = (what: string, signed: string, files: number) =>
    print(`${what} is good: ${signed} and all ${files} files were checked\n`);
  if (found && !found.latest) {
    const { files } = await verifyVersion(found, { publicKey: key });
    say(`${found.dist}/${found.version}`, 'the signature', files);
    return;
  }
  await locationOf(found?.dist ?? at, withEndpoint(flags)).read(async (place) => {
    const version = await latestOf(place);
    const { files } = await verifyVersion({ dist: place.store, version }, { publicKey: key });
    await verifyIndex(place.store, key);
    say(`${place.name}/${version}`, 'the signatures of the version and of the index', files);
  });
}
