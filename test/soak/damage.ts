/** A file of the version in service is damaged on disk: a 503 for those who need it, an answer for all others. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_PAIR, resolveOf, secondsUntil, send } from './client.ts';
import type { Faults } from './figures.ts';
import { publish } from './publish.ts';
import { startServer } from './server.ts';
import { type Material, type Pair, splitByShard } from './variants.ts';

export async function soakDamage({ folder, whole, pairs }: Material, faults: Faults) {
  const dist = join(folder, 'damaged');
  await publish(dist, whole);
  await using server = await startServer(dist);
  const pool = server.pool(1);
  const { chosen, others } = splitByShard(whole, pairs, 1);
  const [shard = '', inside = []] = chosen[0] ?? [];
  const outside = others.slice(0, 500);
  const expectAll = async (asked: readonly Pair[], wanted: number, what: string): Promise<void> => {
    for (const pair of asked) {
      const { status } = await send(pool, resolveOf(pair));
      faults.expect(status === wanted, `${what}: ${status} instead of ${wanted}`);
    }
  };
  const file = join(dist, whole.manifest.version, shard);
  const intact = await readFile(file);
  await writeFile(file, intact.toString().replace('"slug":"', '"slug":"x'));
  await expectAll(inside, 503, 'a question that needs the damaged file');
  await expectAll(outside, 200, 'a question that needs another file');
  await writeFile(file, intact);
  const isRead = async () => (await send(pool, resolveOf(inside[0] ?? NO_PAIR))).status === 200;
  const seconds = await secondsUntil(isRead, faults, 'the repair was not seen');
  await expectAll(inside, 200, 'after the repair');
  return {
    'questions for the damaged file': inside.length,
    'questions for other files': outside.length,
    'seconds until the repair was seen': seconds,
  };
}
