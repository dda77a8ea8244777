/**
 * One temporary folder for the whole run, removed with everything in it when the run ends. It is also what the tests and
 * the programs that they start take for the machine's: what they forget does not stay there, and is told here.
 */
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    scratch: string;
  }
}

/** Caches of tools, which stay on purpose. */
const CACHES = /^(?:tsx-|node-compile-cache|v8-compile-cache|node-jiti)/;

/** Linux keeps this folder in memory: files by the ten thousand are written and flushed there without a disk. */
const MEMORY = '/dev/shm';
/** Bytes that must be free there, several times what a run writes. */
const ENOUGH = 8 * 2 ** 30;

/** The memory where there is enough of it and programs may be started there, else the machine's temporary folder. */
async function parentFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  if (process.env.TMPDIR !== undefined || Math.min(bavail * bsize, freemem()) < ENOUGH) return tmpdir();
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const options = new RegExp(`^\\S+ ${MEMORY} tmpfs (\\S+)`, 'm').exec(mounts)?.[1]?.split(',') ?? ['noexec'];
  return options.includes('noexec') ? tmpdir() : MEMORY;
}

/** `hivecheck-test-<process>-…`: a folder whose process is gone is removed by the next run. */
const PREFIX = 'hivecheck-test-';
const OWNED = new RegExp(`^${PREFIX}(\\d+)-`);

/** What runs left that were killed: up to a gigabyte each. */
async function removeOrphans(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = Number(OWNED.exec(name)?.[1] ?? process.pid);
    if (!isRunning(owner)) await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = await parentFolder();
  await removeOrphans(parent);
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      process.exit(code);
    });
  }
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  // For the workers, which are started after this, and their children. Windows has the other two.
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = temporary;
  project.provide('scratch', folder);
  return async () => {
    const left = (await readdir(temporary)).filter((name) => !CACHES.test(name));
    await rm(folder, { recursive: true, force: true });
    if (left.length === 0) return;
    console.error(
      `Tests left ${left.length} files or folders in the temporary folder; make folders with newFolder() of test/scratch.ts, or remove them: ${left.sort().join(', ')}`,
    );
    // vitest prints what a teardown throws, and ends with 0 all the same.
    process.exitCode = 1;
  };
}
