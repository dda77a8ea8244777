/** Servers as child processes, each bundled as `npm run build` bundles a program. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';
import { type Server, startProgram } from '../soak/server.ts';

/** Where the bench keeps what it makes; ignored by git. */
export const OUT = join(ROOT, 'test', 'bench', 'out');

const NAMES = ['hivecheck', 'fixed', 'rival', 'mcp-fixed'] as const;

/** A file of `servers/` and its arguments. */
export type Program = [name: (typeof NAMES)[number], ...args: string[]];

/** Each reports the microseconds of processor time that it has used, user and system. */
const USAGE = `process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});`;

export function bundleServers(): void {
  for (const name of NAMES) {
    const args = ['build/bundle.ts', `test/bench/servers/${name}.ts`, `test/bench/out/${name}`];
    execFileSync(process.execPath, ['--import', 'tsx', ...args], { cwd: ROOT, stdio: 'inherit' });
  }
}

export function commandOf([name, ...args]: Program): string[] {
  return [join(OUT, name, 'test', 'bench', 'servers', `${name}.js`), ...args];
}

export async function withServers<T>(
  programs: readonly Program[],
  use: (servers: Server[]) => Promise<T>,
): Promise<T> {
  const servers: Server[] = [];
  try {
    for (const each of programs) servers.push(await startProgram(commandOf(each), { preload: USAGE }));
    return await use(servers);
  } finally {
    for (const server of servers) await server[Symbol.asyncDispose]();
  }
}
