/** Starting and stopping a server, with requests under way. */
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../cli/serve-config.ts';
import { ConfigError } from '../../runtime/node/config.ts';
import { type RunningServer, serve } from '../../runtime/node/serve.ts';
import type { Service } from '../../runtime/service.ts';
import { FakeSnapshot, fakeService, GOOD, postInit } from './fake.ts';
import { connectRaw } from './raw.ts';
import { alive, CONFIG, head, startFake, statuses } from './running.ts';

const running = await startFake();
afterAll(() => running.close());

const open = (server: RunningServer = running) => connectRaw(server.port);

describe('starting and stopping', () => {
  it('says which port is taken', async () => {
    const config = { ...CONFIG, port: running.port };
    const starting = serve({ service: fakeService(), config });
    const said = `Cannot listen on HOST 127.0.0.1, PORT ${running.port}: the port is in use, this user may not open it, or the address is none of this machine.`;
    await expect(starting).rejects.toThrow(new ConfigError(said));
  });

  it('limits by the address that the proxy names', async () => {
    const config = readConfig({
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_ANONYMOUS: '2',
      TRUST_PROXY: '127.0.0.0/8',
    });
    const limited = await serve({ service: fakeService(), config });
    const ask = async (client: string) => {
      const response = await fetch(
        `${limited.url}/v1/search`,
        postInit(GOOD.search, { 'x-forwarded-for': client }),
      );
      expect(response.headers.get('x-ratelimit-limit')).toBe('2');
      return response.status;
    };
    onTestFinished(() => limited.close());
    expect([await ask('198.51.100.1'), await ask('9.9.9.9, 198.51.100.1')]).toEqual([200, 200]);
    expect(await ask('198.51.100.1')).toBe(429);
    expect(await ask('198.51.100.2')).toBe(200);
  });

  it('lets running requests finish, though their connections would be kept', async () => {
    const slow = slowSearch();
    const timeouts = { shutdown: 3_600_000, keepAlive: 3_600_000, idle: 3_600_000 };
    const server = await serve({ service: slow.service, config: CONFIG, timeouts });
    const idle = open(server);
    idle.socket.write('GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(idle.text).toContain('uptimeSeconds');
    const busy = open(server);
    const search = JSON.stringify(GOOD.search);
    busy.socket.write(head(search.length).replace('/resolve', '/search') + search);
    await slow.inside;
    const closed = server.close();
    expect(statuses(await idle.received)).toEqual([200]);
    await expect(fetch(`${server.url}/v1/health`)).rejects.toThrow();
    slow.release();
    expect(statuses(await busy.received)).toEqual([200]);
    await closed;
  });

  it.each([
    [0, 0],
    [0, 3],
    [3, 0],
    [2, 2],
  ])('answers %i pipelined requests behind a running one, and %i that come later', async (before, after) => {
    const slow = slowSearch();
    const server = await serve({ service: slow.service, config: CONFIG });
    const { socket, received } = open(server);
    const search = JSON.stringify(GOOD.search);
    const health = 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(head(search.length).replace('/resolve', '/search') + search + health.repeat(before));
    await slow.inside;
    const closed = server.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write(health.repeat(after));
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
    class Long extends FakeSnapshot {
      override search: FakeSnapshot['search'] = async (request) => ({
        ...(await new FakeSnapshot().search(request)),
        warnings: [long],
      });
    }
    const snapshot = new Long();
    const server = await serve({ service: { snapshot: () => snapshot }, config: CONFIG });
    const body = JSON.stringify(GOOD.search);
    const clients = Array.from({ length: 3 }, () => open(server));
    for (const { socket, text } of clients) {
      socket.once('data', () => socket.pause());
      socket.write(head(body.length).replace('/resolve', '/search') + body);
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
    const server = await serve({
      service: fakeService(),
      config: CONFIG,
      timeouts: { shutdown: 300, idle: 60_000 },
    });
    const stuck = open(server);
    stuck.socket.write(head(100));
    await alive(server);
    await server.close();
    expect(statuses(await stuck.received).filter((status) => status === 200)).toEqual([]);
  });

  it('is not ready for a grace period, in which it still answers, before it closes', async () => {
    const config = { ...CONFIG, shutdownGraceMs: 600 };
    const server = await serve({ service: fakeService(), config });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const closed = server.close();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    await alive(server);
    await closed;
    await expect(fetch(`${server.url}/livez`)).rejects.toThrow();
  });
});

/** A search that waits: `inside` resolves once it is asked, `release` lets it answer. */
function slowSearch(): { service: Service; inside: Promise<void>; release: () => void } {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let entered = (): void => {};
  const inside = new Promise<void>((resolve) => {
    entered = resolve;
  });
  class Slow extends FakeSnapshot {
    override async search(request: Parameters<FakeSnapshot['search']>[0]) {
      entered();
      await gate;
      return super.search(request);
    }
  }
  const snapshot = new Slow();
  return { service: { snapshot: () => snapshot }, inside, release: () => release() };
}
