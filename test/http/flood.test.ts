/** One connection that pipelines without end must not be felt by any other client. */
import type { Socket } from 'node:net';
import { afterAll, expect, it, vi } from 'vitest';
import { readConfig } from '../../cli/serve-config.ts';
import { addressOf, listenOn } from '../../runtime/node/listener.ts';
import { boundPipelines } from '../../runtime/node/pipelines.ts';
import { serve } from '../../runtime/node/serve.ts';
import { fakeService, GOOD, postInit } from './fake.ts';
import { connectRaw } from './raw.ts';

const GET = 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n';

const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '0' });
const running = await serve({ service: fakeService(), config });
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
  const { socket } = connectRaw(running.port);
  socket.pause();
  const before = process.memoryUsage().rss;
  socket.write(GET.repeat(200_000));
  // 30 s without an answer is what one such client once cost; three seconds are far above any noise of a busy machine.
  expect(await slowestOf(200)).toBeLessThan(3000);
  // The 7 MB that are sent stay in the kernel and in this process, which is the client too.
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20);
  socket.destroy();
  expect(await slowestOf(50)).toBeLessThan(3000);
});

it('every one of many pipelined requests is answered in order where the client reads', async () => {
  const { socket, received, text } = connectRaw(running.port);
  const asked = Array.from({ length: 5000 }, (_, at) => (at % 50 === 7 ? '/nowhere' : '/livez'));
  for (let from = 0; from < asked.length; from += 500) {
    const paths = asked.slice(from, from + 500);
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    await vi.waitUntil(() => statusesOf(text()).length === from + 500, { timeout: 20_000 });
  }
  socket.end();
  const statuses = statusesOf(await received);
  expect(statuses).toEqual(asked.map((path) => (path === '/livez' ? '200' : '404')));
});

it('a body that nobody reads is taken in pieces, and its connection goes on', async () => {
  const [client, taken] = [
    connectRaw(running.port),
    new Promise<Socket>((resolve) => running.server.once('connection', resolve)),
  ];
  const body = 'x'.repeat(900_000);
  const refused = `POST /v1/verify HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`;
  client.socket.write(refused + body + GET);
  const socket = await taken;
  let most = 0;
  for (let before = socket.bytesRead; socket.bytesRead < body.length; ) {
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, socket.bytesRead - before);
    before = socket.bytesRead;
  }
  // Node reads 64 kB at a time; a second piece arrives before the first has stopped the reading.
  expect(most).toBeLessThanOrEqual(4 * 65_536);
  client.socket.end();
  expect(statusesOf(await client.received)).toEqual(['415', '200']);
});

function statusesOf(text: string): (string | undefined)[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
}

it('pipelined bodies in pieces are answered in order', async () => {
  const { socket, received } = connectRaw(running.port);
  const bodies = Array.from({ length: 40 }, (_, at) => JSON.stringify({ key: `HKLM\\${at}`, value: 'v' }));
  const bytes = bodies
    .map(
      (body) =>
        `POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    .join('');
  for (let at = 0; at < bytes.length; at += 777) {
    socket.write(bytes.slice(at, at + 777));
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.end();
  const keys = [...(await received).matchAll(/"query":\{"key":"hklm\\\\(\d+)"/g)].map(([, key]) =>
    Number(key),
  );
  expect(keys).toEqual(bodies.map((_, at) => at));
});

it('twenty connections that flood are answered fairly', async () => {
  const floods = Array.from({ length: 20 }, () => {
    const { socket } = connectRaw(running.port);
    socket.pause();
    socket.write(GET.repeat(2_000));
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
    const { port } = addressOf(server);
    const pipelined = async (requests: number): Promise<number> => {
      const { socket, received } = connectRaw(port);
      socket.end(GET.repeat(requests));
      return statusesOf(await received).length;
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
