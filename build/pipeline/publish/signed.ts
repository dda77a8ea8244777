/** The signatures of a place: nothing stays unsigned in a signed place, nor is silently signed by another key. */
import type { KeyObject } from 'node:crypto';
import { FEED_FILE } from '../../../runtime/dataset/feed.ts';
import { INDEX_FILE } from '../../../runtime/dataset/manifest.ts';
import { SIGNATURE_FILE, signatureFileOf } from '../../../runtime/dataset/signature.ts';
import type { VersionFiles } from '../../dist-index.ts';
import { PublishError } from './errors.ts';
import { signerOf } from './keys.ts';

export interface KeyChoice {
  /** Signs what is put into service. Required if the place is signed. */
  signingKey?: KeyObject | undefined;
  /** Also signs what another key has signed. */
  replaceKey?: boolean | undefined;
}

/** @throws PublishError if the place is signed, and the key is missing or another one. */
export async function requireSameKey(
  place: VersionFiles,
  { signingKey, replaceKey }: KeyChoice,
): Promise<void> {
  for (const file of [INDEX_FILE, FEED_FILE]) {
    const signature = await place.read(signatureFileOf(file));
    if (signature === undefined) continue;
    if (signingKey === undefined) {
      throw new PublishError(
        `${place.name}/${file} is signed: name the signing key with --key, or set HIVECHECK_SIGNING_KEY.`,
      );
    }
    const bytes = replaceKey ? undefined : await place.read(file);
    if (bytes && isByAnother(bytes, signature, signingKey))
      throw anotherKey(place.name, signatureFileOf(file));
  }
}

/**
 * The signature for a manifest.
 * @param there Existing signatures, the best first.
 * @param where `<place>/<version>`, for the message.
 * @returns The first valid one of `there`, else a new one. @throws PublishError if another key has signed it.
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

/** A text without any signature, as after an interrupted upload, does not indicate another key. */
function isByAnother(bytes: Uint8Array, signature: Uint8Array, key: KeyObject): boolean {
  const lines = linesOf(signature);
  const { verifies } = signerOf(key);
  return lines.length > 0 && !lines.some((line) => verifies(bytes, line));
}

function linesOf(signature: Uint8Array): string[] {
  const lines = Buffer.from(signature).toString('utf8').trim().split('\n');
  return lines.filter((line) => Buffer.from(line, 'base64').length === 64);
}
