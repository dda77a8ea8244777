/** Servers as child processes. They tell their URL, and on request what they have used. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NODE_FLAGS, SERVED, SERVERS } from './paths.ts';

export interface Usage {
  /** Processor time so far, user and system; microseconds. */
  cpu: number;
  /** Resident memory now, after a full collection where the server was started with `--expose-gc`; bytes. */
  rss: number;
}

export interface Child {
  url: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/**
 * Starts `servers/<script>.js`, whose {@link announce} says when it listens; hivecheck as it is served, unless it is the
 * variant `untuned` (without Node's flags) or `modules`.
 */
export async function startChild(script: string, args: readonly string[]): Promise<Child> {
  const ours = script === 'hivecheck';
  const file = ours && !args.includes('modules') ? SERVED : join(SERVERS, `${script}.js`);
  const child = fork(file, args, {
    execArgv: ours && !args.includes('untuned') ? NODE_FLAGS : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { url } = await told<{ url: string }>(child, `${script} ${args.join(' ')}`);
  return {
    url,
    usage: () => {
      child.send('usage');
      return told<Usage>(child, script);
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      // At once: some of the listeners compared wait for ever when they are asked to stop, and none has what to lose.
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function told<T>(child: ChildProcess, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      child.off('exit', onExit);
      resolve(message as T);
    };
    const onExit = (code: number | null): void => {
      child.off('message', onMessage);
      reject(new Error(`the server "${name}" ended with ${code}`));
    };
    child.once('message', onMessage).once('exit', onExit);
  });
}

/** The child's side. */
export function announce(url: string): void {
  process.on('message', () => {
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, rss: process.memoryUsage.rss() } satisfies Usage);
  });
  process.send?.({ url });
}
