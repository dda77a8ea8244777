/** Static hosts for a `dist/`: nginx where it is installed, and a node:http server that can misbehave. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { newFolder } from '../scratch.ts';
import { collected, served } from '../server.ts';
import type { Files } from './make-dist.ts';

export interface Host extends AsyncDisposable {
  /** Base URL of the dist, with a trailing slash. */
  url: string;
}

export interface PlainHost extends Host {
  files: Files;
  /** Path below the base of every request so far. */
  requests: string[];
  headers: IncomingMessage['headers'][];
  sockets: Set<Socket>;
  /** Answers in place of the host when it returns true. `nth`: how often the path was asked for before. */
  fault: (path: string, res: ServerResponse, nth: number) => boolean;
}

/** Serves as a static host does: ETag, 304, 404, and Brotli or gzip for those who take it. */
export async function plainHost(files: Files): Promise<PlainHost> {
  const {
    server,
    url,
    [Symbol.asyncDispose]: close,
  } = await served((req, res) => {
    const path = decodeURIComponent((req.url ?? '').replace('/mounted/', ''));
    const nth = host.requests.filter((asked) => asked === path).length;
    host.requests.push(path);
    host.headers.push(req.headers);
    if (!host.fault(path, res, nth)) serve(host.files.get(path), req, res);
  });
  const host: PlainHost = {
    url: `${url}/mounted/`,
    files,
    requests: [],
    headers: [],
    sockets: new Set(),
    fault: () => false,
    [Symbol.asyncDispose]: close,
  };
  server.on('connection', (socket) => host.sockets.add(socket));
  return host;
}

function serve(bytes: Uint8Array | undefined, req: IncomingMessage, res: ServerResponse): void {
  if (bytes === undefined) {
    res.writeHead(404).end('no such file');
    return;
  }
  const accepted = String(req.headers['accept-encoding']);
  const coding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  const body = coding === 'br' ? brotliCompressSync(bytes) : coding === 'gzip' ? gzipSync(bytes) : bytes;
  res
    .writeHead(200, { 'content-length': body.length, ...(coding && { 'content-encoding': coding }) })
    .end(body);
}

export const nginxVersion: string | undefined = await promisify(execFile)('nginx', ['-v']).then(
  ({ stderr }) => stderr.trim(),
  () => undefined,
);

/** An nginx over `folder`, as a static host has it: gzip, ETag. */
export function nginxHost(folder: string): Promise<Host> {
  return startNginx('/mounted/', (port, main, http) => {
    const location = `location /mounted/ { alias ${folder}/; }`;
    return `${main} events {}
     http {
       ${http} types { application/json json; }
       gzip on; gzip_types application/json; gzip_min_length 1; gzip_vary on;
       server { listen 127.0.0.1:${port}; ${location} }
     }`;
  });
}

/** @param configOf its configuration, with directives that keep what it writes in a folder of its own. */
export async function startNginx(
  base: string,
  configOf: (port: number, main: string, http: string) => string,
): Promise<Host> {
  const [home, port] = [await newFolder(), await freePort()];
  const [config, log] = [join(home, 'nginx.conf'), join(home, 'error.log')];
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temp = kinds.map((kind) => `${kind}_temp_path ${home}/${kind};`).join(' ');
  // One process: workers would outlive a master that is killed.
  const main = `daemon off; master_process off; pid ${home}/pid; error_log ${log};`;
  await writeFile(config, configOf(port, main, `access_log off; ${temp}`));
  const nginx = spawn('nginx', ['-p', home, '-c', config, '-e', log]);
  await accepting(nginx, port);
  return { url: `http://127.0.0.1:${port}${base}`, [Symbol.asyncDispose]: () => ended(nginx) };
}

export async function freePort(): Promise<number> {
  const { url, [Symbol.asyncDispose]: close } = await served(() => {});
  await close();
  return Number(new URL(url).port);
}

/** Resolves once `child` takes connections on `port`; rejects with what it said when it ends before. */
export async function accepting(child: ChildProcess, port: number): Promise<void> {
  const said = collected(child.stderr);
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`${child.spawnfile} ended with ${child.exitCode}: ${said()}`);
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  // Asked politely, workerd waits for connections that a pool keeps open.
  child.kill('SIGKILL');
  await exit;
}
