/**
 * `npm run bench [-- --quick] [--only <group>] [--no-rival]`: measures the service side by side with what bounds it and
 * with what one would build instead, prints a table of ratios and writes test/bench/out/results.json.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compile } from '../../build/compile/compile.ts';
import { FACTS } from '../../build/paths.ts';
import { grid } from '../../cli/tables.ts';
import type { Manifest } from '../../runtime/format.ts';
import { compareGroups, type Setup } from './groups.ts';
import { growDataset } from './grow.ts';
import { CONNECTIONS } from './load.ts';
import { machine } from './machine.ts';
import { type Line, oneOffs } from './one-offs.ts';
import { OUT } from './paths.ts';
import { buildDatabase, installRival } from './rival.ts';
import type { Measured } from './rounds.ts';

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, 'no-rival': { type: 'boolean' } },
});

const setup = await prepareSetup();
const started = performance.now();
const measured: Record<string, Measured[]> = {};
const lines: Line[] = [];
for (const group of compareGroups(setup)) {
  if (flags.only !== undefined && !group.name.startsWith(flags.only)) continue;
  process.stderr.write(`${group.name} …\n`);
  const results = await group.run();
  measured[group.name] = results;
  process.stdout.write(groupTable(group.name, results));
  lines.push(...group.judge(results));
}
if (flags.only === undefined || flags.only === 'one-offs') lines.push(...(await oneOffs(setup)));
const where = machine();
process.stdout.write(goalTable(lines));
process.stdout.write(`${where.cpu}, ${where.cores} cores, ${where.memoryGB} GB, ${where.os}; `);
process.stdout.write(
  `${Object.entries(where.versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}; `,
);
process.stdout.write(
  `${where.generator}, ${CONNECTIONS} connections, medians of ${setup.rounds.rounds} rounds in turn, ${setup.rounds.seconds} s each after ${setup.rounds.again} s to get warm; `,
);
process.stdout.write(`${Math.round((performance.now() - started) / 1000)} s\n`);
await writeFile(
  join(OUT, 'results.json'),
  `${JSON.stringify({ machine: where, rounds: setup.rounds, lines, measured }, null, 2)}\n`,
);

async function prepareSetup(): Promise<Setup> {
  const quick = flags.quick === true;
  await mkdir(OUT, { recursive: true });
  const dist = join(OUT, 'dist');
  const { manifest } = await compile({ facts: FACTS, builtIn: FACTS, out: dist });
  const rival =
    flags['no-rival'] === true || !installRival() ? undefined : join(OUT, `rival-${manifest.version}.db`);
  if (rival !== undefined) await buildDatabase(join(dist, manifest.version), rival);
  return {
    dist,
    version: join(dist, manifest.version),
    manifest,
    grown: quick ? undefined : await grownDist(manifest),
    rival,
    quick,
    rounds: { rounds: quick ? 5 : 9, seconds: 1, warmup: quick ? 2 : 4, again: 1 },
  };
}

/** Takes a minute to make, and is kept for the next run. */
async function grownDist({ version }: Manifest): Promise<string> {
  const dist = join(OUT, `grown-${version}`);
  if (existsSync(join(dist, 'index.json'))) return dist;
  process.stderr.write('making a dataset ten times as large …\n');
  await growDataset(join(OUT, 'grown-facts'), dist);
  return dist;
}

function groupTable(name: string, results: readonly Measured[]): string {
  const [first] = results;
  const rows = results.map((each) => [
    each.name,
    Math.round(each.rate),
    each.p50.toFixed(2),
    each.p99.toFixed(2),
    each.cpu.toFixed(1),
    ((first?.rate ?? 0) / each.rate).toFixed(2),
  ]);
  return `${name}\n${grid(['', 'answers/s', 'p50 ms', 'p99 ms', 'CPU µs/answer', 'first : this'], rows)}`;
}

function goalTable(all: readonly Line[]): string {
  const rows = all.map(({ what, measured: got, goal, met }) => [
    what,
    got,
    goal,
    met === undefined ? '' : met ? 'met' : 'missed',
  ]);
  return grid(['', 'measured', 'goal', ''], rows);
}
