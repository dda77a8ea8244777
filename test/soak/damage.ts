/** A file of the version in service is damaged on the disk: who needs it gets a 503, everybody else an answer. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Shard, shardName } from '../../runtime/format.ts';
import { pairKey, sha256Sync } from '../../runtime/normalize.ts';
import { Faults, type Figures } from './figures.ts';
import { publish } from './publish.ts';
import { type Server, sleep, startServer } from './server.ts';
import { lacks, type Variants } from './variants.ts';

export async function soakDamage(command: string[], folder: string, variants: Variants): Promise<Figures> {
  const [variant] = variants.all;
  if (variant === undefined) throw new Error('There are no variants to serve');
  const dist = join(folder, 'damaged');
  await publish(dist, variant);
  await using server = await startServer(command, dist);
  const faults = new Faults();
  const { manifest } = variant;
  const pairs = variants.pairs.filter(([, , slug]) => !lacks(variant.number, slug));
  const shardOf = (key: string, value: string): string =>
    `resolve/${shardName(sha256Sync(pairKey(key, value)), manifest.shardBits.resolve)}.json`;
  const shard = fullest(pairs.map(([key, value]) => shardOf(key, value)));
  const file = join(dist, manifest.version, shard);
  const sound = await readFile(file);
  await writeFile(file, sound.toString().replace('"slug":"', '"slug":"x'));
  const inside = pairs.filter(([key, value]) => shardOf(key, value) === shard);
  const [one] = inside;
  const outside = pairs.filter(([key, value]) => shardOf(key, value) !== shard).slice(0, 500);
  let provoked = 0;
  for (const pair of inside) {
    const status = await ask(server, pair);
    faults.expect(status === 503, `a question that needs the damaged file: ${status} in place of 503`);
    if (status === 503) provoked++;
  }
  for (const pair of outside) {
    const status = await ask(server, pair);
    faults.expect(status === 200, `a question that needs another file: ${status} in place of 200`);
  }
  await writeFile(file, sound);
  const repaired = performance.now();
  while (one !== undefined && (await ask(server, one)) !== 200 && performance.now() - repaired < 30_000)
    await sleep(200);
  for (const pair of inside) {
    const status = await ask(server, pair);
    faults.expect(status === 200, `after the repair: ${status} in place of 200`);
  }
  const { entries } = JSON.parse(sound.toString()) as Shard<unknown>;
  return {
    stage: 'damage in service',
    measured: {
      'questions for the damaged file, 503': provoked,
      'entries of that file': Object.keys(entries).length,
      'questions for other files, 200': outside.length,
      'seconds until the repair was seen': Math.round((performance.now() - repaired) / 100) / 10,
    },
    faults: faults.list(),
  };
}

/** The shard that most of the questions need. */
function fullest(shards: string[]): string {
  const counts = new Map<string, number>();
  for (const shard of shards) counts.set(shard, (counts.get(shard) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

async function ask(server: Server, [key, value]: Variants['pairs'][number]): Promise<number> {
  const response = await fetch(`${server.url}/v1/resolve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, value }),
  });
  await response.arrayBuffer();
  return response.status;
}
