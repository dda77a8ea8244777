/** The nginx of docs/examples/nginx.conf, on other ports and folders, and without root. */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';
import { accepting, ended, freePort, type Host } from '../dataset/hosts.ts';
import { newFolder } from '../scratch.ts';

interface More {
  http?: string;
  server?: string;
}

/**
 * `dist`: the folder to serve; `upstream`: hivecheck's port; `more`: directives that an operator adds. The URL is the
 * server's, not that of the dist.
 */
export async function deployedNginx(dist: string, upstream: number, more: More = {}): Promise<Host> {
  const home = await newFolder();
  await mkdir(join(home, 'logs'));
  await mkdir(join(home, 'root'));
  await symlink(dist, join(home, 'root', 'dist'));
  const port = await freePort();
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${home}/${kind};`)
    .join(' ');
  const config = replaced(await readFile(join(ROOT, 'docs', 'examples', 'nginx.conf'), 'utf8'), [
    ['worker_processes auto;', `daemon off; pid ${home}/pid; worker_processes 1; user root;`],
    ['worker_connections 4096;', 'worker_connections 256;'],
    ['http {', `http { access_log off; ${temp} ${more.http ?? ''}`],
    ['server 127.0.0.1:3000;', `server 127.0.0.1:${upstream};`],
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    ['root /srv/hivecheck;', `root ${home}/root; ${more.server ?? ''}`],
  ]);
  // Only the master of a privileged user may name another; everybody else runs as himself anyway.
  await writeFile(
    join(home, 'nginx.conf'),
    process.getuid?.() === 0 ? config : config.replace(' user root;', ''),
  );
  const log = join(home, 'logs', 'error.log');
  const nginx = spawn('nginx', ['-p', home, '-c', join(home, 'nginx.conf'), '-e', log]);
  await accepting(nginx, port);
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      // Asked, not killed: the worker would outlive its master.
      const exit = new Promise((resolve) => nginx.once('exit', resolve));
      nginx.kill('SIGTERM');
      await exit;
      await ended(nginx);
      await rm(home, { recursive: true });
    },
  };
}

/** Each exactly once: a line that was changed in the file must be changed here too. */
function replaced(text: string, pairs: [string, string][]): string {
  let result = text;
  for (const [from, to] of pairs) {
    if (result.split(from).length !== 2)
      throw new Error(`docs/examples/nginx.conf has “${from}” not exactly once`);
    result = result.replace(from, to);
  }
  return result;
}
