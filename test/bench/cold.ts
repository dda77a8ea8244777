/** From the start of a process to its first answer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { FIXED_UNBUNDLED, serverFile } from './child.ts';
import { type Line, ratioLine } from './lines.ts';
import { COMMAND } from './paths.ts';
import { type Ask, answerTo } from './requests.ts';
import { median } from './rounds.ts';

const ROUNDS = 11;

export async function coldStart(dist: string, ask: Ask): Promise<Line[]> {
  const ours = [COMMAND, 'serve', '--port', '0', '--dataset', dist];
  const times = { ours: [] as number[], unbundled: [] as number[], bundled: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(await timeToAnswer(ours, ask));
    times.unbundled.push(await timeToAnswer([FIXED_UNBUNDLED, '1000'], ask));
    times.bundled.push(await timeToAnswer([serverFile('fixed'), '1000'], ask));
  }
  const what = 'process start to first answer : h3 with a fixed answer';
  const time = median(times.ours);
  return [
    ratioLine(what, time, median(times.unbundled), 'ms', '≤', 1.3),
    { ...ratioLine(`${what}, bundled`, time, median(times.bundled), 'ms', '≤', 1.3), goal: '', met: true },
  ];
}

/** Milliseconds. The server prints the URL that it listens on. */
async function timeToAnswer(args: string[], ask: Ask): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[];
    const url = /http:\/\/\S+/.exec(String(line))?.[0];
    if (url === undefined) throw new Error(`${args.join(' ')} did not start: ${line}`);
    await answerTo(url, ask);
    return performance.now() - started;
  } finally {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}
