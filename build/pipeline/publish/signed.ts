/** What of a place is signed already, and with which key: nothing is left unsigned there, nor quietly signed by another. */
import type { KeyObject } from 'node:crypto';
import { FEED_FILE } from '../../../runtime/dataset/feed.ts';
import { INDEX_FILE } from '../../../runtime/dataset/manifest.ts';
import { SIGNATURE_FILE } from '../../../runtime/dataset/signature.ts';
import { indexSignatureOf, type VersionFiles } from '../../dist-index.ts';
import { PublishError } from './errors.ts';
import { signerOf } from './keys.ts';

export interface KeyChoice {
  /** Signs what is put into service. Needed where the place is signed already. */
  signingKey?: KeyObject | undefined;
  /** Signs also what another key has signed. */
  replaceKey?: boolean | undefined;
}

/** @throws PublishError where the place is signed, and the key is missing or another one. */
export async function requireSameKey(
  place: VersionFiles,
  { signingKey, replaceKey }: KeyChoice,
): Promise<void> {
  for (const file of [INDEX_FILE, FEED_FILE]) {
    const signature = await place.read(indexSignatureOf(file));
    if (signature === undefined) continue;
    if (signingKey === undefined) {
      throw new PublishError(
        `${place.name}/${file} is signed: name the signing key with --key, or set HIVECHECK_SIGNING_KEY.`,
      );
    }
    const bytes = replaceKey ? undefined : await place.read(file);
    if (bytes && isByAnother(bytes, signature, signingKey))
      throw anotherKey(place.name, indexSignatureOf(file));
  }
}

/**
 * The signature that belongs beside a manifest.
 * @param there signatures that there are, the best first.
 * @param where `<place>/<version>`, for the message.
 * @returns the first good one of `there`, else a new one. @throws PublishError where another key has signed it.
 */
export function signatureBeside(
  manifest: Uint8Array,
  there: readonly (Uint8Array<ArrayBuffer> | undefined)[],
  { signingKey, replaceKey, where }: KeyChoice & { signingKey: KeyObject; where: string },
): Uint8Array<ArrayBuffer> {
  const signer = signerOf(signingKey);
  const good = there.find((each) => each && linesOf(each).some((line) => signer.verifies(manifest, line)));
  if (good) return good;
  if (!replaceKey && there.some((each) => each && isByAnother(manifest, each, signingKey)))
    throw anotherKey(where, SIGNATURE_FILE);
  return Buffer.from(`${signer.sign(manifest)}\n`);
}

function anotherKey(where: string, file: string): PublishError {
  return new PublishError(
    `${where}/${file} is not a signature by the key given: it was made with another key, or the file it signs was ` +
      'changed. Name the key that it was signed with; to change keys on purpose, add --replace-key, and give the new ' +
      'public key to all who check.',
  );
}

/** A text that holds no signature at all, as after an upload that was cut short, tells of no key. */
function isByAnother(bytes: Uint8Array, signature: Uint8Array, key: KeyObject): boolean {
  const lines = linesOf(signature);
  const { verifies } = signerOf(key);
  return lines.length > 0 && !lines.some((line) => verifies(bytes, line));
}

function linesOf(signature: Uint8Array): string[] {
  const lines = Buffer.from(signature).toString('utf8').trim().split('\n');
  return lines.filter((line) => Buffer.from(line, 'base64').length === 64);
}
