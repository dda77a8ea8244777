/** The command as a process, from the sources. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../build/paths.ts';

export interface CommandRun {
  code: number | null;
  out: string;
  err: string;
}

/** @param input of standard input, which is closed after it. */
export function hivecheck(args: readonly string[], input?: Uint8Array): Promise<CommandRun> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'cli/main.ts'), ...args], {
    cwd: ROOT,
  });
  const run: CommandRun = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    run.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    run.err += chunk;
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...run, code })));
}
