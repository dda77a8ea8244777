import { resolve } from 'node:path';
import { writeKeyPair } from '../build/pipeline/publish/keys.ts';
import { print } from './error.ts';

export async function run(privateFile: string, publicFile: string): Promise<void> {
  const text = await writeKeyPair(resolve(privateFile), resolve(publicFile));
  print(`private key: ${privateFile} (keep it to yourself)\npublic key:  ${publicFile}, or ${text}\n`);
}
