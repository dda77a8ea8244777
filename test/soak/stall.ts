/**
 * A disk that stalls: reads of four shards never return, as on a network mount without its server. Each blocks a thread
 * of the four that Node reads files with.
 */
import { execFileSync } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { askFor, latencyFigures, openPool, resolveOf, send } from './client.ts';
import { Faults, type Figures, round } from './figures.ts';
import { publish } from './publish.ts';
import { type Server, secondsUntil, sleep, startServer } from './server.ts';
import { type Material, type Pair, splitByShard } from './variants.ts';

/** Node's threads for files, by default. */
const SHARDS = 4;
/** Seconds: a read may take 5. */
const ANSWERED_WITHIN = 10;
/** The shutdown limit and some spare; milliseconds. */
const STOPPED_WITHIN_MS = 13_000;

/**
 * Opens a FIFO without a writer, which blocks, in place of a file that has one beside it. The file itself looks as it
 * always did, and the flags of the opening (O_NONBLOCK would not block) are not passed on.
 */
const PRELOAD = `data:text/javascript,${encodeURIComponent(`
  import { existsSync } from 'node:fs';
  import promises from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  for (const name of ['open', 'readFile']) {
    const real = promises[name];
    promises[name] = (path, ...rest) =>
      existsSync(path + '.stalled') ? real(path + '.stalled', name === 'open' ? 'r' : undefined) : real(path, ...rest);
  }
  syncBuiltinESMExports();
`)}`;

export async function soakStall({ folder, whole, pairs }: Material, seconds: number): Promise<Figures> {
  const dist = join(folder, 'stalled');
  await publish(dist, whole);
  await using server = await startServer(dist, { preload: PRELOAD });
  const faults = new Faults();
  const pool = openPool(server, SHARDS * 2);
  const { chosen, others } = splitByShard(whole, pairs, SHARDS);
  const fifos = chosen.map(([shard]) => join(dist, whole.manifest.version, `${shard}.stalled`));
  const stalled = chosen.flatMap(([, [pair]]): Pair[] => (pair === undefined ? [] : [pair]));
  // Verdicts need another file, which is read with the first question.
  await send(pool, resolveOf(others[0] ?? ['', '', '']));
  execFileSync('mkfifo', fifos);
  const asked = stalled.map((pair) => send(pool, resolveOf(pair)));
  await sleep(200);
  const latencies = await askFor(server, others, seconds, faults);
  const replies = await Promise.all(asked);
  for (const { status, ms } of replies) {
    faults.expect(
      status === 503,
      `a question that needs a stalled file: ${status || 'no answer'} instead of 503`,
    );
    faults.expect(ms < ANSWERED_WITHIN * 1000, `it was answered after more than ${ANSWERED_WITHIN} s`);
  }
  // What hangs stays hanging: the file is there again under its own name.
  for (const fifo of fifos) await rename(fifo, `${fifo}.old`);
  const repaired = await secondsUntil(async () => {
    const again = await Promise.all(stalled.map((pair) => send(pool, resolveOf(pair))));
    return again.every(({ status }) => status === 200);
  });
  faults.expect(repaired !== undefined, 'not all files are read again after the repair');
  const stopped = await stopTime(server, faults);
  await pool.destroy();
  for (const fifo of fifos) await rm(`${fifo}.old`);
  return {
    stage: 'stalled disk',
    measured: {
      'stalled files': SHARDS,
      'slowest answer that needs one, s': round(Math.max(...replies.map(({ ms }) => ms)) / 1000),
      'answers to a good client': latencies.length,
      ...latencyFigures(latencies, 'meanwhile', faults),
      'seconds until the repair was seen': repaired ?? 'never',
      'seconds from SIGTERM to the end': stopped,
    },
    faults: faults.list(),
  };
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
