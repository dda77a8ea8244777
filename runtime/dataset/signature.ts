/** Who made a dataset version: an Ed25519 signature over the bytes of its manifest, which names every other byte. */

/** Beside `manifest.json`, base64 of the 64 bytes. */
export const SIGNATURE_FILE = 'manifest.json.sig';

/** What stands before the 32 bytes of a key in its SubjectPublicKeyInfo form (RFC 8410). */
const SPKI_PREFIX = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/**
 * Whether `signature` (the text of the signature file) is that of these bytes by this key; false for anything
 * else that may stand in that file. Uses Web Crypto only.
 * @param publicKey PEM (`-----BEGIN PUBLIC KEY-----`), or base64 of either the 32 bytes or their DER form.
 * @throws TypeError for a key that is none: a wrong configuration must not look like a wrong dataset.
 */
export async function verifyManifest(
  manifest: Uint8Array<ArrayBuffer>,
  signature: string,
  publicKey: string,
): Promise<boolean> {
  const key = await importPublicKey(publicKey);
  const bytes = fromBase64(signature.trim());
  if (bytes?.length !== 64) return false;
  return crypto.subtle.verify({ name: 'Ed25519' }, key, bytes, manifest);
}

async function importPublicKey(text: string) {
  const raw = rawPublicKey(text);
  return crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify']);
}

/** The 32 bytes of a public key. @throws TypeError */
export function rawPublicKey(text: string): Uint8Array<ArrayBuffer> {
  const body = text.replaceAll(/-----(BEGIN|END) PUBLIC KEY-----/g, '').replaceAll(/\s+/g, '');
  const bytes = fromBase64(body);
  if (bytes?.length === 32) return bytes;
  const isSpki = bytes?.length === 44 && SPKI_PREFIX.every((byte, at) => bytes[at] === byte);
  if (bytes && isSpki) return bytes.slice(SPKI_PREFIX.length);
  throw new TypeError('Not an Ed25519 public key: PEM, or base64 of its 32 bytes, is expected.');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
