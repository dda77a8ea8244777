/** Processes, from their start to the first answer or to the end: milliseconds, medians of some rounds. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FACTS, ROOT } from '../../build/paths.ts';
import { COMMAND } from '../command.ts';
import { writePol } from '../readers/writers.ts';
import { startProgram } from '../soak/server.ts';
import { atMost, type Line, median, ratioLine } from './lines.ts';
import { type Ask, answerTo, documentedItems } from './requests.ts';
import { commandOf, OUT } from './servers.ts';

const ROUNDS = 11;
const VALUES = 600;
const SOURCES = process.env.HIVECHECK_SOURCES ?? join(ROOT, '..', 'shared', 'sources');
const BUILD_RUNS = 2;
const MAX_PEAK_MB = 1024;
/** Preloaded: prints the peak of resident memory at the end (`maxRSS` is in kB). */
const REPORT =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("\\npeak="+process.resourceUsage().maxRSS))';

/** Times each in turns. What is still running then is ended. */
async function timesOf(...works: (() => Promise<ChildProcess | undefined>)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, work] of works.entries()) {
      const started = performance.now();
      const child = await work();
      times[at]?.push(performance.now() - started);
      if (child?.kill('SIGKILL')) await once(child, 'exit');
    }
  }
  return times.map(median);
}

export async function coldStart(dist: string, ask: Ask): Promise<Line> {
  const answering = (args: string[]) => async () => {
    const env = { LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '0' };
    const server = await startProgram(args, { env });
    await answerTo(server.url, ask);
    return server.process;
  };
  const [ours = 0, fixed = 0] = await timesOf(
    answering([COMMAND, 'serve', '--port', '0', '--dataset', dist]),
    answering(commandOf(['fixed', '1000'])),
  );
  return ratioLine(
    'process start to first answer : bundled h3 with a fixed answer',
    ours,
    fixed,
    'ms',
    '≤',
    1.3,
  );
}

/** The server of MCP on standard input and output. */
export async function stdioStart(dist: string): Promise<Line> {
  const clientInfo = { name: 'bench', version: '1.0.0' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const [time = 0] = await timesOf(async () => {
    const args = [COMMAND, 'mcp', '--dataset', dist];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    await once(child.stdout, 'data');
    return child;
  });
  return atMost('stdio server: process start to the first answer', time, 'ms', 250);
}

/** Rejects where it does not end with 0. @returns what it wrote on stderr. */
async function run(...args: string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 })).stderr;
}

/** A GPO backup with values of the whole dataset, which is the slowest kind: nearly each is in a file of its own. */
export async function backupLine(dist: string): Promise<Line> {
  const values = documentedItems(dist)
    .filter(({ key, data }) => key.startsWith('HKLM') && data !== undefined)
    .slice(0, VALUES);
  const folder = await mkdtemp(join(OUT, 'backup-'));
  try {
    const machine = join(folder, '{6AC1786C-016F-11D2-945F-00C04FB984F9}', 'DomainSysvol', 'GPO', 'Machine');
    await mkdir(machine, { recursive: true });
    await writeFile(join(machine, 'registry.pol'), writePol(values));
    const options = ['--target-os', 'Windows 11 24H2', '--fail-on', 'none', '--dataset', dist];
    const [time = 0] = await timesOf(async () => {
      await run(COMMAND, 'verify', folder, ...options);
      return undefined;
    });
    return atMost(`hivecheck verify, a GPO backup of ${VALUES} values`, time, 'ms', 600);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Import of every source and compilation of the facts. The compiled dataset is left in `dist`. */
export async function importAndCompile(dist: string): Promise<Line[]> {
  const work = await mkdtemp(join(OUT, 'work-'));
  const facts = join(work, 'facts');
  // Where as many files were deleted just before, ext4 takes 2 s more to create them: nothing is deleted until the end.
  const compiled = (turn: number) => join(work, `dist-${turn}`);
  const lines: Line[] = [];
  try {
    if (existsSync(SOURCES)) {
      await cp(FACTS, facts, { recursive: true });
      lines.push(...(await buildLines('import', () => ['--sources', SOURCES, '--out', facts], 15)));
    } else process.stdout.write(`skipped: import (${SOURCES} is missing; set HIVECHECK_SOURCES)\n`);
    lines.push(...(await buildLines('compile', (turn) => ['--out', compiled(turn)], 10)));
    await rm(dist, { recursive: true, force: true });
    await rename(compiled(0), dist);
    return lines;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Other load on the machine only adds time: the fastest of the runs counts. Of the memory the largest peak does. */
async function buildLines(command: string, argsOf: (turn: number) => string[], maxSeconds: number) {
  let [seconds, peak] = [Number.POSITIVE_INFINITY, 0];
  for (let turn = 0; turn < BUILD_RUNS; turn++) {
    const started = performance.now();
    const stderr = await run('--import', REPORT, COMMAND, command, ...argsOf(turn));
    peak = Math.max(peak, Number(/peak=(\d+)/.exec(stderr)?.[1]) / 1024);
    seconds = Math.min(seconds, (performance.now() - started) / 1000);
  }
  const memory = atMost(`${command}, peak memory`, peak, 'MB', MAX_PEAK_MB);
  return [atMost(command, seconds, 's', maxSeconds), memory];
}
