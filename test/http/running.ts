/** A server over made-up answers, and connections of which the tests write and see the bytes. */
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { type RunningServer, type ServeOptions, serve } from '../../runtime/node/serve.ts';
import { serverConfig } from '../../runtime/node/server-config.ts';
import { fakeService, GOOD, postInit } from './fake.ts';

export interface StartOptions extends Partial<Omit<ServeOptions, 'config'>> {
  env?: Record<string, string>;
  tls?: { tlsCert?: string; tlsKey?: string };
}

/** On any port, without limits and lines of a log where `env` does not say otherwise. */
export function start({ env, tls = {}, ...options }: StartOptions = {}): Promise<RunningServer> {
  const quiet = { PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '0', RATE_LIMIT_KEYED: '0' };
  return serve({ service: fakeService(), config: serverConfig({ ...quiet, ...env }, tls), ...options });
}

/** The same for one test, with whose end it is closed. */
export async function started(options?: StartOptions): Promise<RunningServer> {
  const server = await start(options);
  onTestFinished(() => server.close());
  return server;
}

export const HEALTH = 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n';
export const BODY = JSON.stringify(GOOD.resolve);

/** The head of a request with a body, and the whole of one. */
export const head = (length: number | string, more = '', path = '/v1/resolve') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;
export const posted = (path: string, body: object | string, more = '') => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return head(text.length, more, path) + text;
};

export const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

export async function alive(server: RunningServer): Promise<void> {
  const response = await fetch(`${server.url}/v1/resolve`, postInit(GOOD.resolve));
  expect(response.status).toBe(200);
  await response.arrayBuffer();
}

/** Writes the bytes, and returns all that comes before the connection ends. */
export async function exchange(server: { port: number }, bytes: string, leaveOpen = false): Promise<string> {
  const { socket, received } = connectRaw(server);
  if (leaveOpen) socket.write(bytes, 'latin1');
  else socket.end(bytes, 'latin1');
  return received;
}

export interface RawClient {
  socket: Socket;
  /** All that came, once the connection is closed. */
  received: Promise<string>;
  /** What came until now. */
  text: () => string;
}

/** To a port of this machine. */
export function connectRaw({ port }: { port: number }): RawClient {
  return clientOf(connect({ port, host: '127.0.0.1', allowHalfOpen: true }));
}

export function clientOf(socket: Socket): RawClient {
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  // A reset after an answer is an end like any other here; `text` shows what came before it.
  socket.on('error', () => {});
  const received = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  socket.on('end', () => socket.end());
  return { socket, received, text: () => text };
}
