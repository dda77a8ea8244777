/** `hivecheck sign`, `hivecheck verify` and `hivecheck signing-key`. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DIST } from '../build/paths.ts';
import { publicKey, signingKey, writeKeyPair } from '../pipeline/publish/keys.ts';
import { readIndex } from '../pipeline/publish/publish.ts';
import { signVersion, verifyVersion } from '../pipeline/publish/sign.ts';

export async function signCommand(folder: string | undefined, flags: { key?: string }): Promise<void> {
  const at = await versionFolder(folder);
  await signVersion(at, await signingKey({ file: flags.key, environment: process.env }));
  process.stdout.write(`signed ${at}\n`);
}

export async function verifyCommand(folder: string | undefined, flags: { key?: string }): Promise<void> {
  const at = await versionFolder(folder);
  await verifyVersion(at, await publicKey({ file: flags.key, environment: process.env }));
  process.stdout.write(`the signature of ${at} is good\n`);
}

export async function signingKeyCommand(privateFile: string, publicFile: string): Promise<void> {
  const text = await writeKeyPair(resolve(privateFile), resolve(publicFile));
  process.stdout.write(
    `private key: ${privateFile} (keep it to yourself)\npublic key:  ${publicFile}, or ${text}\n`,
  );
}

/** The folder of a version, or the latest one of a `dist`. */
async function versionFolder(folder: string | undefined): Promise<string> {
  const at = resolve(folder ?? DIST);
  const isVersion = await stat(join(at, 'manifest.json')).then(
    () => true,
    () => false,
  );
  return isVersion ? at : join(at, (await readIndex(at)).latest);
}
