/**
 * `npm run mutate [-- <part of a path> …] [-- --every n]`: plants each fault of `faults.jsonl` in a copy of the project,
 * runs the nearest tests there, and reports which faults they find. A fault whose text is no longer in its file, or is
 * there twice, or whose tests are gone, is refused before anything runs. Exits with 1 where a fault was not found.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, stat, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build } from 'esbuild';
import { writeFileAtomic } from '../../build/atomic.ts';
import { builtInDist } from '../../build/built-in.ts';
import { readJson } from '../../build/facts/model.ts';
import { ROOT } from '../../build/paths.ts';
import { grid } from '../../build/table.ts';
import type { DistIndex } from '../../runtime/format/format.ts';
import { vectors } from '../vectors.ts';

interface Fault {
  file: string;
  /** Stands in the file once. */
  find: string;
  replace: string;
  /** What a user would see. */
  why: string;
  /** The files that should find it; {@link NEAREST} is tried where they do not. */
  tests?: string[];
}

/** What vitest's JSON report has of a file. */
interface Reported {
  name: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

/** Rooms whose nearest tests are not those of the folder of their name alone. */
const NEAREST = new Map(vectors<[room: string, tests: string[]]>('../mutate/nearest'));

/** Where the copy has its dataset without a fault. */
const SOUND = '.sound-dist';
/** Of one run of tests: with some faults a test never ends, and vitest would wait for it. That counts as found. */
const MOST_MS = 20 * 60_000;
const DID_NOT_END = `the tests did not end within ${MOST_MS / 60_000} minutes`;

const { values, positionals } = parseArgs({
  options: { every: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const all = vectors<Fault>('../mutate/faults');
await refuseStale(all);
const chosen = all
  .filter(({ file }) => positionals.length === 0 || positionals.some((part) => file.includes(part)))
  .filter((_, at) => at % Number(values.every) === 0);
const compiler = await sourcesOfCompiler();
/** Fault → the first test that failed, and what it said. */
const found = new Map<Fault, string | undefined>();
const copy = await copyOfProject();
let isSound = false;
// Ctrl-C ends the tests that run, too; the copy goes with the run.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    rmSync(copy, { recursive: true, force: true });
    process.exit(130);
  });
try {
  // Those that compile the dataset anew come last: what takes long is left where a run is broken off.
  const changesDataset = ({ file }: Fault) => Number(compiler.has(file));
  for (const fault of [...chosen].sort((a, b) => changesDataset(a) - changesDataset(b))) {
    const began = Date.now();
    found.set(fault, await plant(fault));
    const seconds = Math.round((Date.now() - began) / 1000);
    const result = found.get(fault) === undefined ? 'NOT FOUND' : 'found';
    process.stderr.write(`${result} (${seconds} s): ${fault.file}: ${fault.why}\n`);
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}
const missed = chosen.filter((fault) => found.get(fault) === undefined);
const stuck = chosen.filter((fault) => found.get(fault) === DID_NOT_END);
const lines = [
  ...missed.map(({ file, why }) => `not found: ${file}: ${why}\n`),
  ...stuck.map(({ file, why }) => `found only because ${DID_NOT_END}: ${file}: ${why}\n`),
];
process.stdout.write(grid(['room', 'found', 'of'], scores()) + lines.join(''));
process.exitCode = missed.length === 0 ? 0 : 1;

async function refuseStale(faults: readonly Fault[]): Promise<void> {
  const stale: string[] = [];
  for (const { file, find, replace, tests = [] } of faults) {
    // A run without a test ends as one does whose tests fail.
    for (const test of tests.filter((each) => !existsSync(join(ROOT, each))))
      stale.push(`${file}: ${test} is not there`);
    const parts = (await readFile(join(ROOT, file), 'utf8').catch(() => '')).split(find).length - 1;
    if (parts !== 1 || find === replace)
      stale.push(`${file}: ${JSON.stringify(find)} is there ${parts} times`);
  }
  if (stale.length === 0) return;
  process.stderr.write(
    `These faults of faults.jsonl no longer apply; correct or remove them:\n${stale.join('\n')}\n`,
  );
  process.exit(1);
}

/** What Git knows of, with changes that are not committed, and the dataset: the project may change while the tests run. */
async function copyOfProject(): Promise<string> {
  await builtInDist();
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], { cwd: ROOT, maxBuffer: 2 ** 24 });
  const folder = await mkdtemp(join(tmpdir(), 'hivecheck-mutate-'));
  for (const path of stdout.split('\0').filter((each) => each !== ''))
    await cp(join(ROOT, path), join(folder, path), { preserveTimestamps: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const { latest, versions } = await readJson<DistIndex>(join(ROOT, 'dist', 'index.json'));
  await cp(join(ROOT, 'dist', latest), join(folder, SOUND, latest), { recursive: true });
  const index = { latest, versions: versions.filter(({ version }) => version === latest) };
  await writeFileAtomic(join(folder, SOUND, 'index.json'), JSON.stringify(index));
  return folder;
}

/** A fault in one of these changes the dataset; any other leaves it as it is. */
async function sourcesOfCompiler(): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints: ['build/compile.ts'],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  return new Set(Object.keys(metafile.inputs));
}

/**
 * Returns what found the fault. The dataset is laid anew where a test has compiled it with a fault of the compiler.
 */
async function plant({ file, find, replace, tests = [] }: Fault): Promise<string | undefined> {
  const dist = join(copy, 'dist');
  if (!isSound) {
    await rm(dist, { recursive: true, force: true });
    await cp(join(copy, SOUND), dist, { recursive: true, preserveTimestamps: true });
  }
  const path = join(copy, file);
  const before = await readFile(path, 'utf8');
  const { atime, mtime } = await stat(path);
  await writeFileAtomic(
    path,
    before.replace(find, () => replace),
  );
  const index = join(dist, 'index.json');
  if (!compiler.has(file)) await utimes(index, new Date(), new Date());
  const { mtimeMs } = await stat(index);
  try {
    return (tests.length > 0 ? await failureOf(tests) : undefined) ?? (await failureOf(nearest(file)));
  } finally {
    await writeFileAtomic(path, before);
    await utimes(path, atime, mtime);
    isSound = (await stat(index)).mtimeMs === mtimeMs;
  }
}

/** The first test that fails. A test that is not ready in time, because the machine is busy, finds nothing. */
async function failureOf(tests: readonly string[]): Promise<string | undefined> {
  const report = join(copy, 'report.json');
  await rm(report, { force: true });
  const how = ['--config', 'test/mutate/vitest.config.ts', '--reporter=json', `--outputFile=${report}`];
  const run = ['node_modules/vitest/vitest.mjs', 'run', ...how, ...tests];
  const child = spawn(process.execPath, run, { cwd: copy, stdio: 'ignore', timeout: MOST_MS });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return undefined;
  if (code === null) return DID_NOT_END;
  const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}');
  const { testResults } = JSON.parse(text) as { testResults: Reported[] };
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const said = failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0] ?? ''}`);
    return (said.length > 0 ? said : [message])
      .filter((each) => each !== '')
      .map((each) => `${relative(copy, name)}: ${each.slice(0, 300)}`);
  });
  const first = failures[0] ?? `the tests ended with ${code}`;
  return /(?:Test|Hook) timed out in/.test(first) ? undefined : first;
}

function nearest(file: string): string[] {
  const own = `test/${roomOf(file).split('/').at(-1)}`;
  return NEAREST.get(roomOf(file)) ?? [existsSync(join(ROOT, own)) ? own : 'test'];
}

function roomOf(file: string): string {
  const depth = file.startsWith('cli/') ? 1 : 2;
  return file.split('/').slice(0, depth).join('/');
}

function scores(): string[][] {
  const rooms = [...new Set(chosen.map(({ file }) => roomOf(file)))].sort();
  const row = (name: string, isIn: (fault: Fault) => boolean) => {
    const [count, lost] = [chosen.filter(isIn).length, missed.filter(isIn).length];
    return [name, String(count - lost), String(count)];
  };
  return [...rooms.map((room) => row(room, ({ file }) => roomOf(file) === room)), row('all', () => true)];
}
