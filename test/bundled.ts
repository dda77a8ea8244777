import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect } from 'vitest';
import { newFolder } from './scratch.ts';

/**
 * A program of the tests, bundled: it then starts in a fraction of the time, which counts where it is started again and
 * again. @returns its file.
 */
export async function bundled(source: URL): Promise<string> {
  const folder = await newFolder();
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await build({
    entryPoints: { child: fileURLToPath(source) },
    outdir: folder,
    bundle: true,
    // What it does not load stays in files of its own, which are not even parsed.
    splitting: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire as of } from 'node:module'; const require = of(import.meta.url);" },
    external: ['7z-wasm'],
    logLevel: 'error',
  });
  return join(folder, 'child.js');
}

/** The program in a process of its own, which runs until it is killed. */
export function endless(program: string, args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_, signal) => resolve(signal)),
  );
  return {
    /** The next thing that it writes, or its end. */
    line: () => Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended]),
    async kill() {
      child.kill('SIGKILL');
      expect(await ended).toBe('SIGKILL');
    },
  };
}
