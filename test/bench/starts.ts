/** Processes, from their start to the first answer or to the end: milliseconds, medians of some rounds. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { writePol } from '../readers/writers.ts';
import { serverFile } from './child.ts';
import { atMost, type Line, median, ratioLine } from './lines.ts';
import { COMMAND, OUT } from './paths.ts';
import { type Ask, answerTo, documentedItems } from './requests.ts';

const ROUNDS = 11;
const VALUES = 600;

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** `until` is given what the process ends with, too. */
async function timed(args: string[], until: (child: Child, ended: Promise<unknown[]>) => Promise<unknown>) {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '0' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    await until(child, ended);
    return performance.now() - started;
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

async function timesOf(time: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await time());
  return median(times);
}

export async function coldStart(dist: string, ask: Ask): Promise<Line> {
  const times = { ours: [] as number[], fixed: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(await timeToAnswer([COMMAND, 'serve', '--port', '0', '--dataset', dist], ask));
    times.fixed.push(await timeToAnswer([serverFile('fixed'), '1000'], ask));
  }
  const what = 'process start to first answer : bundled h3 with a fixed answer';
  return ratioLine(what, median(times.ours), median(times.fixed), 'ms', '≤', 1.3);
}

/** The server prints the URL that it listens on. */
function timeToAnswer(args: string[], ask: Ask): Promise<number> {
  return timed(args, async ({ stdout }, ended) => {
    const [line] = await Promise.race([once(stdout, 'data'), ended]);
    const url = /http:\/\/\S+/.exec(String(line))?.[0];
    if (url === undefined) throw new Error(`${args.join(' ')} did not start: ${line}`);
    await answerTo(url, ask);
  });
}

/** The server of MCP on standard input and output. */
export async function stdioStart(dist: string): Promise<Line> {
  const clientInfo = { name: 'bench', version: '1.0.0' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const time = () =>
    timed([COMMAND, 'mcp', '--dataset', dist], ({ stdin, stdout }) => {
      stdin.write(`${message}\n`);
      return once(stdout, 'data');
    });
  return atMost('stdio server: process start to the first answer', await timesOf(time), 'ms', 250);
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
    const time = () =>
      timed([COMMAND, 'verify', folder, ...options], async ({ stdout }, ended) => {
        stdout.resume();
        const [code] = await ended;
        if (code !== 0) throw new Error(`hivecheck verify ${options.join(' ')} ended with ${code}`);
      });
    return atMost(`hivecheck verify, a GPO backup of ${VALUES} values`, await timesOf(time), 'ms', 600);
  } finally {
    await rm(folder, { recursive: true });
  }
}
