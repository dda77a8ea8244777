/** Requests that arrive byte by byte, never silent: their time is over when the limits say so. */
import { expect, it, onTestFinished } from 'vitest';
import { serve } from '../../runtime/node/serve.ts';
import { FakeSnapshot, fakeService, GOOD, postInit } from './fake.ts';
import { connectRaw } from './raw.ts';
import { CONFIG, head, statuses } from './running.ts';

const TIMEOUTS = { headers: 500, request: 1000, idle: 60_000 };

it.each([
  ['head', '', TIMEOUTS.headers],
  ['body', head(500), TIMEOUTS.request],
])('a %s that drips is cut within a second and a half of its time', async (_, start, limit) => {
  const server = await serve({ service: fakeService(), config: CONFIG, timeouts: TIMEOUTS });
  onTestFinished(() => server.close());
  const { socket, ready, received } = connectRaw(server.port);
  await ready;
  const begun = performance.now();
  socket.write(start === '' ? 'GET /livez HTTP/1.1\r\nHost: x\r\nX: ' : start);
  const drip = setInterval(() => socket.writable && socket.write('y'), 50);
  const text = await received;
  clearInterval(drip);
  expect(statuses(text)).toEqual([408]);
  const took = performance.now() - begun;
  expect(took).toBeGreaterThanOrEqual(limit);
  expect(took).toBeLessThan(limit + 1500);
});

it('a request that has arrived in time is answered, however long its answer takes', async () => {
  const snapshot = new FakeSnapshot();
  const slow: FakeSnapshot['resolve'] = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    return new FakeSnapshot().resolve(request);
  };
  const service = { ...fakeService(), snapshot: () => Object.assign(snapshot, { resolve: slow }) };
  const server = await serve({ service, config: CONFIG, timeouts: TIMEOUTS });
  onTestFinished(() => server.close());
  expect((await fetch(`${server.url}/v1/resolve`, postInit(GOOD.resolve))).status).toBe(200);
});
