import { rollback } from '../build/pipeline/publish/publish.ts';
import { print } from './error.ts';
import { type PublishingFlags, publishingOptions } from './signing.ts';

export async function run(
  version: string | undefined,
  flags: PublishingFlags & { to: string },
): Promise<void> {
  const now = await rollback({ to: flags.to, version, ...(await publishingOptions(flags)) });
  print(`${flags.to} serves ${now}\n`);
}
