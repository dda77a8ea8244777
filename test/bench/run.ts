/**
 * `npm run bench`: measures the service beside what bounds it and beside what one would build instead, prints one table
 * of ratios with their goals and writes test/bench/out/results.json. Exits with 1 where a goal is not met.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { readJson } from '../../build/facts/model.ts';
import { grid } from '../../build/table.ts';
import type { DistIndex, Manifest } from '../../runtime/format/format.ts';
import { budgetLines } from './budgets.ts';
import { bundleServers, startServer } from './child.ts';
import { againstFixed, compare, find, type Results, ROUNDS, saving, throughput } from './compare.ts';
import { growDist } from './grow.ts';
import { importAndCompile } from './import.ts';
import { atMost, type Line, say } from './lines.ts';
import { CONNECTIONS } from './load.ts';
import { mcpAsks } from './mcp.ts';
import { partLines } from './parts.ts';
import { OUT } from './paths.ts';
import { type Ask, answerTo, cspAsks, resolveAsks, settingAsks } from './requests.ts';
import { makeRival, requireSameAnswers } from './rival.ts';
import { backupLine, coldStart, stdioStart } from './starts.ts';
import { verifyLines } from './verify.ts';

const MAX_MEMORY_MB = 160;
/** As `npm start` and the image start it. */
const AS_STARTED = {
  execArgv: ['--max-old-space-size=160', '--max-semi-space-size=4'],
  env: { ...process.env, MALLOC_MMAP_THRESHOLD_: '16384' },
};

// `npm run bench -- budgets`: the report of sizes alone, in seconds.
if (process.argv[2] === 'budgets') {
  print(await budgetLines());
  process.exit();
}

const dist = join(OUT, 'dist');
await mkdir(OUT, { recursive: true });
say('servers');
bundleServers();
say('import and compile');
const building = await importAndCompile(dist);
const version = join(dist, (await readJson<DistIndex>(join(dist, 'index.json'))).latest);
const asks = { resolve: resolveAsks(dist), csp: cspAsks(dist), setting: settingAsks(dist) };
const measured: Results = {};
const lines = await resolveLines();
for (const group of ['csp', 'setting'] as const) {
  say(group);
  measured[group] = await compare(dist, asks[group], { anew: ['hivecheck', dist, 'anew'] });
  lines.push(...againstFixed(group, measured[group], 0.7));
}
say('mcp');
measured.mcp = await compare(dist, mcpAsks(asks.resolve), {}, 'mcp-fixed');
const toolCalls = 'resolve as a tool over HTTP : the same SDK with a fixed answer';
lines.push(throughput(toolCalls, measured.mcp, ['hivecheck', 'fixed'], 0.8), await stdioStart(dist));
say('verify');
lines.push(...(await verifyLines(dist, asks.resolve)), await backupLine(dist));
say('cold start');
lines.push(await coldStart(dist, asks.resolve[0] as Ask), ...building);
print(lines);
print(await budgetLines());
const where = {
  machine: `${cpus()[0]?.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}`,
  node: process.version,
  load: `autocannon, ${CONNECTIONS} connections, medians of ${ROUNDS} interleaved rounds`,
  seconds: Math.round(performance.now() / 1000),
};
process.stdout.write(`${Object.values(where).join('; ')} s\n`);
await writeFile(join(OUT, 'results.json'), `${JSON.stringify({ ...where, lines, measured }, null, 2)}\n`);
process.exitCode = lines.every(({ met }) => met) ? 0 : 1;

/** Everything that is measured with resolve. */
async function resolveLines(): Promise<Line[]> {
  say('a larger dataset and a rival');
  const grown = join(OUT, 'grown');
  await growDist(dist, await readJson<Manifest>(join(version, 'manifest.json')), grown);
  const rival = await makeRival(dist, asks.resolve);
  const sample = asks.resolve.slice(0, 500);
  await requireSameAnswers([['hivecheck', dist], ['hivecheck', grown], ...(rival ? [rival] : [])], sample);
  say('resolve');
  const resolve = await compare(dist, asks.resolve, {
    grown: ['hivecheck', grown, 'anew'],
    anew: ['hivecheck', dist, 'anew'],
    ...(rival && { rival }),
  });
  measured.resolve = resolve;
  say('memory');
  const anew = find(resolve, 'anew').cpu;
  return [
    ...againstFixed('resolve', resolve, 0.6),
    ...(rival
      ? [
          throughput('resolve : SQLite behind fastify', resolve, ['hivecheck', 'rival'], 2.5),
          throughput('resolve, each answer made anew : SQLite', resolve, ['anew', 'rival'], 2.5),
        ]
      : []),
    // Without those that are kept: they would hide how look-ups grow.
    throughput('resolve with ten times the pairs : with the dataset', resolve, ['grown', 'anew'], 0.9),
    saving('answers that are kept save', find(resolve, 'hivecheck').cpu, anew),
    ...(await partLines(dist, version, anew)),
    atMost('memory after every pair, node and record of one language', await memory(), 'MB', MAX_MEMORY_MB),
  ];
}

/** Megabytes resident after everything was asked for in one language. */
async function memory(): Promise<number> {
  const child = await startServer(['hivecheck', dist], AS_STARTED);
  try {
    const waiting = Object.values(asks).flat().values();
    const client = async (): Promise<void> => {
      for (const ask of waiting) await answerTo(child.url, ask);
    };
    await Promise.all(Array.from({ length: 16 }, client));
    return (await child.usage()).rss / 2 ** 20;
  } finally {
    await child.stop();
  }
}

function print(all: readonly Line[]): void {
  const rows = all.map(({ what, measured: got, goal, met }) => {
    return [what, got, goal, goal === '' ? '' : met ? 'met' : 'NOT MET'];
  });
  process.stdout.write(grid(['', 'measured', 'goal', ''], rows));
}
