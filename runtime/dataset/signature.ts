/**
 * Who made a dataset: Ed25519 signatures over the bytes of a version's manifest, which has the digest of every other
 * file, and over the bytes of `index.json`, which names the version in service.
 */
import { base64Bytes } from '../format/text.ts';

/**
 * The file with the signatures of another, base64 of 64 bytes a line. Beside a file that changes the second line, where
 * there is one, is that of the content before: this file is written first, so that a reader between the two writes, or
 * behind a cache, finds one that fits.
 */
export const signatureFileOf = (file: string) => `${file}.sig`;

/** Beside the manifest of a version. */
export const SIGNATURE_FILE = signatureFileOf('manifest.json');

/** What stands before the 32 bytes of a key in its SubjectPublicKeyInfo form (RFC 8410). */
const SPKI_PREFIX = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/** Lines of a signature file that are looked at. */
const MAX_LINES = 2;

/**
 * Whether a line of `signature` (the text of a signature file) is the signature of these bytes by this key; false for
 * any other content of that file. Uses Web Crypto only.
 * @param publicKey PEM (`-----BEGIN PUBLIC KEY-----`), or base64 of either the 32 bytes or their DER form.
 * @throws TypeError for text that is not a public key: a wrong configuration must not look like a wrong dataset.
 */
export async function verifyDetached(
  bytes: Uint8Array<ArrayBuffer>,
  signature: string,
  publicKey: string,
): Promise<boolean> {
  const raw = rawPublicKey(publicKey);
  const key = await crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify']);
  for (const line of signature.trim().split('\n', MAX_LINES)) {
    const candidate = fromBase64(line.trim());
    if (candidate?.length !== 64) continue;
    if (await crypto.subtle.verify({ name: 'Ed25519' }, key, candidate, bytes)) return true;
  }
  return false;
}

/** The 32 bytes of a public key. @throws TypeError */
export function rawPublicKey(text: string): Uint8Array<ArrayBuffer> {
  const body = text.replaceAll(/-----(BEGIN|END) PUBLIC KEY-----/g, '').replaceAll(/\s+/g, '');
  const bytes = fromBase64(body);
  if (bytes?.length === 32) return bytes;
  const isSpki = bytes?.length === 44 && SPKI_PREFIX.every((byte, at) => bytes[at] === byte);
  if (bytes && isSpki) return bytes.slice(SPKI_PREFIX.length);
  throw new TypeError('Not an Ed25519 public key: PEM, or base64 of its 32 bytes, is expected');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  try {
    return base64Bytes(text);
  } catch {
    return undefined;
  }
}
