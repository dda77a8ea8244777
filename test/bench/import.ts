/**
 * Import of every source and compilation of the facts, each in a process of its own. Other load on the machine only adds
 * time: the fastest of the runs counts. Of the memory the largest peak does.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FACTS, ROOT } from '../../build/paths.ts';
import { atMost, type Line } from './lines.ts';
import { COMMAND, OUT } from './paths.ts';

const SOURCES = process.env.HIVECHECK_SOURCES ?? join(ROOT, '..', 'shared', 'sources');
const RUNS = 2;
const MAX_PEAK_MB = 1024;
/** Preloaded: prints the peak of resident memory at the end (`maxRSS` is in kB). */
const REPORT =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("\\npeak="+process.resourceUsage().maxRSS))';

/** The compiled dataset is left in `dist`. */
export async function importAndCompile(dist: string): Promise<Line[]> {
  const work = await mkdtemp(join(OUT, 'work-'));
  const facts = join(work, 'facts');
  // Where as many files were deleted just before, ext4 takes 2 s more to create them: nothing is deleted until the end.
  const compiled = (turn: number) => join(work, `dist-${turn}`);
  const lines: Line[] = [];
  try {
    if (existsSync(SOURCES)) {
      await cp(FACTS, facts, { recursive: true });
      lines.push(...(await timed('import', () => ['--sources', SOURCES, '--out', facts], 15)));
    } else process.stdout.write(`skipped: import (${SOURCES} is missing; set HIVECHECK_SOURCES)\n`);
    lines.push(...(await timed('compile', (turn) => ['--out', compiled(turn)], 10)));
    await rm(dist, { recursive: true, force: true });
    await rename(compiled(0), dist);
    return lines;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function timed(command: string, argsOf: (turn: number) => string[], maxSeconds: number) {
  let seconds = Number.POSITIVE_INFINITY;
  let peak = 0;
  for (let turn = 0; turn < RUNS; turn++) {
    const started = performance.now();
    const args = ['--import', REPORT, COMMAND, command, ...argsOf(turn)];
    const { stderr } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
    peak = Math.max(peak, Number(/peak=(\d+)/.exec(stderr)?.[1]) / 1024);
    seconds = Math.min(seconds, (performance.now() - started) / 1000);
  }
  const memory = atMost(`${command}, peak memory`, peak, 'MB', MAX_PEAK_MB);
  return [atMost(command, seconds, 's', maxSeconds), memory];
}
