/** Servers as child processes. Each sends its URL, and on request what it has used. */
import { type ChildProcess, execFileSync, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';
import { OUT } from './paths.ts';

export interface Usage {
  /** Processor time so far, user and system; microseconds. */
  cpu: number;
  /** Resident memory now; bytes. */
  rss: number;
}

export interface Child {
  url: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** `name`: a file of `servers/`. */
export type Server = [name: (typeof SERVERS)[number], ...args: string[]];

const SERVERS = ['hivecheck', 'fixed', 'rival', 'mcp-fixed'] as const;

/** A file of `servers/` as `npm run build` bundles a program. */
export function serverFile(name: Server[0]): string {
  return join(OUT, name, 'test', 'bench', 'servers', `${name}.js`);
}

export function bundleServers(): void {
  for (const name of SERVERS) {
    const args = ['build/bundle.ts', `test/bench/servers/${name}.ts`, `test/bench/out/${name}`];
    execFileSync(process.execPath, ['--import', 'tsx', ...args], { cwd: ROOT, stdio: 'inherit' });
  }
}

/** @param how What the process is started with. */
export async function startServer([name, ...args]: Server, how: ForkOptions = {}): Promise<Child> {
  // Without the loader of this process, which takes 80 MB.
  const options: ForkOptions = { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'], ...how };
  const child = fork(serverFile(name), args, options);
  const { url } = await nextMessage<{ url: string }>(child, name);
  return {
    url,
    usage: () => {
      child.send('usage');
      return nextMessage<Usage>(child, name);
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

export async function withServers<T>(
  servers: readonly Server[],
  use: (children: Child[]) => Promise<T>,
): Promise<T> {
  const children: Child[] = [];
  try {
    for (const server of servers) children.push(await startServer(server));
    return await use(children);
  } finally {
    for (const child of children) await child.stop();
  }
}

function nextMessage<T>(child: ChildProcess, name: string): Promise<T> {
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
