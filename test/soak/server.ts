/** The server under test: a process of its own, as it is deployed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';

/** How Node is to run the command line: from the sources, or compiled. */
export const FROM_SOURCES = ['--import', 'tsx', join(ROOT, 'cli/main.ts')];
export const COMPILED = [join(ROOT, 'lib/cli/main.js')];

export interface Server extends AsyncDisposable {
  url: string;
  port: number;
  pid: number;
  process: ChildProcess;
  /** Exit code, null where a signal ended it. */
  ended: Promise<number | null>;
  /** Its log so far, one JSON line each. */
  log(): { msg: string; level: number; status?: number }[];
  /** Resident memory, MB. */
  memory(): Promise<number>;
}

/** Unlimited and on a free port of loopback. Logs errors unless `env` says otherwise. */
export async function startServer(
  command: string[],
  dataset: string,
  env: Record<string, string> = {},
): Promise<Server> {
  const child = spawn(process.execPath, [...command, 'serve', '--dataset', dataset], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      RATE_LIMIT_ANONYMOUS: '0',
      RATE_LIMIT_KEYED: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let logged = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    logged += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const line = /listens on (\S+)\n/.exec(said)?.[1];
      if (line !== undefined) resolve(line);
    });
    child.once('close', () => reject(new Error(`The server did not start: ${logged}`)));
  });
  const pid = child.pid ?? 0;
  return {
    url,
    port: Number(new URL(url).port),
    pid,
    process: child,
    ended,
    log: () =>
      logged
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { msg: string; level: number; status?: number }),
    memory: async () => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
