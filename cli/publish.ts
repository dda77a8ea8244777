import { resolve } from 'node:path';
import { DIST } from '../build/paths.ts';
import { publish } from '../build/pipeline/publish/publish.ts';
import { CliError, EXIT, print } from './error.ts';
import { withProgress } from './progress.ts';
import { type PublishingFlags, publishingOptions, versionsKept } from './signing.ts';

export async function run(
  flags: PublishingFlags & { from?: string; to: string; keep: string },
): Promise<void> {
  const { from = DIST, to, keep } = flags;
  if (to.trim() === '') throw new CliError('--to: name a place; it is empty', EXIT.usage);
  const options = await publishingOptions(flags);
  const kept = versionsKept(keep);
  const { version, removed, reused, unnamed, relisted } = await withProgress((update) => {
    const progress = (done: number, total: number) => update(done, total, 'copied and checked');
    return publish({ ...options, from: resolve(from), to, keep: kept, progress });
  });
  const deleted = removed.length > 0 ? `; removed ${removed.join(', ')}` : '';
  print(`${to} serves ${version}${reused ? ' (it was there already)' : ''}${deleted}\n`);
  const again = relisted?.join(', ') || 'none';
  const notes = [
    relisted && `${to}/index.json was missing and is written anew; listed again: ${again}`,
    unnamed.length > 0 && `not named by the index, and left as they are: ${unnamed.join(', ')}`,
    options.publicKey !== undefined &&
      options.signingKey === undefined &&
      `the index of ${to} is not signed: servers with a public key refuse it until "hivecheck sign ${to}"`,
  ];
  for (const note of notes) if (note) process.stderr.write(`${note}\n`);
}
