/** From the start of a process to its first answer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import type { Ask } from './requests.ts';
import { median } from './rounds.ts';

export interface Start {
  name: string;
  args: string[];
  env?: Record<string, string>;
}

/** Milliseconds, median of `rounds`, in turn. A server prints the URL that it listens on, as `hivecheck serve` does. */
export async function coldStarts(
  starts: readonly Start[],
  ask: Ask,
  rounds: number,
): Promise<Map<string, number>> {
  const times = new Map(starts.map(({ name }): [string, number[]] => [name, []]));
  for (let at = 0; at < rounds; at++) {
    for (const start of starts) times.get(start.name)?.push(await coldStart(start, ask));
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]));
}

async function coldStart({ name, args, env }: Start, ask: Ask): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[];
    const url = /http:\/\/\S+/.exec(String(line))?.[0];
    if (url === undefined) throw new Error(`${name} did not start: ${line}`);
    const status = await answered(url, ask);
    if (status !== 200) throw new Error(`${name}: the first answer is ${status}`);
    return performance.now() - started;
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
}

function answered(url: string, { method, path, body }: Ask): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', connection: 'close' };
    request(url + path, { method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body);
  });
}
