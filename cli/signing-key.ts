import { resolve } from 'node:path';
import type { Command } from 'commander';

export function register(program: Command): void {
  program
    .command('signing-key')
    .description('make a key pair for sign and verify-signature')
    .argument('<private-file>', 'for the signer only')
    .argument('<public-file>', 'for everybody')
    .action(run);
}

async function run(privateFile: string, publicFile: string): Promise<void> {
  const { writeKeyPair } = await import('../build/pipeline/publish/keys.ts');
  const text = await writeKeyPair(resolve(privateFile), resolve(publicFile));
  process.stdout.write(
    `private key: ${privateFile} (keep it to yourself)\npublic key:  ${publicFile}, or ${text}\n`,
  );
}
