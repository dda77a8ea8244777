/**
 * A network mount that stalls, played: every use of some files, or of all files of a dataset, blocks a thread of the
 * server, by opening a FIFO that nobody writes to. A FIFO in place of the file would not do: the server refuses those.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerOptions } from './server.ts';

/** A path is stalled while there is a FIFO of its name with this ending. That of the dataset's folder stalls all. */
const ENDING = '.stalled';

const PRELOAD = `
  import { existsSync, writeFileSync } from 'node:fs';
  import promises from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const mount = process.env.STALLED_MOUNT;
  const open = promises.open;
  let held = 0;
  let most = 0;
  const stall = async (path) => {
    if (typeof path !== 'string' || !path.startsWith(mount)) return;
    const fifo = [path, mount].map((each) => each + '${ENDING}').find((each) => existsSync(each));
    if (fifo === undefined) return;
    if (++held > most) writeFileSync(mount + '.held', String(most = held));
    const file = await open(fifo, 'r');
    held--;
    await file.close();
  };
  for (const name of ['open', 'readFile', 'lstat', 'stat', 'realpath']) {
    const real = promises[name];
    promises[name] = async (path, ...rest) => {
      await stall(path);
      return real(path, ...rest);
    };
  }
  syncBuiltinESMExports();
`;

export class StalledDisk {
  readonly #dist: string;
  #fifos: string[] = [];

  constructor(dist: string) {
    this.#dist = dist;
  }

  /** For the server that reads from the disk. */
  get options(): ServerOptions {
    return {
      preload: `data:text/javascript,${encodeURIComponent(PRELOAD)}`,
      env: { STALLED_MOUNT: this.#dist },
    };
  }

  /** @param paths below the folder; none: everything stalls. */
  stall(paths: readonly string[] = ['']): void {
    this.#fifos = paths.map((path) => (path === '' ? this.#dist : join(this.#dist, path)) + ENDING);
    execFileSync('mkfifo', this.#fifos);
  }

  /**
   * The files can be used again. What hangs goes on where `returning`, as when the server of a mount is back; else it
   * hangs for ever, as when another mount takes the place.
   */
  repair(returning: boolean): void {
    for (const fifo of this.#fifos) {
      const old = `${fifo}.old`;
      renameSync(fifo, old);
      // A writer ends the wait of all readers. Opening fails where nobody waits.
      if (returning) {
        try {
          closeSync(openSync(old, constants.O_WRONLY | constants.O_NONBLOCK));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
        }
      }
      rmSync(old);
    }
    this.#fifos = [];
  }

  /** The most threads that were held at once. */
  get held(): number {
    const file = `${this.#dist}.held`;
    return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  }
}
