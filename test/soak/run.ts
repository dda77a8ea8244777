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
import { type Figures, print, runStage } from './figures.ts';
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
const quick = values.quick === true;
const minutes = Number(values.minutes ?? (quick ? 1 : 3));
if (!(minutes > 0 && minutes < MAX_MINUTES))
  throw new Error(`--minutes takes a number below ${MAX_MINUTES}.`);

/** Of small versions of the dataset, which are compiled first. */
const STAGES: Record<string, (material: Material) => Promise<Figures>> = {
  swaps: (material) =>
    soakSwaps(material, quick ? { connections: 16, swaps: 5 } : { connections: 64, swaps: 20 }),
  damage: (material) => soakDamage(material),
  slow: (material) => (quick ? soakSlow(material, 300, 3) : soakSlow(material, 1000, 20)),
  flood: (material) => soakFlood(material, quick ? 6 : 20),
  bodies: (material) => soakBodies(material, quick ? 20 : 30),
  stall: (material) => soakStall(material, quick ? 6 : 12),
  dribble: (material) => soakDribble(material, quick ? 6 : 12),
  shutdown: (material) =>
    soakShutdown(material, quick ? { connections: 16, rounds: 1 } : { connections: 64, rounds: 10 }),
  kills: (material) => soakKills(material, quick ? 4 : 20),
};
/** Of the built-in dataset. */
const BUILT_IN: Record<string, (folder: string) => Promise<Figures>> = {
  'hostile-bodies': (folder) => soakHostileBodies(folder, quick ? 10 : 60),
  memory: (folder) => soakMemory(folder, minutes),
};
const all = Object.keys({ ...STAGES, ...BUILT_IN });
const chosen = positionals.length === 0 ? all : positionals;
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`There is no stage ${unknown.join(', ')}. Stages: ${all}`);

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
    // Of so many settings each keeps one.
    material = await makeMaterial(folder, quick ? 2 : 6, quick ? 40 : 4);
  }
  for (const name of chosen) {
    const stage = BUILT_IN[name]?.(folder) ?? STAGES[name]?.(material as Material);
    // A stage that breaks is a failed one; the others still run.
    const result = await (stage as Promise<Figures>).catch((error: unknown) =>
      runStage(name, async (faults) => {
        faults.add(String(error));
        return {};
      }),
    );
    figures.push(result);
    say(`${result.stage}: ${result.faults.length === 0 ? 'pass' : `FAIL: ${result.faults.join('; ')}`}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  clearTimeout(limit);
}
print(figures);
if (values.json !== undefined)
  await writeFile(values.json, `${JSON.stringify({ node: process.version, figures }, null, 2)}\n`);
process.exitCode = figures.every(({ faults }) => faults.length === 0) ? 0 : 1;
