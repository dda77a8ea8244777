/** Signing and verification of a place that a text names: the folder of a version, or what is served there. */
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { isFolder, locationOf } from './places/location.ts';
import type { Environment } from './places/place.ts';
import { findVersion, latestOf, signServed, signVersion, verifyIndex, verifyVersion } from './sign.ts';

/** @returns What was signed, for a message. */
export async function signPlace(at: string, environment: Environment, key: KeyObject): Promise<string> {
  const found = isFolder(at) ? await findVersion(at) : undefined;
  if (found && !found.latest) {
    const folder = join(found.dist, found.version);
    await signVersion(folder, key);
    return folder;
  }
  const location = locationOf(at, environment);
  return `${location.name}/${await signServed(location, key)} and the index`;
}

/** Verifies the signature, the name and every file of a version; of what is served its index too. */
export async function verifyPlace(
  at: string,
  environment: Environment,
  publicKey: string,
): Promise<{ name: string; files: number; index: boolean }> {
  const found = isFolder(at) ? await findVersion(at) : undefined;
  if (found && !found.latest) {
    const { files } = await verifyVersion(found, { publicKey });
    return { name: `${found.dist}/${found.version}`, files, index: false };
  }
  return locationOf(found?.dist ?? at, environment).read(async (place) => {
    const version = await latestOf(place);
    const { files } = await verifyVersion({ dist: place.store, version }, { publicKey });
    await verifyIndex(place.store, publicKey);
    return { name: `${place.name}/${version}`, files, index: true };
  });
}
