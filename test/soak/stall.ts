/**
 * A disk that stalls: reads of four files never return; then reads of all files do not, until the disk is back. Node has
 * four threads for files by default.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'undici';
import { addKey } from '../../cli/edit-keys.ts';
import { askFor, latencyFigures, openPool, type Reply, resolveOf, send } from './client.ts';
import { Faults, type Figures, round } from './figures.ts';
import { publish } from './publish.ts';
import { type Server, secondsUntil, startServer } from './server.ts';
import { StalledDisk } from './stalled-disk.ts';
import { type Material, type Pair, splitByShard } from './variants.ts';

const FILES = 4;
/** Seconds: a read may take 5. */
const ANSWERED_WITHIN = 10;
/** Of 16. */
const MOST_THREADS = 12;
/** The shutdown limit and some spare; milliseconds. */
const STOPPED_WITHIN_MS = 13_000;
const NO_PAIR: Pair = ['', '', ''];

export async function soakStall(material: Material, seconds: number): Promise<Figures> {
  const faults = new Faults();
  return {
    stage: 'stalled disk',
    measured: {
      ...(await stalledFiles(material, seconds, faults)),
      ...(await stalledMount(material, seconds, faults)),
    },
    faults: faults.list(),
  };
}

/** What hangs stays hanging, although the files can be read again. */
async function stalledFiles(
  { folder, whole, pairs }: Material,
  seconds: number,
  faults: Faults,
): Promise<Figures['measured']> {
  const dist = join(folder, 'stalled-files');
  await publish(dist, whole);
  const disk = new StalledDisk(dist);
  const keys = join(folder, 'stalled-keys.json');
  const { env, ...options } = disk.options;
  await using server = await startServer(dist, {
    ...options,
    env: { ...env, HIVECHECK_KEYS: keys, LOG_LEVEL: 'info' },
  });
  const pool = openPool(server, FILES * 2);
  const { chosen, others } = splitByShard(whole, pairs, FILES);
  const needing = chosen.flatMap(([, [pair]]): Pair[] => (pair === undefined ? [] : [pair]));
  // Verdicts need another file, which is read with the first question.
  const [loaded = NO_PAIR] = others;
  await send(pool, resolveOf(loaded));
  disk.stall(chosen.map(([shard]) => join(whole.manifest.version, shard)));
  const asked = keepAsking(pool, needing, seconds);
  await sleep(200);
  const logged = server.log().length;
  const { key } = await addKey(keys, 'made while files hang');
  const latencies = await askFor(server, others, seconds, faults);
  const replies = await asked;
  checkRefused(replies, faults);
  faults.expect(await isAccepted(server, key, loaded), 'a key that was made meanwhile is not accepted');
  faults.expect(server.log().length > logged, 'the log was not written meanwhile');
  disk.repair(false);
  const repaired = await secondsUntil(() => areAnswered(pool, needing), 60_000);
  faults.expect(repaired !== undefined, 'not all files are read again after the repair');
  const { held } = disk;
  faults.expect(held <= MOST_THREADS, `${held} threads were held (at most ${MOST_THREADS})`);
  const stopped = await stopTime(server, faults);
  await pool.destroy();
  return {
    'stalled files': FILES,
    'questions that need one': replies.length,
    'slowest answer to them, s': slowest(replies),
    'answers to a good client': latencies.length,
    ...latencyFigures(latencies, 'meanwhile', faults),
    'threads held at most': held,
    'seconds until the repair was seen': repaired ?? 'never',
    'seconds from SIGTERM to the end': stopped,
  };
}

/** Nothing of the dataset can be read. What was read before is served on. */
async function stalledMount(
  { folder, whole, pairs }: Material,
  seconds: number,
  faults: Faults,
): Promise<Figures['measured']> {
  const dist = join(folder, 'stalled-mount');
  await publish(dist, whole);
  const disk = new StalledDisk(dist);
  await using server = await startServer(dist, disk.options);
  const pool = openPool(server, 64);
  const { chosen, others } = splitByShard(whole, pairs, 1);
  const loaded = chosen.flatMap(([, each]) => each);
  await send(pool, resolveOf(loaded[0] ?? NO_PAIR));
  disk.stall();
  const asked = keepAsking(pool, others.slice(0, 50), seconds);
  const ready = send(pool, { method: 'GET', path: '/readyz' });
  const latencies = await askFor(server, loaded, seconds, faults);
  const replies = await asked;
  checkRefused(replies, faults);
  faults.expect((await ready).status === 503, 'it was ready while nothing could be read');
  const { held } = disk;
  faults.expect(held <= MOST_THREADS, `${held} threads were held (at most ${MOST_THREADS})`);
  disk.repair(true);
  const repaired = await secondsUntil(() => areAnswered(pool, others.slice(0, 50)), 60_000);
  faults.expect(repaired !== undefined, 'not all files are read again after the disk is back');
  await pool.destroy();
  return {
    'questions with the whole disk stalled': replies.length,
    'slowest answer to those, s': slowest(replies),
    'answers from memory to a good client': latencies.length,
    ...latencyFigures(latencies, 'with the whole disk stalled', faults),
    'threads held at most with the whole disk stalled': held,
    'seconds until the disk was read again': repaired ?? 'never',
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

function checkRefused(replies: readonly Reply[], faults: Faults): void {
  for (const { status, ms } of replies) {
    faults.expect(
      status === 503,
      `a question that needs a stalled file: ${status || 'no answer'} instead of 503`,
    );
    faults.expect(ms < ANSWERED_WITHIN * 1000, `it was answered after more than ${ANSWERED_WITHIN} s`);
  }
}

function slowest(replies: readonly Reply[]): number {
  return round(Math.max(...replies.map(({ ms }) => ms)) / 1000);
}

async function areAnswered(pool: Pool, pairs: readonly Pair[]): Promise<boolean> {
  const replies = await Promise.all(pairs.map((pair) => send(pool, resolveOf(pair))));
  return replies.every(({ status }) => status === 200);
}

async function isAccepted({ url }: Server, key: string, pair: Pair): Promise<boolean> {
  const { method, path, body = '' } = resolveOf(pair);
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const response = await fetch(`${url}/k${path}`, { method, headers, body });
  await response.arrayBuffer();
  return response.status === 200;
}

async function stopTime(server: Server, faults: Faults): Promise<number> {
  const started = performance.now();
  server.process.kill('SIGTERM');
  const ended = await Promise.race([
    server.ended.then(() => true),
    sleep(STOPPED_WITHIN_MS).then(() => false),
  ]);
  faults.expect(ended, `SIGTERM did not end it within ${STOPPED_WITHIN_MS / 1000} s`);
  return round((performance.now() - started) / 1000);
}
