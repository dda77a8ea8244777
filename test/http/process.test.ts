/** A server as a process: signals, its one line, its log; its start and its end with requests under way. */
import { execFileSync, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundled } from '../bundled.ts';
import { newFolder } from '../scratch.ts';
import { collected } from '../server.ts';
import { startProgram } from '../soak/server.ts';
import { GOOD, postInit, serviceWith, slowService } from './fake.ts';
import { alive, connectRaw, HEALTH, head, posted, start, started, statuses } from './running.ts';

const CHILD = await bundled(new URL('./serve-child.ts', import.meta.url));

const startChild = (env: Record<string, string>, log?: number) =>
  startProgram([CHILD], { env: { NO_COLOR: '1', ...env }, ...(log !== undefined && { log }) });

it.each([
  ['SIGTERM', 'info'],
  ['SIGINT', 'error'],
  ['SIGHUP', 'error'],
] as const)(
  '%s lets a running request finish, then exits with 0; the log is that of the level %s',
  async (signal, level) => {
    const env = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: level, RATE_LIMIT_ANONYMOUS: '10' };
    const child = await startChild(env);
    const warm = await fetch(`${child.url}/v1/health?secret=1`);
    expect(warm.status).toBe(200);
    await warm.arrayBuffer();
    const pending = fetch(`${child.url}/v1/search`, postInit(GOOD.search, { 'x-api-key': 'hck_secret' }));
    // The request goes on until the signal has come.
    await expect.poll(child.output, { timeout: 20_000 }).toContain('inside\n');
    child.process.kill(signal);
    const response = await pending;
    expect(response.status).toBe(200);
    expect(response.headers.get('x-ratelimit-limit')).toBe('10');
    await response.arrayBuffer();
    expect(await child.ended).toBe(0);
    expect(child.output()).toBe(`hivecheck listens on ${child.url}\ninside\nfreed\n`);
    expect(child.errors()).not.toContain('secret');
    if (level === 'error') return void expect(child.errors()).toBe('');
    const lines: Record<string, unknown>[] = JSON.parse(`[${child.errors().trim().replaceAll('\n', ',')}]`);
    expect(lines.map(({ msg, path, status }) => [msg, path, status])).toEqual([
      ['request', '/v1/health', 200],
      ['stopping', undefined, undefined],
      ['request', '/v1/search', 200],
    ]);
    expect(lines[0]).toMatchObject({ method: 'GET', tier: 'anonymous', client: '127.0.0.1' });
  },
);

it.skipIf(!existsSync('/dev/full'))(
  'answers with a full disk under its log, and ends with 0',
  async () => {
    const full = await open('/dev/full', 'w');
    onTestFinished(() => full.close());
    const child = await startChild({ PORT: '0', LOG_LEVEL: 'info', RATE_LIMIT_ANONYMOUS: '0' }, full.fd);
    onTestFinished(() => void child.process.kill('SIGKILL'));
    for (let n = 0; n < 3; n++) expect((await fetch(`${child.url}/v1/health`)).status).toBe(200);
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(0);
  },
  20_000,
);

// In a process of its own: a client that writes while the connection is reset does not read what came before.
it('a client that sends a body that is too long reads the answer', async () => {
  const child = await startChild({ PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '0' });
  onTestFinished(() => void child.process.kill('SIGKILL'));
  const init = postInit('x'.repeat(5_000_000));
  for (let n = 0; n < 20; n++) expect((await fetch(`${child.url}/v1/resolve`, init)).status).toBe(413);
});

it.skipIf(process.platform === 'win32')('ends although a read of the disk never returns', async () => {
  const fifo = join(await newFolder(), 'shard.json');
  execFileSync('mkfifo', [fifo]);
  const child = await startChild({ PORT: '0', LOG_LEVEL: 'silent', HANG: fifo });
  child.process.kill('SIGTERM');
  // Killed by itself: Node would wait for the read at its exit.
  expect(await child.ended).toBeNull();
  expect(child.process.signalCode).toBe('SIGKILL');
  expect(child.output()).toContain('freed');
});

