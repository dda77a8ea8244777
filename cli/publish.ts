/** `hivecheck publish` and `hivecheck rollback`. */
import { resolve } from 'node:path';
import { DIST } from '../build/paths.ts';
import { publicKey } from '../pipeline/publish/keys.ts';
import { publish, rollback } from '../pipeline/publish/publish.ts';
import { CliError } from './error.ts';
import { createProgress } from './progress.ts';

export interface PublishFlags {
  from?: string;
  to: string;
  keep: string;
  publicKey?: string;
}

export async function publishCommand(flags: PublishFlags): Promise<void> {
  const progress = createProgress();
  const { version, removed, reused } = await publish({
    from: resolve(flags.from ?? DIST),
    to: resolve(flags.to),
    keep: keepOf(flags.keep),
    publicKey: await keyOf(flags.publicKey),
    progress: (done, total) => progress.update(done, total, 'copied and checked'),
  }).finally(() => progress.stop());
  const gone = removed.length > 0 ? `; removed ${removed.join(', ')}` : '';
  process.stdout.write(`${flags.to} serves ${version}${reused ? ' (it was there already)' : ''}${gone}\n`);
}

export async function rollbackCommand(
  version: string | undefined,
  flags: { to: string; publicKey?: string },
): Promise<void> {
  const back = await rollback({ to: resolve(flags.to), version, publicKey: await keyOf(flags.publicKey) });
  process.stdout.write(`${flags.to} serves ${back}\n`);
}

/** Absent: signatures are not asked for. */
export async function keyOf(file: string | undefined): Promise<string | undefined> {
  if (file === undefined && !process.env.HIVECHECK_PUBLIC_KEY) return undefined;
  return publicKey({ file, environment: process.env });
}

export function keepOf(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new CliError(`--keep ${text}: how many versions are kept is a number from 1`, 2);
}
