/** One client that pipelines, drips or takes nothing without end must not be felt by any other. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { addressOf, boundPipelines, listenOn } from '../../runtime/node/listener.ts';
import { GOOD, postInit, slowService } from './fake.ts';
import {
  alive,
  BODY,
  connectRaw,
  exchange,
  HEALTH,
  head,
  posted,
  start,
  started,
  statuses,
} from './running.ts';

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

it.each([
  [1, 200_000, 200],
  [20, 2_000, 20],
])(
  '%i clients that pipeline %i requests and read nothing leave others and the memory alone',
  async (clients, requests, others) => {
    const before = process.memoryUsage().rss;
    const { stackTraceLimit } = Error;
    const floods = Array.from({ length: clients }, () => {
      const { socket } = connectRaw(running);
      socket.pause();
      socket.write(HEALTH.repeat(requests));
      return socket;
    });
    // 30 s without an answer is what one such client once cost; three seconds are far above any noise of a busy machine.
    expect(await slowestOf(others)).toBeLessThan(3000);
    // The 7 MB that are sent stay in the kernel and in this process, which is the client too.
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20);
    for (const socket of floods) socket.destroy();
    expect(await slowestOf(50)).toBeLessThan(3000);
    // Left out while a connection with many requests closes, and only then.
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  },
);

it('every one of many pipelined requests, in pieces, is answered in order where the client reads', async () => {
  const { socket, received, text } = connectRaw(running);
  const asked = Array.from({ length: 2500 }, (_, at) =>
    at % 50 === 7 ? 'nowhere' : at % 9 === 3 ? at : 'livez',
  );
  for (let from = 0; from < asked.length; from += 500) {
    const bytes = asked
      .slice(from, from + 500)
      .map((each) =>
        typeof each === 'number'
          ? posted('/v1/resolve', { key: `HKLM\\${each}`, value: 'v' })
          : `GET /${each} HTTP/1.1\r\nHost: x\r\n\r\n`,
      )
      .join('');
    for (let at = 0; at < bytes.length; at += 777) {
      socket.write(bytes.slice(at, at + 777));
      await nextTurn();
    }
    await vi.waitUntil(() => statuses(text()).length === from + 500, { timeout: 20_000 });
  }
  socket.end();
  const answers = await received;
  expect(statuses(answers)).toEqual(asked.map((each) => (each === 'nowhere' ? 404 : 200)));
  const keys = [...answers.matchAll(/"query":\{"key":"hklm\\\\(\d+)"/g)].map(([, key]) => Number(key));
  expect(keys).toEqual(asked.filter((each) => typeof each === 'number'));
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

it.each([
  [1, 100_000, 400],
  [64, 10_000, 200],
])(
  'a body in chunks of %i byte, %i of them, is a %i, and other chunks are read afterwards',
  async (...of) => {
    const [size, chunks, status] = of;
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const start = head('')
      .replace('Content-Length: ', 'Transfer-Encoding: chunked')
      .replace('resolve', 'verify');
    const begun = start + chunk(`{"items":[${BODY}]}`);
    const whole = `${begun}${chunk(' '.repeat(size)).repeat(chunks)}0\r\n\r\n`;
    expect(statuses(await exchange(running, whole))).toEqual([status]);
    const short = `${begun}${chunk(' ')}0\r\n\r\n`;
    expect(statuses(await exchange(running, short.repeat(200)))).toEqual(Array(200).fill(200));
  },
);

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
    const pipelined = async (requests: number): Promise<number> =>
      statuses(await exchange(addressOf(server), HEALTH.repeat(requests))).length;
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
  ['head', 'GET /livez HTTP/1.1\r\nHost: x\r\nX: ', TIMEOUTS.headers],
  ['body', head(500), TIMEOUTS.request],
])(
  'a %s that drips is cut within a second and a half of its time, and many do not stop others',
  async (_, begun, limit) => {
    const server = await started({ timeouts: TIMEOUTS });
    const clients = Array.from({ length: 100 }, () => connectRaw(server));
    await Promise.all(clients.map(({ socket }) => once(socket, 'connect')));
    const startedAt = performance.now();
    for (const { socket } of clients) socket.write(begun);
    const drip = setInterval(() => {
      for (const { socket } of clients) if (socket.writable) socket.write('y');
    }, 50);
    const ends = Promise.all(clients.map(({ received }) => received));
    const ending = ends.then((texts) => ({ texts, took: performance.now() - startedAt }));
    for (let n = 0; n < 20; n++) await alive(server);
    const { texts, took } = await ending;
    clearInterval(drip);
    expect(texts.flatMap(statuses)).toEqual(Array(100).fill(408));
    expect(took).toBeGreaterThanOrEqual(limit);
    expect(took).toBeLessThan(limit + 1500);
  },
);

it('a request that has arrived in time is answered, however long its answer takes', async () => {
  const server = await started({ service: slowService(() => sleep(2500)), timeouts: TIMEOUTS });
  expect((await fetch(`${server.url}/v1/resolve`, postInit(GOOD.resolve))).status).toBe(200);
});
