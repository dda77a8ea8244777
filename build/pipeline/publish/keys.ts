/** Signing keys: Ed25519, from a file or the environment, never from an argument that others can list. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { rawPublicKey } from '../../../runtime/dataset/signature.ts';
import { isErrno } from '../../atomic.ts';
import type { IndexSigner } from '../../dist-index.ts';
import { reasonOf, UsageError } from '../../errors.ts';

export const SIGNING_KEY = 'HIVECHECK_SIGNING_KEY';
export const PUBLIC_KEY = 'HIVECHECK_PUBLIC_KEY';

export interface KeySource {
  /** A PEM file; default: the environment variable. */
  file?: string | undefined;
  environment: Record<string, string | undefined>;
}

/** @throws UsageError that never contains the key. */
export async function signingKey(source: KeySource): Promise<KeyObject> {
  const pem = await keyText(source, SIGNING_KEY);
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new UsageError(`${origin(source, SIGNING_KEY)} is not a private key in PEM form.`);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new UsageError(
    `${origin(source, SIGNING_KEY)} is a ${key.asymmetricKeyType} key; Ed25519 is needed.`,
  );
}

/** @returns The text in the form that `verifyManifest` accepts. */
export async function publicKey(source: KeySource): Promise<string> {
  const text = await keyText(source, PUBLIC_KEY);
  try {
    rawPublicKey(text);
  } catch (error) {
    throw new UsageError(`${origin(source, PUBLIC_KEY)}: ${reasonOf(error)}`);
  }
  return text;
}

async function keyText(source: KeySource, variable: string): Promise<string> {
  if (source.file !== undefined) {
    return readFile(source.file, 'utf8').catch(() => {
      throw new UsageError(`${source.file} cannot be read.`);
    });
  }
  // Secrets of a forge often have escaped line breaks.
  const text = source.environment[variable]?.replaceAll('\\n', '\n');
  if (text) return text;
  throw new UsageError(`No key: name a file with --key, or set ${variable}.`);
}

function origin({ file }: KeySource, variable: string): string {
  return file ?? variable;
}

/** Writes a new pair; only the owner may read the private key. @returns The public key, base64 of 32 bytes. */
export async function writeKeyPair(privateFile: string, publicFile: string): Promise<string> {
  const pair = generateKeyPairSync('ed25519');
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeNew(privateFile, pem, 0o600);
  try {
    await writeNew(publicFile, pair.publicKey.export({ type: 'spki', format: 'pem' }));
  } catch (error) {
    await rm(privateFile);
    throw error;
  }
  return publicKeyText(pair.publicKey);
}

async function writeNew(file: string, text: string | Buffer, mode = 0o666): Promise<void> {
  await writeFile(file, text, { mode, flag: 'wx' }).catch((error: unknown) => {
    if (!isErrno(error, 'EEXIST')) throw error;
    throw new UsageError(`${file} is there already: a key is never written over. Name a new file.`);
  });
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
