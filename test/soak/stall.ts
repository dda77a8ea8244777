/**
 * A disk that stalls: reads of four files never return; then reads of all files do not, until the disk is back. Node has
 * four threads for files by default.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'undici';
import { addKey } from '../../build/api-keys.ts';
import { askFor, latencyFigures, NO_PAIR, type Reply, resolveOf, secondsUntil, send } from './client.ts';
import { type Faults, type Measured, round } from './figures.ts';
import { publish } from './publish.ts';
import { reported, type Server, type ServerOptions, startServer, stopped } from './server.ts';
import { type Material, type Pair, splitByShard } from './variants.ts';

const FILES = 4;
/** Milliseconds: a read may take 5 s. */
const ANSWERED_WITHIN_MS = 10_000;
/** Of 16. */
const MOST_THREADS = 12;
/** The shutdown limit and some spare; milliseconds. */
const STOPPED_WITHIN_MS = 13_000;

/**
 * A network mount that stalls, played: every use of some files, or of all files of a dataset, blocks a thread of the
 * server, by opening a FIFO that nobody writes to, and that is named as the path with `.stalled` behind it. A FIFO in
 * place of the file would not do: the server refuses those. The server reports how many were blocked at most.
 */
const PRELOAD = `
  import { existsSync } from 'node:fs';
  import promises from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const mount = process.env.STALLED_MOUNT;
  const open = promises.open;
  let held = 0;
  let most = 0;
  const stall = async (path) => {
    if (typeof path !== 'string' || !path.startsWith(mount)) return;
    const fifo = [path, mount].map((each) => each + '.stalled').find((each) => existsSync(each));
    if (fifo === undefined) return;
    most = Math.max(most, ++held);
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
  process.on('message', () => process.send(most));
  process.channel?.unref();
`;

const stalledOptions = (dist: string, env: Record<string, string> = {}): ServerOptions => ({
  preload: PRELOAD,
  env: { STALLED_MOUNT: dist, ...env },
});

/**
 * @returns makes the files usable again. What hangs goes on where `returning`, as when the server of a mount is back;
 *   else it hangs for ever, as when another mount takes the place.
 */
function stall(paths: readonly string[]): (returning: boolean) => void {
  const fifos = paths.map((path) => `${path}.stalled`);
  execFileSync('mkfifo', fifos);
  return (returning) => {
    for (const fifo of fifos) {
      const old = `${fifo}.old`;
      renameSync(fifo, old);
      try {
        // A writer ends the wait of all readers. Opening fails where nobody waits.
        if (returning) closeSync(openSync(old, constants.O_WRONLY | constants.O_NONBLOCK));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      }
      rmSync(old);
    }
  };
}

export async function soakStall(material: Material, faults: Faults, seconds: number): Promise<Measured> {
  return {
    ...(await stalledFiles(material, seconds, faults)),
    ...(await stalledMount(material, seconds, faults)),
  };
}

/** What hangs stays hanging, although the files can be read again. */
async function stalledFiles({ folder, whole, pairs }: Material, seconds: number, faults: Faults) {
  const dist = join(folder, 'stalled-files');
  await publish(dist, whole);
  const keys = join(folder, 'stalled-keys.json');
  const options = stalledOptions(dist, { HIVECHECK_KEYS: keys, LOG_LEVEL: 'info' });
  await using server = await startServer(dist, options);
  const pool = server.pool(FILES * 2);
  const { chosen, others } = splitByShard(whole, pairs, FILES);
  const needing = chosen.map(([, [pair]]): Pair => pair ?? NO_PAIR);
  // Verdicts need another file, which is read with the first question.
  const [loaded = NO_PAIR] = others;
  await send(pool, resolveOf(loaded));
  const repair = stall(chosen.map(([shard]) => join(dist, whole.manifest.version, shard)));
  const asked = keepAsking(pool, needing, seconds);
  await sleep(200);
  const logged = server.log().length;
  const { key } = await addKey(keys, 'made while files hang');
  const latencies = await askFor(server, others, seconds, faults);
  const measured = await checked(server, await asked, 'stalled files', faults);
  const { path, ...init } = resolveOf(loaded);
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const keyed = await fetch(`${server.url}/k${path}`, { ...init, headers });
  faults.expect(keyed.status === 200, 'a key that was made meanwhile is not accepted');
  faults.expect(server.log().length > logged, 'the log was not written meanwhile');
  repair(false);
  const repaired = await untilAnswered(pool, needing, faults);
  const { code, took } = await stopped(server, STOPPED_WITHIN_MS);
  faults.expect(code !== 'still running', `SIGTERM did not end it within ${STOPPED_WITHIN_MS / 1000} s`);
  return {
    ...measured,
    ...latencyFigures(latencies, 'beside stalled files', faults),
    'seconds until the repair was seen': repaired,
    'seconds from SIGTERM to the end': round(took / 1000),
  };
}

/** Nothing of the dataset can be read. What was read before is served on. */
async function stalledMount({ folder, whole, pairs }: Material, seconds: number, faults: Faults) {
  const dist = join(folder, 'stalled-mount');
  await publish(dist, whole);
  await using server = await startServer(dist, stalledOptions(dist));
  const pool = server.pool(64);
  const { chosen, others } = splitByShard(whole, pairs, 1);
  const loaded = chosen.flatMap(([, each]) => each);
  await send(pool, resolveOf(loaded[0] ?? NO_PAIR));
  const repair = stall([dist]);
  const asked = keepAsking(pool, others.slice(0, 50), seconds);
  const ready = send(pool, { method: 'GET', path: '/readyz' });
  const latencies = await askFor(server, loaded, seconds, faults);
  const measured = await checked(server, await asked, 'the whole disk stalled', faults);
  faults.expect((await ready).status === 503, 'it was ready while nothing could be read');
  repair(true);
  const repaired = await untilAnswered(pool, others.slice(0, 50), faults);
  return {
    ...measured,
    ...latencyFigures(latencies, 'with the whole disk stalled', faults),
    'seconds until the disk was read again': repaired,
  };
}

/** Asks for each pair once a second, whether the earlier questions are answered or not. */
async function keepAsking(pool: Pool, pairs: readonly Pair[], seconds: number): Promise<Reply[]> {
  const replies: Promise<Reply>[] = [];
  for (let second = 0; second < seconds; second++) {
    replies.push(...pairs.map((pair) => send(pool, resolveOf(pair))));
    await sleep(1000);
  }
  return Promise.all(replies);
}

/** Each was refused in time, and few threads were held. */
async function checked(server: Server, replies: readonly Reply[], where: string, faults: Faults) {
  for (const { status } of replies)
    faults.expect(status === 503, `${where}: ${status || 'no answer'} instead of 503`);
  const slowest = Math.max(...replies.map(({ ms }) => ms));
  faults.expectBelow(slowest, ANSWERED_WITHIN_MS, `${where}, slowest answer in ms`);
  const held = await reported(server);
  faults.expect(held <= MOST_THREADS, `${held} threads were held (at most ${MOST_THREADS})`);
  return {
    [`${where}: questions that need them`]: replies.length,
    [`${where}: slowest answer to those, s`]: round(slowest / 1000),
    [`${where}: threads held at most`]: held,
  };
}

function untilAnswered(pool: Pool, pairs: readonly Pair[], faults: Faults) {
  const areAnswered = async () => {
    const replies = await Promise.all(pairs.map((pair) => send(pool, resolveOf(pair))));
    return replies.every(({ status }) => status === 200);
  };
  return secondsUntil(areAnswered, faults, 'not all files are read again after the repair', 60_000);
}
