/**
 * Load from a process of its own: wrk where it is installed, because it takes a small part of what the server takes;
 * else autocannon in this process, which may itself be the limit (the table names the one used).
 */
import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { BENCH, OUT } from './paths.ts';
import { type Ask, JSON_TYPE } from './requests.ts';

export const CONNECTIONS = 64;

export interface Load {
  /** Answers per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  answers: number;
}

/** Loads a server for whole seconds; rejects where an answer was an error. */
export type Generator = (url: string, seconds: number) => Promise<Load>;

export const generator: 'wrk' | 'autocannon' = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk';

/** `name`: for the file of requests. */
export async function prepareLoad(
  name: string,
  asks: readonly Ask[],
  connections = CONNECTIONS,
): Promise<Generator> {
  if (generator === 'autocannon') {
    return (url, seconds) => withAutocannon(asks.slice(0, 1000), url, connections, seconds);
  }
  const file = join(OUT, `${name}.raw`);
  await writeFile(file, asks.map(raw).join(''));
  return (url, seconds) => withWrk(file, url, connections, seconds);
}

async function withWrk(file: string, url: string, connections: number, seconds: number): Promise<Load> {
  const script = ['-s', join(BENCH, 'load.lua'), url, '--', file];
  // A late answer is not an error: the 99th percentile tells of it. wrk's own limit is 2 s, its first answers may need more.
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', ...script];
  const { stdout } = await promisify(execFile)('wrk', args);
  const line = /JSON(\{.*\})/.exec(stdout)?.[1];
  if (line === undefined) throw new Error(`wrk printed no result: ${stdout}`);
  const { errors, ...load } = JSON.parse(line) as Load & { errors: number };
  return checked(url, load, errors);
}

async function withAutocannon(
  asks: readonly Ask[],
  url: string,
  connections: number,
  duration: number,
): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    duration,
    requests: asks.map((ask) => ({ ...ask, ...(ask.body !== undefined && { headers: JSON_TYPE }) })),
  });
  const { latency, requests, errors, timeouts, non2xx } = result;
  const load = { rate: requests.average, p50: latency.p50, p99: latency.p99, answers: requests.total };
  return checked(url, load, errors + timeouts + non2xx);
}

function checked(url: string, load: Load, errors: number): Load {
  if (errors === 0 && load.answers > 0) return load;
  throw new Error(`${url}: ${errors} of ${load.answers} answers were errors`);
}

/** HTTP/1.1 as it goes over the wire, after its length. */
function raw({ method, path, body = '' }: Ask): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  if (method === 'POST')
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  const text = `${lines.join('\r\n')}\r\n\r\n${body}`;
  return `${Buffer.byteLength(text)}\n${text}`;
}
