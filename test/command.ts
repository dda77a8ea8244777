/** The command as a process: the bundle, which `bundle.setup.ts` makes before the tests. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../build/paths.ts';

export const COMMAND = join(ROOT, 'lib/cli/hivecheck.cjs');

export interface CommandRun {
  code: number | null;
  out: string;
  err: string;
}

/**
 * @param input of standard input, which is closed after it.
 * @param env variables besides those of the tests.
 * @param command of another package.
 */
export function hivecheck(
  args: readonly string[],
  input?: Uint8Array,
  env: Record<string, string> = {},
  command = COMMAND,
): Promise<CommandRun> {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  const run: CommandRun = { code: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    run.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    run.err += chunk;
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...run, code })));
}
