/** Generated requests, well-formed HTTP and not: no crash, no 500, no entry in the log. */
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { Pool } from 'undici';
import { underWay } from '../bench/under-way.ts';
import { Faults, type Figures } from './figures.ts';
import { type Server, startServer } from './server.ts';
import { CHUNKED_HEAD, exchange, head } from './sockets.ts';

const SEED = 20_261_120;
const ENDPOINTS = ['/v1/resolve', '/v1/csp', '/v1/search', '/k/v1/resolve', '/v1/setting/a.b', '/v1/health'];
const FIELDS = [
  'key',
  'value',
  'lang',
  'targetOs',
  'omaUri',
  'scope',
  'q',
  'limit',
  '__proto__',
  'constructor',
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    'HKLM\\Software',
    '\\',
    '\ud800',
    '\0',
    'x'.repeat(1025),
    'Windows 11',
    '10.0.99999999999',
  ),
  fc
    .array(fc.constantFrom('HKLM', 'HKEY_', '\\', '/', ':', 'Registry::', '[', 'S-1-5-21-1', '.', '%', 'İ'), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
);
const field = fc.tuple(fc.constantFrom(...FIELDS), fc.oneof(text, fc.jsonValue({ maxDepth: 3 })));
const nearly = fc
  .array(field, { maxLength: 6 })
  .map(
    (all) => `{${all.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
  );
/** Of the right types and lengths, so that it gets past the validation and into the answers. */
const sound = fc
  .record({ key: text, value: text, omaUri: text, q: text, targetOs: fc.option(text) })
  .map((all) => JSON.stringify(all));
const body: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 6, arbitrary: sound },
  { weight: 4, arbitrary: nearly },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
  { weight: 1, arbitrary: nearly.map((all) => all.slice(0, all.length >> 1)) },
  { weight: 1, arbitrary: fc.constant(`${'['.repeat(8000)}`) },
);
const type = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/json; charset=utf-16',
);
const path = fc
  .tuple(
    fc.constantFrom(
      '/',
      '/v1/',
      '/k/v1/',
      '/v1/setting/',
      '/problems/',
      '//',
      '/openapi.json',
      '/v1/health?',
    ),
    fc.string({ unit: fc.constantFrom(...'abz09/.%:?&=~-_+;\\*"<%2f%00%ZZ'), maxLength: 40 }),
  )
  .map((parts) => parts.join(''));
const method = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'TRACE', 'PATCH');
const headerLine = fc
  .tuple(
    fc.constantFrom(
      'Accept-Language',
      'If-None-Match',
      'X-API-Key',
      'X-Forwarded-For',
      'Content-Type',
      'Range',
    ),
    fc.string({ unit: fc.constantFrom(...'abcfr-*;=,q.0159"W/ \t'), maxLength: 60 }),
  )
  .map(([name, value]) => `${name}: ${value}\r\n`);
const rawRequest = fc
  .tuple(method, path, fc.array(headerLine, { maxLength: 4 }))
  .map(([verb, target, headers]) => `${verb} ${target} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`);

/** What one abusive connection does. */
const abuses: Record<string, (socket: Socket, n: number) => void> = {
  'head too large': (socket) => socket.end(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`),
  'target too long': (socket) => socket.end(`GET /${'y'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
  'a thousand header lines': (socket) =>
    socket.end(`GET /v1/health HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(1000)}\r\n`),
  'body larger than declared': (socket) => socket.end(`${head('/v1/resolve', 2)}{"key":"a","value":"b"}`),
  'body shorter than declared': (socket) => socket.end(`${head('/v1/resolve', 900)}{"key":"a"}`),
  'body too large, chunked': (socket) =>
    socket.end(`${CHUNKED_HEAD}ffff\r\n${'x'.repeat(0xffff)}\r\n0\r\n\r\n`),
  'chunk sizes that are none': (socket) => socket.end(`${CHUNKED_HEAD}-1\r\nzz\r\n`),
  'two lengths': (socket) => socket.end(`${head('/v1/resolve', 3, 'Content-Length: 5\r\n')}abcde`),
  'length and chunks': (socket) =>
    socket.end(`${head('/v1/resolve', 3, 'Transfer-Encoding: chunked\r\n')}0\r\n\r\n`),
  'half-closed at once': (socket) => socket.end('GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n'),
  'half a head, then closed': (socket) => socket.end('POST /v1/res'),
  'reset in the body': (socket) => {
    socket.write(head('/v1/resolve', 500), () => setImmediate(() => socket.resetAndDestroy()));
  },
  'reset before the answer is read': (socket) => {
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20), () => socket.resetAndDestroy());
  },
  'byte by byte': (socket) => {
    for (const char of `${head('/v1/search', 9)}{"q":"a"}`) socket.write(char);
    socket.end();
  },
  'expects 100-continue': (socket) =>
    socket.end(`${head('/v1/search', 9, 'Expect: 100-continue\r\n')}{"q":"a"}`),
  'expects something else': (socket) => socket.end(`${head('/v1/search', 9, 'Expect: tea\r\n')}{"q":"a"}`),
  'wants another protocol': (socket) =>
    socket.end('GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  CONNECT: (socket) => socket.end('CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n'),
  'TLS greeting': (socket) => socket.end(Buffer.from(`160301${'00'.repeat(60)}`, 'hex')),
  'HTTP/2 preface': (socket) => socket.end('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'HTTP/1.0': (socket) => socket.end('GET /v1/health HTTP/1.0\r\n\r\n'),
  'bytes at random': (socket, n) =>
    socket.end(Buffer.from(Array.from({ length: 200 }, (_, i) => (i * n * 31) % 256))),
};

export async function soakFuzz(command: string[], dist: string, requests: number): Promise<Figures> {
  await using server = await startServer(command, dist);
  const faults = new Faults();
  const statuses = new Map<number, number>();
  const count = (status: number, what: string): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    faults.expect(status < 500 || status === 501, `${what}: status ${status}`);
  };
  const bodies = Math.round(requests * 0.6);
  const pipelined = Math.round(requests * 0.35);
  const abusive = requests - bodies - pipelined;
  await sendBodies(server, bodies, count, faults);
  await sendPipelines(server, pipelined, count, faults);
  await sendAbuses(server, abusive, count, faults);
  const alive = await fetch(`${server.url}/v1/health`);
  faults.expect(alive.status === 200, 'the server does not answer any more');
  faults.expect(server.process.exitCode === null, 'the server has ended');
  faults.expect(
    server.log().length === 0,
    `errors in the log: ${JSON.stringify(server.log()[0])?.slice(0, 300)}`,
  );
  const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  return {
    stage: 'fuzz',
    measured: {
      seed: SEED,
      'generated bodies': bodies,
      'generated requests, pipelined over raw sockets': pipelined,
      'abusive connections': abusive,
      'answers by status': counted.join(', '),
      'answers with 500': statuses.get(500) ?? 0,
    },
    faults: faults.list(),
  };
}

type Count = (status: number, what: string) => void;

async function sendBodies(server: Server, total: number, count: Count, faults: Faults): Promise<void> {
  const pool = new Pool(server.url, { connections: 32 });
  await inBatches(
    total,
    2000,
    32,
    fc.tuple(fc.constantFrom(...ENDPOINTS), type, body),
    async ([to, mime, sent]) => {
      try {
        const response = await pool.request({
          method: 'POST',
          path: to,
          headers: { 'content-type': mime },
          body: sent,
        });
        await response.body.dump();
        count(response.statusCode, 'body');
      } catch (error) {
        faults.add(`body: no answer (${error instanceof Error ? error.message : error})`);
      }
    },
  );
  await pool.close();
}

/** Twenty requests a connection, without waiting for answers: as many answers must come, in whatever order of 4xx. */
async function sendPipelines(server: Server, total: number, count: Count, faults: Faults): Promise<void> {
  const perConnection = 20;
  const batch = fc.array(rawRequest, { minLength: perConnection, maxLength: perConnection });
  await inBatches(Math.ceil(total / perConnection), 100, 16, batch, async (requests) => {
    const { statuses, end } = await exchange(server.port, (socket) =>
      socket.end(requests.join(''), 'latin1'),
    );
    for (const status of statuses) count(status, 'pipeline');
    faults.expect(end !== 'timeout', 'pipeline: never closed');
    faults.expect(
      statuses.length === perConnection,
      `pipeline: ${statuses.length} answers to ${perConnection} requests`,
    );
  });
}

async function sendAbuses(server: Server, total: number, count: Count, faults: Faults): Promise<void> {
  const kinds = Object.entries(abuses);
  const order = fc.constantFrom(...kinds);
  let n = 0;
  await inBatches(total, 500, 32, order, async ([name, talk]) => {
    const { statuses, end } = await exchange(server.port, (socket) => talk(socket, ++n));
    for (const status of statuses) count(status, name);
    faults.expect(end !== 'timeout', `${name}: never closed`);
  });
}

/** Generates a batch at a time, and keeps `atOnce` of them under way. */
async function inBatches<T>(
  total: number,
  size: number,
  atOnce: number,
  arbitrary: fc.Arbitrary<T>,
  send: (value: T) => Promise<void>,
): Promise<void> {
  for (let done = 0; done < total; done += size) {
    const numRuns = Math.min(size, total - done);
    await underWay(fc.sample(arbitrary, { numRuns, seed: SEED + done }), atOnce, send);
  }
}
