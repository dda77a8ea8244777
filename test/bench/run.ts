/**
 * `npm run bench`: measures the service beside what bounds it and beside what one would build instead, prints one table
 * of ratios with their goals and writes test/bench/out/results.json. Exits with 1 where a goal is not met.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { readJson } from '../../build/facts/model.ts';
import { ROOT } from '../../build/paths.ts';
import { MAX_ITEMS } from '../../runtime/contract/verify.ts';
import type { DistIndex, Manifest } from '../../runtime/format/format.ts';
import { startServer } from '../soak/server.ts';
import { budgetLines } from './budgets.ts';
import { againstFixed, CONNECTIONS, compare, inTurns, type Measured, ROUNDS, throughput } from './compare.ts';
import { growDist } from './grow.ts';
import { atMost, type Line, print, ratioLine, saving, say } from './lines.ts';
import { partLines } from './parts.ts';
import {
  type Ask,
  answerTo,
  cspAsks,
  post,
  resolveAsks,
  settingAsks,
  toolAsks,
  verifyBodies,
} from './requests.ts';
import { bundleServers, OUT, type Program, withServers } from './servers.ts';
import { backupLine, coldStart, importAndCompile, stdioStart } from './starts.ts';

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
const anew: Program = ['hivecheck', dist, 'anew'];
const measured: Record<string, Record<string, Measured>> = {};
const lines = await resolveLines();
for (const group of ['csp', 'setting'] as const) {
  say(group);
  const results = await compare(dist, asks[group], { anew });
  lines.push(...againstFixed(group, results, 0.7));
  measured[group] = results;
}
say('mcp');
const tools = await compare(dist, toolAsks(asks.resolve), {}, 'mcp-fixed');
measured.mcp = tools;
const toolCalls = 'resolve as a tool over HTTP : the same SDK with a fixed answer';
lines.push(throughput(toolCalls, tools.hivecheck, tools.fixed, 0.8), await stdioStart(dist));
say('verify');
lines.push(...(await verifyLines()), await backupLine(dist));
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
  const rival = installedRival();
  await requireSameAnswers([['hivecheck', dist], ['hivecheck', grown], ...(rival ? [rival] : [])]);
  say('resolve');
  const others = { grown: ['hivecheck', grown, 'anew'] as Program, anew, ...(rival && { rival }) };
  const resolve = await compare(dist, asks.resolve, others);
  measured.resolve = resolve;
  const accepting = asks.resolve.map((ask) => ({ ...ask, headers: { 'accept-encoding': 'gzip' } }));
  const [packed, plain] = (await withServers([['hivecheck', dist]], ([server]) =>
    inTurns(server ? [accepting, asks.resolve].map((list) => ({ server, asks: list })) : []),
  )) as [Measured, Measured];
  say('memory');
  return [
    ...againstFixed('resolve', resolve, 0.6),
    ...(rival
      ? [
          throughput('resolve : SQLite behind fastify', resolve.hivecheck, resolve.rival, 2.5),
          throughput('resolve, each answer made anew : SQLite', resolve.anew, resolve.rival, 2.5),
        ]
      : []),
    // Without those that are kept: they would hide how look-ups grow.
    throughput('resolve with ten times the pairs : with the dataset', resolve.grown, resolve.anew, 0.9),
    saving('answers that are kept save', resolve.hivecheck.cpu, resolve.anew.cpu),
    ratioLine('a cached answer, compressed : plain', packed.cpu, plain.cpu, 'µs', '≤', 1.3),
    ...(await partLines(dist, version, resolve.anew.cpu)),
    atMost('memory after every pair, node and record of one language', await memory(), 'MB', 160),
  ];
}

/**
 * Undefined where its packages cannot be installed: npm's reasons are on stderr. They are no part of the project (one of
 * them is compiled for a minute when it is installed): the bench installs them beside itself.
 */
function installedRival(): Program | undefined {
  const packages = join(ROOT, 'test', 'bench', 'rival');
  if (!existsSync(join(packages, 'node_modules', '.package-lock.json'))) {
    process.stderr.write(
      'installing better-sqlite3 and fastify beside the bench (compiles for a minute) …\n',
    );
    const args = ['ci', '--no-audit', '--no-fund'];
    if (spawnSync('npm', args, { cwd: packages, stdio: ['ignore', 2, 2] }).status !== 0) return undefined;
  }
  return ['rival', packages, join(OUT, 'rival.db'), dist];
}

/** Rejects where two servers answer a question differently: what is compared must be the same work. */
async function requireSameAnswers(programs: readonly Program[]): Promise<void> {
  await withServers(programs, async (servers) => {
    for (const ask of asks.resolve.slice(0, 500)) {
      const texts = new Set<string>();
      for (const { url } of servers) {
        const text = new TextDecoder().decode(await answerTo(url, ask));
        const { dataset: _stamp, ...answer } = JSON.parse(text) as Record<string, unknown>;
        texts.add(JSON.stringify(answer));
      }
      if (texts.size > 1) throw new Error(`${programs.map(String)} differ for ${ask.body}`);
    }
  });
}

/** Megabytes resident, as `npm start` starts it, after everything was asked for in one language. */
async function memory(): Promise<number> {
  await using server = await startServer(dist);
  const waiting = Object.values(asks).flat().values();
  const client = async (): Promise<void> => {
    for (const ask of waiting) await answerTo(server.url, ask);
  };
  await Promise.all(Array.from({ length: 16 }, client));
  return await server.memory();
}

/** A thousand values in one request beside as many single requests. No answer of these is cached: verify caches none. */
async function verifyLines(): Promise<Line[]> {
  const bodies = verifyBodies(dist, 'Windows 11 24H2').map((body) => post('/v1/verify', body));
  // So that the server has always something to do; fewer than it works on at once.
  const connections = 4;
  const [verify, single] = (await withServers([anew], ([server]) =>
    inTurns(
      server
        ? [
            { server, asks: bodies, connections },
            { server, asks: asks.resolve },
          ]
        : [],
    ),
  )) as [Measured, Measured];
  const values = verify.rate * MAX_ITEMS;
  return [
    atMost('verify, 1,000 items brief: processor time', verify.cpu / 1000, 'ms', 40),
    ratioLine('values by verify : by single requests', values, single.rate, 'values/s', '≥', 3),
  ];
}
