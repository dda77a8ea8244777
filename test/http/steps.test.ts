/** Requests of one turn are answered together, step by step: what goes wrong in one must not be felt by the others. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { encode } from '../../runtime/bytes.ts';
import { DatasetUnavailable } from '../../runtime/dataset/dataset.ts';
import { appOf } from '../../runtime/http/app.ts';
import { edgeRoutes, type Route } from '../../runtime/http/edge.ts';
import type { RequestLine } from '../../runtime/http/options.ts';
import type { EdgeReply } from '../../runtime/http/request.ts';
import type { Snapshot } from '../../runtime/http/service.ts';
import { directListener } from '../../runtime/node/direct.ts';
import { FakeSnapshot } from './fake.ts';
import { connectRaw } from './raw.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function serve(routes: readonly Route[]): Promise<number> {
  const server = createServer(
    directListener(
      routes,
      (_request, response) => response.writeHead(404).end(),
      () => '',
    ),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** All requests at once, each on a connection of its own that is open already; what came back on each. */
async function together(port: number, requests: readonly string[]): Promise<string[]> {
  const clients = requests.map(() => connectRaw(port));
  await Promise.all(clients.map(({ ready }) => ready));
  for (const [at, { socket }] of clients.entries()) socket.write(requests[at] ?? '');
  return Promise.all(clients.map(({ received }) => received));
}

const head = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nhost: x\r\n`;
const LAST = 'connection: close\r\n';
const get = (path: string) => `${head('GET', path)}${LAST}\r\n`;
const stub = (path: string, answer: Route['answer']): Route => ({ path, answer });
const plain = (body: string): EdgeReply => ({ status: 200, headers: ['x-a', 'b'], body: encode(body) });

test('an answer that cannot be written ends its own connection only', async () => {
  const port = await serve([
    stub('/good', () => () => () => plain('good')),
    stub('/bad', () => () => ({ status: 200, headers: ['x', 'a\nb'], body: encode('bad') })),
    stub('/fails', () => {
      throw new Error('no route should');
    }),
    stub('/late', () => Promise.resolve(plain('late'))),
    stub('/never', () => Promise.reject(new Error('nor this'))),
    stub('/empty', () => ({ status: 304, headers: ['etag', '"a"'], body: null })),
  ]);
  const paths = ['/good', '/bad', '/good', '/fails', '/late', '/never', '/empty', '/good'];
  const texts = await together(
    port,
    paths.map((path) => get(path)),
  );
  const wanted = [
    /\r\n\r\ngood$/,
    /^$/,
    /\r\n\r\ngood$/,
    /^$/,
    /\r\n\r\nlate$/,
    /^$/,
    /^HTTP\/1.1 304/,
    /\r\n\r\ngood$/,
  ];
  for (const [at, text] of texts.entries()) expect(text).toMatch(wanted[at] ?? /^never$/);
});

test('a connection is used again after each kind of answer', async () => {
  const port = await serve([
    stub('/good', () => () => plain('good')),
    stub('/empty', () => ({ status: 304, headers: [], body: null })),
    stub('/head', () => () => ({ status: 200, headers: ['content-length', '4'], body: null })),
  ]);
  const each = [head('GET', '/good'), head('GET', '/empty'), head('HEAD', '/head')];
  // Pipelined: the next request is there before the answer.
  const texts = await together(
    port,
    each.flatMap((first) => each.map((second) => `${first}\r\n${second}\r\n${get('/good')}`)),
  );
  for (const text of texts) {
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(3);
    expect(text).toMatch(/\r\n\r\ngood$/);
  }
});

test('whoever has gone before a late answer leaves the others theirs', async () => {
  let answer = (_reply: EdgeReply): void => {};
  const late = new Promise<EdgeReply>((resolve) => {
    answer = resolve;
  });
  const port = await serve([stub('/late', () => late), stub('/good', () => plain('good'))]);
  const { socket: gone } = connectRaw(port);
  gone.write(get('/late'));
  const stays = together(port, [get('/late')]);
  await together(port, [get('/good')]);
  gone.resetAndDestroy();
  await together(port, [get('/good')]);
  answer(plain('late'));
  expect((await stays)[0]).toMatch(/\r\n\r\nlate$/);
});

/** Answers at once, as a dataset does that is loaded. */
class LoadedSnapshot extends FakeSnapshot {
  override resolve = (({ key }: { key: string }) => {
    if (key === 'bug') throw new TypeError('at /srv/secret/file.ts:1');
    if (key === 'shard') throw new DatasetUnavailable('6a69d203/resolve/0a.json', '/srv/secret/dist');
    return encode(JSON.stringify({ key }));
  }) as unknown as FakeSnapshot['resolve'];
}

test('what an answer throws at once is that request’s problem, and logged once', async () => {
  const lines: RequestLine[] = [];
  const errors: unknown[] = [];
  const snapshot: Snapshot = new LoadedSnapshot();
  const routes = edgeRoutes(
    { snapshot: () => snapshot },
    {
      keys: { check: (key) => (key === 'hck_good' ? 'id' : undefined) },
      log: { request: (line) => lines.push(line), error: (error) => errors.push(error) },
    },
  );
  const keys = ['a', 'bug', 'b', 'shard', 'c'];
  const statuses = [200, 500, 200, 503, 200];
  const post = (key: string, path = '/v1/resolve') => {
    const body = JSON.stringify({ key, value: 'v' });
    const more = `x-api-key: hck_good\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
    return `${head('POST', path)}${LAST}${more}\r\n${body}`;
  };
  const port = await serve(routes);
  const texts = await together(port, [...keys.map((key) => post(key)), post('d', '/k/v1/resolve')]);
  expect(texts.map((text) => Number(text.slice(9, 12)))).toEqual([...statuses, 200]);
  expect(texts.join()).not.toContain('secret');
  expect(lines.map(({ status }) => status).sort()).toEqual([...statuses, 200].sort());
  expect(errors).toHaveLength(2);

  // The long way takes all steps at once.
  const app = appOf(routes);
  for (const [at, key] of keys.entries()) {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, value: 'v' }),
    };
    expect((await app.request('/v1/resolve', init)).status).toBe(statuses[at]);
  }
});
