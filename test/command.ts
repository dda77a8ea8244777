/** The command: in this process, or in one of its own from the bundle that `bundle.setup.ts` makes before the tests. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { ROOT } from '../build/paths.ts';
import { runCommand } from '../cli/program.ts';
import { collected } from './server.ts';

export const COMMAND = join(ROOT, 'lib/cli/hivecheck.cjs');

export interface CommandRun {
  code: number | null;
  out: string;
  err: string;
}

let running: Promise<unknown> = Promise.resolve();

/**
 * Runs the command in this process, after those that were asked for before: a process for each takes several times the
 * processor time. For commands that end by themselves.
 * @param input of standard input, which is closed after it.
 * @param env variables besides those of the tests.
 */
export function hivecheck(
  args: readonly string[],
  input?: Uint8Array,
  env: Record<string, string> = {},
): Promise<CommandRun> {
  const run = running.then(() => runHere(args, input, env));
  running = run.catch(() => {});
  return run;
}

async function runHere(
  args: readonly string[],
  input: Uint8Array = Buffer.of(),
  env: Record<string, string>,
): Promise<CommandRun> {
  const before = { env: process.env, exitCode: process.exitCode };
  const [out, err] = [captured(process.stdout), captured(process.stderr)];
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as never);
  process.env = { ...before.env, ...env };
  process.exitCode = undefined;
  try {
    await runCommand(args);
    return { code: Number(process.exitCode ?? 0), out: out(), err: err() };
  } finally {
    process.env = before.env;
    process.exitCode = before.exitCode;
    stdin.mockRestore();
    out();
    err();
  }
}

/** From now on the stream is not written to. @returns what ends that, and returns what would have been written. */
function captured(stream: NodeJS.WriteStream): () => string {
  const chunks: Buffer[] = [];
  const write = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    chunks.push(Buffer.from(chunk as string));
    return true;
  });
  return () => {
    write.mockRestore();
    return Buffer.concat(chunks).toString();
  };
}

/** As {@link hivecheck}, in a process of its own. @param command of another package. */
export function hivecheckProcess(
  args: readonly string[],
  input?: Uint8Array,
  env: Record<string, string> = {},
  command = COMMAND,
): Promise<CommandRun> {
  const options = { cwd: ROOT, env: { ...process.env, ...env } };
  return runProgram(process.execPath, [command, ...args], options, input);
}

export function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
  input?: Uint8Array,
): Promise<CommandRun> {
  const child = spawn(program, args, options);
  const [out, err] = [collected(child.stdout), collected(child.stderr)];
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out: out(), err: err() })));
}

/** Says so where it is not. */
export function isInstalled(program: string): boolean {
  const found = spawnSync(program, ['--version']).error === undefined;
  if (!found) console.log(`${program} is not installed: it is not tried`);
  return found;
}
