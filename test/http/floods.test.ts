/** One client that pipelines, drips or takes nothing without end must not be felt by any other. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { addressOf, boundPipelines, listenOn } from '../../runtime/node/listener.ts';
import { FakeSnapshot, GOOD, postInit, serviceWith } from './fake.ts';
import { alive, connectRaw, HEALTH, head, posted, start, statuses } from './running.ts';

const running = await start();
afterAll(async () => {
  running.server.closeAllConnections();
  await running.close();
});

async function slowestOf(requests: number): Promise<number> {
  let slowest = 0;
  for (let n = 0; n < requests; n++) {
    const started = performance.now();
    const response = await fetch(`${running.url}/v1/resolve`, postInit(GOOD.resolve));
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    slowest = Math.max(slowest, performance.now() - started);
  }
  return slowest;
}

it('200,000 pipelined requests of a client that reads nothing leave others and the memory alone', async () => {
  const { socket } = connectRaw(running);
  socket.pause();
  const before = process.memoryUsage().rss;
  socket.write(HEALTH.repeat(200_000));
  // 30 s without an answer is what one such client once cost; three seconds are far above any noise of a busy machine.
  expect(await slowestOf(200)).toBeLessThan(3000);
  // The 7 MB that are sent stay in the kernel and in this process, which is the client too.
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20);
  socket.destroy();
  expect(await slowestOf(50)).toBeLessThan(3000);
});

it('every one of many pipelined requests is answered in order where the client reads', async () => {
  const { socket, received, text } = connectRaw(running);
  const asked = Array.from({ length: 5000 }, (_, at) => (at % 50 === 7 ? '/nowhere' : '/livez'));
  for (let from = 0; from < asked.length; from += 500) {
    const paths = asked.slice(from, from + 500);
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    await vi.waitUntil(() => statuses(text()).length === from + 500, { timeout: 20_000 });
  }
  socket.end();
  expect(statuses(await received)).toEqual(asked.map((path) => (path === '/livez' ? 200 : 404)));
});

it('a body that nobody reads is taken in pieces, and its connection goes on', async () => {
  const [client, taken] = [
    connectRaw(running),
    new Promise<Socket>((resolve) => running.server.once('connection', resolve)),
  ];
  const body = 'x'.repeat(900_000);
  const refused = posted('/v1/verify', body).replace('application/json', 'text/plain');
  client.socket.write(refused + HEALTH);
  const socket = await taken;
  let most = 0;
  for (let before = socket.bytesRead; socket.bytesRead < body.length; ) {
    await nextTurn();
    most = Math.max(most, socket.bytesRead - before);
    before = socket.bytesRead;
  }
  // Node reads 64 kB at a time; a second piece arrives before the first has stopped the reading.
  expect(most).toBeLessThanOrEqual(4 * 65_536);
  client.socket.end();
  expect(statuses(await client.received)).toEqual([415, 200]);
});

it('pipelined bodies in pieces are answered in order', async () => {
  const { socket, received } = connectRaw(running);
  const bodies = Array.from({ length: 40 }, (_, at) => JSON.stringify({ key: `HKLM\\${at}`, value: 'v' }));
  const bytes = bodies.map((body) => posted('/v1/resolve', body)).join('');
  for (let at = 0; at < bytes.length; at += 777) {
    socket.write(bytes.slice(at, at + 777));
    await nextTurn();
  }
  socket.end();
  const keys = [...(await received).matchAll(/"query":\{"key":"hklm\\\\(\d+)"/g)].map(([, key]) =>
    Number(key),
  );
  expect(keys).toEqual(bodies.map((_, at) => at));
});

it('silent connections are ended, and slow ones do not stop others', async () => {
  const server = await start({ timeouts: { idle: 400 } });
  onTestFinished(() => server.close());
  const slow = Array.from({ length: 200 }, (_, i) => {
    const client = connectRaw(server);
    client.socket.write(i % 2 === 0 ? 'POST /v1/resolve HTTP/1.1\r\nHo' : head(100));
    return client;
  });
  for (let i = 0; i < 20; i++) await alive(server);
  const ends = await Promise.all(slow.map(({ received }) => received));
  expect(ends.flatMap(statuses).filter((status) => status === 200)).toEqual([]);
});

it('twenty connections that flood are answered fairly', async () => {
  const floods = Array.from({ length: 20 }, () => {
    const { socket } = connectRaw(running);
    socket.pause();
    socket.write(HEALTH.repeat(2_000));
    return socket;
  });
  expect(await slowestOf(20)).toBeLessThan(3000);
  for (const socket of floods) socket.destroy();
  expect(await slowestOf(20)).toBeLessThan(3000);
});

it.each([
  ['on one connection', { ofOne: 100, ofAll: 1000 }],
  ['on all together', { ofOne: 1000, ofAll: 100 }],
])(
  'a connection that pipelines more than may wait %s is closed, and others are answered',
  async (_, limits) => {
    let answered = 0;
    const handler = boundPipelines((_request, response) => {
      answered++;
      response.end('fine');
    }, limits);
    const server = await listenOn(handler, { host: '127.0.0.1', port: 0 });
    const pipelined = async (requests: number): Promise<number> => {
      const { socket, received } = connectRaw(addressOf(server));
      socket.end(HEALTH.repeat(requests));
      return statuses(await received).length;
    };
    const [deep, ...others] = await Promise.all([pipelined(1500), ...Array(20).fill(1).map(pipelined)]);
    expect(deep).toBeLessThan(102);
    expect(others).toEqual(Array(20).fill(1));
    expect(answered).toBeLessThan(122);
    // What waited on the closed connection counts no longer.
    expect(await pipelined(101)).toBe(101);
    server.close();
  },
);

const TIMEOUTS = { headers: 500, request: 1000, idle: 60_000 };

it.each([
  ['head', '', TIMEOUTS.headers],
  ['body', head(500), TIMEOUTS.request],
])('a %s that drips is cut within a second and a half of its time', async (_, begun, limit) => {
  const server = await start({ timeouts: TIMEOUTS });
  onTestFinished(() => server.close());
  const { socket, received } = connectRaw(server);
  await once(socket, 'connect');
  const startedAt = performance.now();
  socket.write(begun === '' ? 'GET /livez HTTP/1.1\r\nHost: x\r\nX: ' : begun);
  const drip = setInterval(() => socket.writable && socket.write('y'), 50);
  const text = await received;
  clearInterval(drip);
  expect(statuses(text)).toEqual([408]);
  const took = performance.now() - startedAt;
  expect(took).toBeGreaterThanOrEqual(limit);
  expect(took).toBeLessThan(limit + 1500);
});

it('a request that has arrived in time is answered, however long its answer takes', async () => {
  const slow: FakeSnapshot['resolve'] = async (request) => {
    await sleep(2500);
    return new FakeSnapshot().resolve(request);
  };
  const server = await start({ service: serviceWith({ resolve: slow }), timeouts: TIMEOUTS });
  onTestFinished(() => server.close());
  expect((await fetch(`${server.url}/v1/resolve`, postInit(GOOD.resolve))).status).toBe(200);
});
