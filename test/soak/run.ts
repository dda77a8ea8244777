/**
 * `npm run soak [-- --quick] [-- --json <file>]`: the server as a process under load, faults and abuse, on loopback.
 * Prints its figures as a table and as JSON, ends by itself, and exits with 1 where something does not hold.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { soakDamage } from './damage.ts';
import { type Figures, print } from './figures.ts';
import { soakFuzz } from './fuzz.ts';
import { soakKills } from './kills.ts';
import { COMPILED } from './server.ts';
import { soakShutdown } from './shutdown.ts';
import { soakSlow } from './slow.ts';
import { soakSwaps } from './swaps.ts';
import { makeVariants } from './variants.ts';

const FULL = {
  variants: 6,
  share: 4,
  requests: 200_000,
  connections: 64,
  swaps: 20,
  fuzz: 100_000,
  slow: { clients: 1000, seconds: 20 },
  kills: 20,
  shutdowns: 10,
};
/** For CI: the same stages within a minute. Each keeps one of `share` settings in its dataset. */
const QUICK: typeof FULL = {
  variants: 2,
  share: 40,
  requests: 5_000,
  connections: 16,
  swaps: 5,
  fuzz: 5_000,
  slow: { clients: 300, seconds: 2 },
  kills: 1,
  shutdowns: 1,
};

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, json: { type: 'string' } } });
const plan = values.quick ? QUICK : FULL;
const folder = await mkdtemp(join(tmpdir(), 'hivecheck-soak-'));
const figures: Figures[] = [];
try {
  const started = performance.now();
  const say = (what: string): void =>
    void process.stderr.write(`${Math.round((performance.now() - started) / 1000)} s: ${what}\n`);
  say('compiling versions of the dataset');
  const variants = await makeVariants(folder, plan.variants, plan.share);
  const dist = join(folder, 'whole');
  const command = COMPILED;
  const { slow, requests, connections, swaps, fuzz, kills: rounds, shutdowns } = plan;
  const stages: [string, () => Promise<Figures>][] = [
    ['swaps', () => soakSwaps({ command, folder, variants, requests, connections, swaps })],
    ['damage', () => soakDamage(command, folder, variants)],
    ['fuzz', () => soakFuzz(command, dist, fuzz)],
    ['slow clients', () => soakSlow({ command, dist, ...slow })],
    ['shutdown', () => soakShutdown({ command, dist, variants, connections, rounds: shutdowns })],
    ['kill -9', () => soakKills({ folder, variants, rounds })],
  ];
  for (const [name, run] of stages) {
    say(name);
    figures.push(await run());
  }
  say('done');
} finally {
  await rm(folder, { recursive: true, force: true });
}
print(figures);
const json = JSON.stringify({ node: process.version, figures });
console.log(json);
if (values.json !== undefined) await writeFile(values.json, `${json}\n`);
process.exitCode = figures.every(({ faults }) => faults.length === 0) ? 0 : 1;