it('started by npm, ends when its parent is gone', async () => {
  const script = `${process.execPath} ${CHILD} & echo "pid $!"; wait`;
  const parent = spawn('sh', ['-c', script], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const out = collected(parent.stdout);
  await expect.poll(out, { timeout: 20_000 }).toContain('listens on');
  parent.kill('SIGKILL');
  // The pipe ends with the last process that holds it.
  await new Promise((resolve) => parent.stdout.once('close', resolve));
  expect(out()).toContain('freed');
});

const SEARCH = posted('/v1/search', GOOD.search);

describe('starting and stopping', () => {
  it('limits by the address that the proxy names', async () => {
    const limited = await started({ env: { RATE_LIMIT_ANONYMOUS: '2', TRUST_PROXY: '127.0.0.0/8' } });
    const ask = async (client: string) => {
      const init = postInit(GOOD.search, { 'x-forwarded-for': client });
      const response = await fetch(`${limited.url}/v1/search`, init);
      expect(response.headers.get('x-ratelimit-limit')).toBe('2');
      return response.status;
    };
    expect([await ask('198.51.100.1'), await ask('9.9.9.9, 198.51.100.1')]).toEqual([200, 200]);
    expect(await ask('198.51.100.1')).toBe(429);
    expect(await ask('198.51.100.2')).toBe(200);
  });

  it('lets running requests finish, though their connections would be kept', async () => {
    const slow = slowSearch();
    const timeouts = { shutdown: 3_600_000, keepAlive: 3_600_000, idle: 3_600_000 };
    const server = await start({ service: slow.service, timeouts });
    const idle = connectRaw(server);
    idle.socket.write(HEALTH);
    await expect.poll(idle.text).toContain('uptimeSeconds');
    const busy = connectRaw(server);
    busy.socket.write(SEARCH);
    await slow.inside;
    const closed = server.close();
    expect(statuses(await idle.received)).toEqual([200]);
    await expect(fetch(`${server.url}/v1/health`)).rejects.toThrow();
    slow.release();
    expect(statuses(await busy.received)).toEqual([200]);
    await closed;
  });

  it('answers connections that only the system has taken when it stops', async () => {
    const server = await start();
    const clients = Array.from({ length: 60 }, () => connectRaw(server));
    for (const { socket } of clients) socket.write(HEALTH);
    const [texts] = await Promise.all([Promise.all(clients.map(({ received }) => received)), server.close()]);
    expect(texts.map(statuses)).toEqual(clients.map(() => [200]));
  });

  it.each([
    [0, 0],
    [0, 3],
    [3, 0],
    [2, 2],
  ])('answers %i pipelined requests behind a running one, and %i that come later', async (before, after) => {
    const slow = slowSearch();
    const server = await start({ service: slow.service });
    const { socket, received } = connectRaw(server);
    socket.write(SEARCH + HEALTH.repeat(before));
    await slow.inside;
    const closed = server.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write(HEALTH.repeat(after));
    setTimeout(slow.release, 50);
    const text = await received;
    expect(statuses(text)).toEqual(Array(1 + before + after).fill(200));
    const said = [...text.matchAll(/^connection: (\S+)/gim)].map(([, what]) => what);
    // What was parsed before the signal is told as before.
    const last = before > 0 && after === 0 ? 'keep-alive' : 'close';
    expect(said).toEqual([...Array(before + after).fill('keep-alive'), last]);
    await closed;
  });

  it('sends answers to their end, though their clients take them late or slowly', async () => {
    const long = 'x'.repeat(12_000_000);
    const json = async () => new TextEncoder().encode(JSON.stringify({ warnings: [long] })) as never;
    const server = await start({ service: serviceWith({ json }) });
    const clients = Array.from({ length: 3 }, () => connectRaw(server));
    for (const { socket, text } of clients) {
      socket.once('data', () => socket.pause());
      socket.write(SEARCH);
      await expect.poll(text).toContain('HTTP/1.1 200');
    }
    const closed = server.close();
    // Later than idle connections are closed.
    await new Promise((resolve) => setTimeout(resolve, 600));
    for (const { socket } of clients) socket.resume();
    for (const { received } of clients) {
      const [, answer = ''] = (await received).split('\r\n\r\n');
      expect(JSON.parse(answer).warnings).toEqual([long]);
    }
    await closed;
  });

  it('cuts what does not end', async () => {
    const server = await start({ timeouts: { shutdown: 300, idle: 60_000 } });
    const stuck = connectRaw(server);
    stuck.socket.write(head(100));
    await alive(server);
    await server.close();
    expect(statuses(await stuck.received).filter((status) => status === 200)).toEqual([]);
  });

  it('is not ready for a grace period, in which it still answers, before it closes', async () => {
    const server = await start({ env: { SHUTDOWN_GRACE_MS: '600' } });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const closed = server.close();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    await alive(server);
    await closed;
    await expect(fetch(`${server.url}/livez`)).rejects.toThrow();
  });
});

/** A look-up that waits: `inside` resolves once it is asked, `release` lets it answer. */
function slowSearch() {
  const events = new EventEmitter();
  const service = slowService(async () => {
    events.emit('inside');
    await once(events, 'release');
  });
  return { service, inside: once(events, 'inside'), release: () => events.emit('release') };
}
