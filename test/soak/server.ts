/** The command under test, always a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';
import { COMMAND } from '../command.ts';

/** The bounds of memory that the image, the systemd unit and `npm start` give to Node. */
const DOCKERFILE = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
const NODE_OPTIONS = /^ENV NODE_OPTIONS="(.*)"$/m.exec(DOCKERFILE)?.[1] ?? '';
const SCRIPTS = await readFile(join(ROOT, 'package.json'), 'utf8');
const MALLOC_MMAP_THRESHOLD_ = /MALLOC_MMAP_THRESHOLD_:-(\d+)/.exec(SCRIPTS)?.[1] ?? '';

export type Environment = Record<string, string>;

export interface Server extends AsyncDisposable {
  url: string;
  port: number;
  process: ChildProcess;
  /** Exit code, null where a signal ended it. */
  ended: Promise<number | null>;
  /** Its log so far. */
  log(): { msg: string; level: number }[];
  /** Resident memory, MB; NaN when it has ended. */
  memory(): Promise<number>;
}

export interface ServerOptions {
  env?: Environment;
  /** A script that Node loads first. */
  preload?: string;
}

/** `hivecheck serve` without limits on a free port of loopback, which logs errors only. */
export async function startServer(dataset: string, options: ServerOptions = {}): Promise<Server> {
  const preload = options.preload === undefined ? [] : ['--import', options.preload];
  const args = [...preload, COMMAND, 'serve', '--dataset', dataset];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      NODE_OPTIONS,
      MALLOC_MMAP_THRESHOLD_,
      LOG_LEVEL: 'error',
      RATE_LIMIT_ANONYMOUS: '0',
      RATE_LIMIT_KEYED: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let logged = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    logged += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const line = /listens on (\S+)\n/.exec(printed)?.[1];
      if (line !== undefined) resolve(line);
    });
    child.once('close', () => reject(new Error(`The server did not start: ${logged}`)));
  });
  return {
    url,
    port: Number(new URL(url).port),
    process: child,
    ended,
    log: () =>
      logged
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as { msg: string; level: number }),
    memory: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs `hivecheck <args>` to its end, or kills it after `killAfterMs`. Resolves with whether it ended with 0. */
export function runCommand(args: string[], env: Environment = {}, killAfterMs?: number): Promise<boolean> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((resolve, reject) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0 || signal === 'SIGKILL') resolve(code === 0);
      else reject(new Error(`hivecheck ${args.join(' ')} ended with ${code}: ${errors}`));
    });
  });
}

/** Seconds until `holds` is true, asked again and again; undefined where it is not within `ms`. */
export async function secondsUntil(holds: () => Promise<boolean>, ms = 30_000): Promise<number | undefined> {
  const started = performance.now();
  while (performance.now() - started < ms) {
    if (await holds()) return Math.round((performance.now() - started) / 100) / 10;
    await sleep(100);
  }
  return undefined;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
