/**
 * `npm run soak [-- --quick] [-- --json <file>] [-- --minutes <of the stage memory>] [-- <stage> …]`: the server as a
 * process under load, faults and attacks, on loopback. Ends by itself; exits with 1 where a stage fails.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from '../bench/lines.ts';
import { soakBodies } from './bodies.ts';
import { soakDamage } from './damage.ts';
import { soakDribble } from './dribble.ts';
import { type Faults, type Figures, type Measured, print, runStage } from './figures.ts';
import { soakFlood } from './flood.ts';
import { soakHostileBodies } from './hostile-bodies.ts';
import { soakKills } from './kills.ts';
import { soakMemory } from './memory.ts';
import { soakShutdown } from './shutdown.ts';
import { soakSlow } from './slow.ts';
import { soakStall } from './stall.ts';
import { soakSwaps } from './swaps.ts';
import { type Material, makeMaterial } from './variants.ts';

/** Nothing here takes so long: a stage hangs. */
const MAX_MINUTES = 20;

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean' }, json: { type: 'string' }, minutes: { type: 'string' } },
  allowPositionals: true,
});
/** The same stages in less time, for CI. */
const either = (quick: number, thorough: number) => (values.quick ? quick : thorough);
const minutes = Number(values.minutes ?? either(1, 3));
if (!(minutes > 0 && minutes < MAX_MINUTES))
  throw new Error(`--minutes takes a number below ${MAX_MINUTES}.`);

/** Small versions of the dataset: compiled by the first stage that needs them. */
const STAGES: Record<string, (faults: Faults) => Promise<Measured>> = {
  swaps: async (faults) =>
    soakSwaps(await material(), faults, { connections: either(16, 64), swaps: either(5, 20) }),
  damage: async (faults) => soakDamage(await material(), faults),
  slow: async (faults) => soakSlow(await material(), faults, either(300, 1000), either(3, 20)),
  flood: async (faults) => soakFlood(await material(), faults, either(6, 20)),
  bodies: async (faults) => soakBodies(await material(), faults, either(20, 30)),
  stall: async (faults) => soakStall(await material(), faults, either(6, 12)),
  dribble: async (faults) => soakDribble(await material(), faults, either(6, 12)),
  shutdown: async (faults) => soakShutdown(await material(), faults, either(16, 64), either(1, 10)),
  kills: async (faults) => soakKills(await material(), faults, either(4, 20)),
  'hostile-bodies': (faults) => soakHostileBodies(faults, either(10, 60)),
  memory: (faults) => soakMemory(folder, faults, minutes),
};
const chosen = positionals.length === 0 ? Object.keys(STAGES) : positionals;
const unknown = chosen.filter((name) => !(name in STAGES));
if (unknown.length > 0)
  throw new Error(`There is no stage ${unknown.join(', ')}. Stages: ${Object.keys(STAGES)}`);

const figures: Figures[] = [];
const limit = setTimeout(() => {
  print(figures);
  process.stderr.write(`ended after ${MAX_MINUTES} minutes: a stage hangs\n`);
  process.exit(1);
}, MAX_MINUTES * 60_000);
const folder = await mkdtemp(join(tmpdir(), 'hivecheck-soak-'));
let made: Promise<Material> | undefined;
try {
  for (const name of chosen) {
    const result = await runStage(name, STAGES[name] as (typeof STAGES)[string]);
    figures.push(result);
    say(`${name}: ${result.faults.length === 0 ? 'pass' : `FAIL: ${result.faults.join('; ')}`}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  clearTimeout(limit);
}
print(figures);
if (values.json !== undefined)
  await writeFile(values.json, `${JSON.stringify({ node: process.version, figures }, null, 2)}\n`);
process.exitCode = figures.every(({ faults }) => faults.length === 0) ? 0 : 1;

/** The count of versions, and of how many settings each keeps one. With two, a damaged version would be the one in service. */
function material(): Promise<Material> {
  made ??= makeMaterial(folder, either(3, 6), either(40, 4));
  return made;
}
