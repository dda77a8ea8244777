/** A server over the fake service, and what tests of its connections send and read. */
import { expect } from 'vitest';
import { readConfig } from '../../cli/serve-config.ts';
import { type RunningServer, serve } from '../../runtime/node/serve.ts';
import { fakeService, GOOD, postInit } from './fake.ts';

export const CONFIG = readConfig({
  PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_ANONYMOUS: '0',
  RATE_LIMIT_KEYED: '0',
});

export const startFake = (): Promise<RunningServer> =>
  serve({ service: fakeService(), config: CONFIG, timeouts: { idle: 400 } });

export const head = (length: number | string, more = '') =>
  `POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;

export const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

export async function alive(server: RunningServer): Promise<void> {
  const response = await fetch(`${server.url}/v1/resolve`, postInit(GOOD.resolve));
  expect(response.status).toBe(200);
  await response.arrayBuffer();
}
