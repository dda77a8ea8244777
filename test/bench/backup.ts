/** `hivecheck verify` of a GPO backup, from the start of its process to its end. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePol } from '../readers/writers.ts';
import { median } from './compare.ts';
import { atMost, type Line } from './lines.ts';
import { COMMAND, OUT } from './paths.ts';
import { documentedItems } from './requests.ts';

const VALUES = 600;
const MAX_MS = 600;
const RUNS = 9;

/** The values are of the whole dataset, which is the slowest kind: nearly each is in a file of its own. */
export async function backupLine(dist: string): Promise<Line> {
  const values = documentedItems(dist)
    .filter(({ key, data }) => key.startsWith('HKLM') && data !== undefined)
    .slice(0, VALUES);
  const folder = await mkdtemp(join(OUT, 'backup-'));
  try {
    const machine = join(folder, '{6AC1786C-016F-11D2-945F-00C04FB984F9}', 'DomainSysvol', 'GPO', 'Machine');
    await mkdir(machine, { recursive: true });
    await writeFile(join(machine, 'registry.pol'), writePol(values));
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await timeOf(folder, dist));
    return atMost(`hivecheck verify, a GPO backup of ${VALUES} values`, median(times), 'ms', MAX_MS);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Milliseconds. */
async function timeOf(folder: string, dist: string): Promise<number> {
  const started = performance.now();
  const args = ['verify', folder, '--target-os', 'Windows 11 24H2', '--fail-on', 'none', '--dataset', dist];
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  if (code !== 0) throw new Error(`hivecheck ${args.join(' ')} ended with ${code}`);
  return performance.now() - started;
}
