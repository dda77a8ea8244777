/** The command under test, always a process of its own. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Pool } from 'undici';
import { ROOT } from '../../build/paths.ts';
import { COMMAND } from '../command.ts';
import { collected } from '../server.ts';
import type { Faults } from './figures.ts';

/** The bounds of memory that the image, the systemd unit and `npm start` give to Node. */
const DOCKERFILE = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
const SCRIPTS = await readFile(join(ROOT, 'package.json'), 'utf8');
const ENV = {
  PORT: '0',
  HOST: '127.0.0.1',
  NODE_OPTIONS: /^ENV NODE_OPTIONS="(.*)"$/m.exec(DOCKERFILE)?.[1] ?? '',
  MALLOC_MMAP_THRESHOLD_: /MALLOC_MMAP_THRESHOLD_:-(\d+)/.exec(SCRIPTS)?.[1] ?? '',
  LOG_LEVEL: 'error',
  RATE_LIMIT_ANONYMOUS: '0',
  RATE_LIMIT_KEYED: '0',
};
/** A client gives up then; milliseconds. Longer than any limit of the server (15 s). */
const PATIENCE_MS = 20_000;
/** The server is ended then: other programs of this machine need memory too. */
const ABORT_MB = 1500;

type Environment = Record<string, string>;

export interface Server extends AsyncDisposable {
  url: string;
  port: number;
  process: ChildProcess;
  /** Exit code, null where a signal ended it. */
  ended: Promise<number | null>;
  /** Connections to it, which are closed with it. */
  pool(connections: number): Pool;
  /** What it has written on stdout and on stderr so far. */
  output(): string;
  errors(): string;
  /** Its log so far. */
  log(): { msg: string; level: number }[];
  /** Resident memory, MB; NaN when it has ended. */
  memory(): Promise<number>;
}

export interface ServerOptions {
  env?: Environment;
  /** A module, as text, that Node loads first. */
  preload?: string;
  /** Where its stderr goes. */
  log?: number;
}

/** `hivecheck serve` without limits on a free port of loopback, which logs errors only. */
export function startServer(dataset: string, { env, preload = '' }: ServerOptions = {}): Promise<Server> {
  return startProgram([COMMAND, 'serve', '--dataset', dataset], { env: { ...ENV, ...env }, preload });
}

/** A program that prints the URL that it listens on. */
export async function startProgram(
  args: readonly string[],
  { env, preload = '', log }: ServerOptions = {},
): Promise<Server> {
  const first = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  const child = spawn(process.execPath, [...(preload ? first : []), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', log ?? 'pipe', 'ipc'],
  }) as ChildProcessByStdio<null, Readable, Readable | null>;
  const [printed, logged] = [collected(child.stdout), collected(child.stderr)];
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const [, found] = /listens on (\S+)\n/.exec(printed()) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`The server did not start: ${logged()}`)));
  });
  const pools: Pool[] = [];
  return {
    url,
    pool: (connections) => {
      const timeouts = { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS };
      const pool = new Pool(url, { connections, pipelining: 1, ...timeouts });
      pools.push(pool);
      return pool;
    },
    output: printed,
    errors: logged,
    port: Number(new URL(url).port),
    process: child,
    ended,
    log: () =>
      logged()
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as { msg: string; level: number }),
    memory: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await Promise.all([ended, ...pools.map((pool) => pool.destroy())]);
    },
  };
}

/** Runs `work`, and watches the resident memory meanwhile; MB. It has to stay below `most`. */
export async function withMemory(server: Server, faults: Faults, most: number, work: () => Promise<unknown>) {
  const memory: number[] = [];
  const watch = setInterval(async () => {
    const mb = await server.memory();
    memory.push(mb);
    if (mb <= ABORT_MB || server.process.killed) return;
    faults.add(`ended at ${Math.round(mb)} MB`);
    server.process.kill('SIGKILL');
  }, 100);
  await work().finally(() => clearInterval(watch));
  const peak = Math.round(Math.max(...memory));
  faults.expectBelow(peak, most, 'peak of memory in MB');
  return { memory, peak };
}

/** The number with which a preloaded module answers messages; such a module must not keep the process running. */
export async function reported({ process }: Server): Promise<number> {
  const answer = once(process, 'message', { signal: AbortSignal.timeout(30_000) });
  process.send('report');
  return (await answer)[0] as number;
}

/** SIGTERM; the exit code, null after a signal, `still running` after `ms`, and the milliseconds it took. */
export async function stopped(server: Server, ms: number) {
  const started = performance.now();
  server.process.kill('SIGTERM');
  const late = new Promise<'still running'>((resolve) => setTimeout(resolve, ms, 'still running'));
  const code = await Promise.race([server.ended, late]);
  return { code, took: Math.round(performance.now() - started) };
}
