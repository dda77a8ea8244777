/** The server as a process: signals, its one line, its log. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundled } from '../bundled.ts';
import { newFolder } from '../scratch.ts';
import { GOOD, postInit } from './fake.ts';

const CHILD = await bundled(new URL('./serve-child.ts', import.meta.url));

interface Child {
  process: ChildProcess;
  url: string;
  out: () => string;
  err: () => string;
  ended: Promise<number | null>;
}

async function start(env: Record<string, string>): Promise<Child> {
  const child = spawn(process.execPath, [CHILD], {
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const line = /listens on (\S+)\n/.exec(out)?.[1];
      if (line !== undefined) resolve(line);
    });
    child.once('close', () => reject(new Error(err)));
  });
  return { process: child, url, out: () => out, err: () => err, ended };
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets a running request finish, then exits with 0',
  async (signal) => {
    const child = await start({
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      RATE_LIMIT_ANONYMOUS: '10',
    });
    const warm = await fetch(`${child.url}/v1/health?secret=1`);
    expect(warm.status).toBe(200);
    await warm.arrayBuffer();
    const pending = fetch(`${child.url}/v1/search`, postInit(GOOD.search, { 'x-api-key': 'hck_secret' }));
    // The request goes on until the signal has come.
    await expect.poll(child.out, { timeout: 20_000 }).toContain('inside\n');
    child.process.kill(signal);
    const response = await pending;
    expect(response.status).toBe(200);
    expect(response.headers.get('x-ratelimit-limit')).toBe('10');
    await response.arrayBuffer();
    expect(await child.ended).toBe(0);
    expect(child.out()).toBe(`hivecheck listens on ${child.url}\ninside\nfreed\n`);
    const lines = child
      .err()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ msg, path, status }) => [msg, path, status])).toEqual([
      ['request', '/v1/health', 200],
      ['stopping', undefined, undefined],
      ['request', '/v1/search', 200],
    ]);
    expect(lines[0]).toMatchObject({ method: 'GET', tier: 'anonymous', client: '127.0.0.1' });
    expect(child.err()).not.toContain('secret');
  },
);

it('logs no request above the level info', async () => {
  const child = await start({ PORT: '0', LOG_LEVEL: 'error' });
  await (await fetch(`${child.url}/v1/health`)).arrayBuffer();
  child.process.kill('SIGTERM');
  expect(await child.ended).toBe(0);
  expect(child.err()).toBe('');
});

it('a bad variable is named', async () => {
  await expect(start({ PORT: 'x' })).rejects.toThrow(/PORT is “x”/);
});

it.skipIf(process.platform === 'win32')('ends although a read of the disk never returns', async () => {
  const fifo = join(await newFolder(), 'shard.json');
  execFileSync('mkfifo', [fifo]);
  const child = await start({ PORT: '0', LOG_LEVEL: 'silent', HANG: fifo });
  child.process.kill('SIGTERM');
  // Killed by itself: Node would wait for the read at its exit.
  expect(await child.ended).toBeNull();
  expect(child.process.signalCode).toBe('SIGKILL');
  expect(child.out()).toContain('freed');
});

it('started by npm, ends when its parent is gone', async () => {
  const script = `${process.execPath} --import tsx ${CHILD} & echo "pid $!"; wait`;
  const parent = spawn('sh', ['-c', script], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  parent.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  await expect.poll(() => out, { timeout: 20_000 }).toContain('listens on');
  parent.kill('SIGKILL');
  // The pipe ends with the last process that holds it.
  await new Promise((resolve) => parent.stdout.once('close', resolve));
  expect(out).toContain('freed');
});
