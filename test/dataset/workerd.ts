/** Bundles a worker as its hosts do, and runs it in their runtime. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { build } from 'esbuild';
import { BUNDLE_ALIAS } from '../../build/bundle-alias.ts';
import { newFolder, writeFiles } from '../scratch.ts';
import { collected } from '../server.ts';
import { ended } from './hosts.ts';

/** Conditions and format are those of wrangler, without its Node compatibility. */
export async function bundleWorker(entry: string): Promise<{ code: string; external: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    // Follows the `browser` field: flexsearch maps its worker_threads, which are never used here, to nothing.
    platform: 'browser',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    alias: BUNDLE_ALIAS,
    // Not resolved, so that the runtime, too, would stumble over one.
    external: ['node:*', 'cloudflare:*'],
    logLevel: 'silent',
  });
  const external = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  return { code: outputFiles[0]?.text ?? '', external };
}

export interface RunningWorker extends AsyncDisposable {
  url: string;
  /** All that it wrote so far. */
  output(): string;
}

/** `bindings`: text bindings. The worker may fetch from loopback only. */
export async function runWorker(code: string, bindings: Record<string, string>): Promise<RunningWorker> {
  const folder = await newFolder();
  const texts = Object.entries(bindings).map(
    ([name, text]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`,
  );
  await writeFiles(folder, {
    'worker.js': code,
    'config.capnp': `using Workerd = import "/workerd/workerd.capnp";
     const config :Workerd.Config = (
       services = [
         (name = "main", worker = (
           modules = [(name = "worker", esModule = embed "worker.js")],
           bindings = [${texts.join(', ')}],
           compatibilityDate = "2026-11-01")),
         (name = "internet", network = (allow = ["local"]))],
       sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]);`,
  });
  const { default: binary } = createRequire(import.meta.url)('workerd') as { default: string };
  const workerd = spawn(binary, ['serve', '--control-fd=3', join(folder, 'config.capnp')], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const written = [collected(workerd.stdout), collected(workerd.stderr)];
  const output = () => written.map((text) => text()).join('');
  const dispose = () => ended(workerd);
  const port = await listening(workerd.stdio[3]);
  if (port === undefined) {
    await dispose();
    throw new Error(`workerd did not start: ${output()}`);
  }
  return { url: `http://127.0.0.1:${port}`, output, [Symbol.asyncDispose]: dispose };
}

/** The port that it tells of; undefined when it ended before. */
async function listening(control: unknown): Promise<number | undefined> {
  if (!(control instanceof Readable)) return undefined;
  for await (const line of createInterface(control)) {
    const event = JSON.parse(line) as { event: string; port?: number };
    if (event.event === 'listen') return event.port;
  }
  return undefined;
}
