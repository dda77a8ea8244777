/**
 * `npm run soak [-- --quick] [-- --json <file>] [-- --minutes <of the stage memory>] [-- <stage> …]`: the server as a
 * process under load, faults and attacks, on loopback. Ends by itself; exits with 1 where a stage fails.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { soakBodies } from './bodies.ts';
import { soakDamage } from './damage.ts';
import { soakDribble } from './dribble.ts';
import { type Figures, print, resultOf } from './figures.ts';
import { soakFlood } from './flood.ts';
import { soakFuzz } from './fuzz.ts';
import { soakHostileBodies } from './hostile-bodies.ts';
import { soakKills } from './kills.ts';
import { soakMemory } from './memory.ts';
import { soakRollback } from './rollback.ts';
import { soakShutdown } from './shutdown.ts';
import { soakSlow } from './slow.ts';
import { soakStall } from './stall.ts';
import { soakSwaps } from './swaps.ts';
import { type Material, makeMaterial } from './variants.ts';

/** Nothing here takes so long: a stage hangs. */
const MAX_MINUTES = 20;

const FLOODS = [
  { connections: 1, requests: 200_000 },
  { connections: 100, requests: 20_000 },
  // More than a turn of the event loop could parse: most are closed.
  { connections: 1000, requests: 2000 },
];
const FULL = {
  variants: 6,
  share: 4,
  swaps: { connections: 64, swaps: 20 },
  fuzz: 60_000,
  slow: { clients: 1000, seconds: 20 },
  kills: 20,
  shutdown: { connections: 64, rounds: 10 },
  flood: { seconds: 20, floods: FLOODS },
  bodies: { connections: 1000, seconds: 30 },
  hostile: 60,
  minutes: 3,
  seconds: 12,
};
/** The same stages in less time, for CI. Each keeps one of `share` settings in its dataset. */
const QUICK: typeof FULL = {
  variants: 2,
  share: 40,
  swaps: { connections: 16, swaps: 5 },
  fuzz: 3000,
  slow: { clients: 300, seconds: 3 },
  kills: 4,
  shutdown: { connections: 16, rounds: 1 },
  flood: { seconds: 6, floods: FLOODS },
  bodies: { connections: 1000, seconds: 20 },
  hostile: 10,
  minutes: 1,
  seconds: 6,
};

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean' }, json: { type: 'string' }, minutes: { type: 'string' } },
  allowPositionals: true,
});
const plan = values.quick ? QUICK : FULL;
const minutes = Number(values.minutes ?? plan.minutes);
if (!(minutes > 0 && minutes < MAX_MINUTES))
  throw new Error(`--minutes takes a number below ${MAX_MINUTES}.`);
/** Of small versions of the dataset, which are compiled first. */
const STAGES: Record<string, (material: Material) => Promise<Figures>> = {
  swaps: (material) => soakSwaps(material, plan.swaps),
  damage: (material) => soakDamage(material),
  fuzz: (material) => soakFuzz(material, plan.fuzz),
  slow: (material) => soakSlow(material, plan.slow),
  flood: (material) => soakFlood(material, plan.flood),
  bodies: (material) => soakBodies(material, plan.bodies),
  stall: (material) => soakStall(material, plan.seconds),
  dribble: (material) => soakDribble(material, plan.seconds),
  rollback: (material) => soakRollback(material),
  shutdown: (material) => soakShutdown(material, plan.shutdown),
  kills: (material) => soakKills(material, plan.kills),
};
/** Of the built-in dataset. */
const BUILT_IN: Record<string, (folder: string) => Promise<Figures>> = {
  'hostile-bodies': (folder) => soakHostileBodies(folder, plan.hostile),
  memory: (folder) => soakMemory(folder, minutes),
};
const all = Object.keys({ ...STAGES, ...BUILT_IN });
const chosen = positionals.length === 0 ? all : positionals;
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`There is no stage ${unknown.join(', ')}. Stages: ${all}`);

const started = performance.now();
const figures: Figures[] = [];
const limit = setTimeout(() => {
  print(figures);
  process.stderr.write(`ended after ${MAX_MINUTES} minutes: a stage hangs\n`);
  process.exit(1);
}, MAX_MINUTES * 60_000);
const folder = await mkdtemp(join(tmpdir(), 'hivecheck-soak-'));
try {
  let material: Material | undefined;
  if (chosen.some((name) => name in STAGES)) {
    say('compiling versions of the dataset');
    material = await makeMaterial(folder, plan.variants, plan.share);
  }
  for (const name of chosen) {
    const result = await runStage(name, material);
    figures.push(result);
    say(`${result.stage}: ${resultOf(result.faults)}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  clearTimeout(limit);
}
print(figures);
if (values.json !== undefined) {
  await writeFile(values.json, `${JSON.stringify({ node: process.version, figures }, null, 2)}\n`);
}
process.exitCode = figures.every(({ faults }) => faults.length === 0) ? 0 : 1;

/** A stage that breaks is a failed one; the others still run. */
async function runStage(name: string, material: Material | undefined): Promise<Figures> {
  try {
    return (await (BUILT_IN[name]?.(folder) ?? STAGES[name]?.(material as Material))) as Figures;
  } catch (error) {
    return { stage: name, measured: {}, faults: [error instanceof Error ? error.message : String(error)] };
  }
}

function say(what: string): void {
  process.stderr.write(`${Math.round((performance.now() - started) / 1000)} s: ${what}\n`);
}
