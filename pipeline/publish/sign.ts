/** Signing and verifying a version's folder. */
import { type KeyObject, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SIGNATURE_FILE, verifyManifest } from '../../runtime/dataset/signature.ts';
import { PublishError } from './errors.ts';
import { writeDurably } from './files.ts';

/** @param folder the folder of one version. */
export async function signVersion(folder: string, key: KeyObject): Promise<void> {
  const signature = sign(null, await manifestBytes(folder), key);
  await writeDurably(join(folder, SIGNATURE_FILE), `${signature.toString('base64')}\n`);
}

/** @throws PublishError where the signature is missing or another's. */
export async function verifyVersion(folder: string, publicKey: string): Promise<void> {
  const signature = await readFile(join(folder, SIGNATURE_FILE), 'utf8').catch(() => {
    throw new PublishError(`${folder} is not signed: it has no ${SIGNATURE_FILE}. Run \`hivecheck sign\`.`);
  });
  if (await verifyManifest(await manifestBytes(folder), signature, publicKey)) return;
  throw new PublishError(
    `${join(folder, SIGNATURE_FILE)} does not fit the manifest: it was signed with another key, or changed since.`,
  );
}

async function manifestBytes(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(join(folder, 'manifest.json')).catch(() => {
    throw new PublishError(`${folder} is not a dataset version: it has no manifest.json.`);
  });
  return new Uint8Array(bytes);
}
