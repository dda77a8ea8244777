/**
 * `npm run bench:import`: import of every source and compilation of the facts, each in a process of its own, against
 * their budgets. What else runs on the machine only adds time, so that the fastest of three runs counts; of the
 * memory the largest does. Ends with 1 when a budget is missed.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { FACTS, ROOT } from '../../build/paths.ts';
import { grid } from '../../cli/tables.ts';

const SOURCES = process.env.HIVECHECK_SOURCES ?? join(ROOT, '..', 'shared', 'sources');
const RUNS = 3;
const MEMORY = 1024;
const COMMAND = join(ROOT, 'lib/cli/main.js');
/** Preloaded: the child says what it took at most (`maxRSS` is in kB). */
const REPORT =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("\\npeak="+process.resourceUsage().maxRSS))';

interface Run {
  seconds: number;
  /** MB */
  peak: number;
}

function run(args: string[]): Promise<Run> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', REPORT, COMMAND, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const peak = Number(/peak=(\d+)/.exec(said)?.[1]) / 1024;
      if (code === 0 && peak > 0) resolve({ seconds: (performance.now() - started) / 1000, peak });
      else reject(new Error(`hivecheck ${args.join(' ')} ended with ${code}:\n${said}`));
    });
  });
}

async function measure(args: (turn: number) => Promise<string[]>): Promise<Run> {
  const runs: Run[] = [];
  for (let turn = 0; turn < RUNS; turn++) runs.push(await run(await args(turn)));
  return {
    seconds: Math.min(...runs.map(({ seconds }) => seconds)),
    peak: Math.max(...runs.map(({ peak }) => peak)),
  };
}

const work = await mkdtemp(join(tmpdir(), 'hivecheck-bench-'));
const rows: (string | number)[][] = [];
let missed = 0;

function judge(name: string, { seconds, peak }: Run, budget: number): void {
  const held = seconds <= budget && peak <= MEMORY;
  if (!held) missed++;
  rows.push([name, seconds.toFixed(1), budget, Math.round(peak), MEMORY, held ? 'held' : 'MISSED']);
}

try {
  if (existsSync(SOURCES)) {
    const imported = await measure(async (turn) => {
      const out = join(work, `facts-${turn}`);
      await cp(FACTS, out, { recursive: true });
      return ['import', '--sources', SOURCES, '--out', out];
    });
    judge('import of everything', imported, 15);
  } else {
    process.stdout.write(
      'skipped: import (no ../shared/sources here; HIVECHECK_SOURCES names another folder)\n',
    );
  }
  const compiled = await measure(async (turn) => ['compile', '--out', join(work, `dist-${turn}`)]);
  judge('compile', compiled, 10);
} finally {
  await rm(work, { recursive: true, force: true });
}
process.stdout.write(grid(['step', 'seconds', 'at most', 'peak MB', 'at most', ''], rows));
process.exitCode = missed > 0 ? 1 : 0;
