/** Signing keys: Ed25519, from a file or the environment, never from an argument that others can list. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { IndexSigner } from '../../build/dist-index.ts';
import { rawPublicKey } from '../../runtime/dataset/signature.ts';
import { PublishError } from './errors.ts';

export const SIGNING_KEY = 'HIVECHECK_SIGNING_KEY';
export const PUBLIC_KEY = 'HIVECHECK_PUBLIC_KEY';

export interface KeySource {
  /** A PEM file; else the environment variable. */
  file?: string | undefined;
  environment: Record<string, string | undefined>;
}

/** @throws PublishError that never repeats what it read. */
export async function signingKey(source: KeySource): Promise<KeyObject> {
  const pem = await keyText(source, SIGNING_KEY);
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new PublishError(`${origin(source, SIGNING_KEY)} is not a private key in PEM form.`);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new PublishError(
    `${origin(source, SIGNING_KEY)} is a ${key.asymmetricKeyType} key; Ed25519 is needed.`,
  );
}

/** @returns the text as `verifyManifest` takes it. */
export async function publicKey(source: KeySource): Promise<string> {
  const text = await keyText(source, PUBLIC_KEY);
  try {
    rawPublicKey(text);
  } catch (error) {
    throw new PublishError(
      `${origin(source, PUBLIC_KEY)}: ${error instanceof Error ? error.message : error}`,
    );
  }
  return text;
}

async function keyText(source: KeySource, variable: string): Promise<string> {
  if (source.file !== undefined) {
    return readFile(source.file, 'utf8').catch(() => {
      throw new PublishError(`${source.file} cannot be read.`);
    });
  }
  // Secrets of a forge often arrive with their line breaks escaped.
  const text = source.environment[variable]?.replaceAll('\\n', '\n');
  if (text) return text;
  throw new PublishError(`No key: name a file with --key, or set ${variable}.`);
}

function origin({ file }: KeySource, variable: string): string {
  return file ?? variable;
}

/** Writes a new pair: the private key for its owner's eyes only. @returns the public key, base64 of 32 bytes. */
export async function writeKeyPair(privateFile: string, publicFile: string): Promise<string> {
  const pair = generateKeyPairSync('ed25519');
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(privateFile, pem, { mode: 0o600, flag: 'wx' });
  await writeFile(publicFile, pair.publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
  return publicKeyText(pair.publicKey);
}

export function publicKeyText(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  const pem = open.export({ type: 'spki', format: 'pem' }).toString();
  return Buffer.from(rawPublicKey(pem)).toString('base64');
}

export function signerOf(key: KeyObject): IndexSigner {
  const open = createPublicKey(key);
  return {
    sign: (bytes) => sign(null, bytes, key).toString('base64'),
    verifies: (bytes, signature) => verify(null, bytes, open, Buffer.from(signature, 'base64')),
  };
}
