/** From the start of a process to its first answer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serverFile } from './child.ts';
import { median } from './compare.ts';
import { type Line, ratioLine } from './lines.ts';
import { COMMAND } from './paths.ts';
import { type Ask, answerTo } from './requests.ts';

const ROUNDS = 11;

export async function coldStart(dist: string, ask: Ask): Promise<Line> {
  const times = { ours: [] as number[], fixed: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(await timeToAnswer([COMMAND, 'serve', '--port', '0', '--dataset', dist], ask));
    times.fixed.push(await timeToAnswer([serverFile('fixed'), '1000'], ask));
  }
  const what = 'process start to first answer : bundled h3 with a fixed answer';
  return ratioLine(what, median(times.ours), median(times.fixed), 'ms', '≤', 1.3);
}

/** Milliseconds. The server prints the URL that it listens on. */
async function timeToAnswer(args: string[], ask: Ask): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as unknown[];
    const url = /http:\/\/\S+/.exec(String(line))?.[0];
    if (url === undefined) throw new Error(`${args.join(' ')} did not start: ${line}`);
    await answerTo(url, ask);
    return performance.now() - started;
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}
