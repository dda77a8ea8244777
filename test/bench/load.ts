/**
 * Load from a process of its own: wrk where it is installed, because it takes a small part of what the server
 * takes; else autocannon, which may itself be the limit on a machine with few cores (the table names the one used).
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BENCH, OUT, SERVERS } from './paths.ts';
import type { Ask } from './requests.ts';

export const CONNECTIONS = 64;

export interface Load {
  /** Answers per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  answers: number;
}

export const generator: 'wrk' | 'autocannon' = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk';

/** Requests as the generator reads them; one file for all rounds. */
export async function prepare(name: string, asks: readonly Ask[]): Promise<string> {
  await mkdir(OUT, { recursive: true });
  const file = join(OUT, `${name}.${generator === 'wrk' ? 'raw' : 'json'}`);
  await writeFile(file, generator === 'wrk' ? asks.map(raw).join('') : JSON.stringify(asks.slice(0, 1000)));
  return file;
}

/** `seconds`: whole ones. Rejects where an answer was an error. */
export async function load(url: string, file: string, seconds: number): Promise<Load> {
  const text =
    generator === 'wrk'
      ? await run('wrk', [
          '-t1',
          `-c${CONNECTIONS}`,
          `-d${seconds}s`,
          '-s',
          join(BENCH, 'load.lua'),
          url,
          '--',
          file,
        ])
      : await run(process.execPath, [
          join(SERVERS, '..', 'load-autocannon.js'),
          url,
          file,
          String(CONNECTIONS),
          String(seconds),
        ]);
  const line = /JSON(\{.*\})/.exec(text)?.[1];
  if (line === undefined) throw new Error(`${generator} printed no result: ${text}`);
  const { errors, ...measured } = JSON.parse(line) as Load & { errors: number };
  if (errors > 0 || measured.answers === 0)
    throw new Error(`${url}: ${errors} of ${measured.answers} answers were errors`);
  return measured;
}

/** HTTP/1.1 as it goes over the wire, after its length. */
function raw({ method, path, headers, body = '' }: Ask): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  for (const [name, value] of Object.entries(headers ?? {})) lines.push(`${name}: ${value}`);
  if (method === 'POST')
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  const text = `${lines.join('\r\n')}\r\n\r\n${body}`;
  return `${Buffer.byteLength(text)}\n${text}`;
}

function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.once('error', reject).once('close', () => resolve(text));
  });
}
