/** What is wrong with a connection or with HTTP itself: problems, one log line each, and nobody else is hurt. */

import { stat as statThen } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { addKey } from '../../build/api-keys.ts';
import type { Call } from '../../runtime/check/requests.ts';
import type { RequestLine } from '../../runtime/http/options.ts';
import { RECEIVING } from '../../runtime/http/routes/verify.ts';
import { createLog, type ServerLog } from '../../runtime/node/log.ts';
import { newFolder } from '../scratch.ts';
import { type RepeatedText, repeatedText, vectors } from '../vectors.ts';
import { postInit, STAMP, serviceWith } from './fake.ts';
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

const lines: RequestLine[] = [];
const errors: unknown[] = [];
const log: ServerLog = {
  ...createLog('silent'),
  request: (line) => lines.push(line),
  error: (error) => errors.push(error),
  fault: (error) => errors.push(error),
};

const file = join(await newFolder(), 'keys.json');
const { key } = await addKey(file, '');
const LIMITS = { RATE_LIMIT_ANONYMOUS: '100000', RATE_LIMIT_KEYED: '60' };
const running = await start({ log, env: { HIVECHECK_KEYS: file, ...LIMITS }, timeouts: { idle: 500 } });
afterAll(() => running.close());

const REFUSED = vectors<{ what: string; status: number; problem: string; text: RepeatedText }>(
  'unsound-http',
).map((row) => ({ ...row, bytes: repeatedText(row.text) }));

const BAD_PORT = HEALTH.replace('Host: x', 'Host: x:99999');
const LAST = HEALTH.replace('Host: x', 'Host: x\r\nConnection: close');

async function send(bytes: string, { leaveOpen = false, to = running } = {}) {
  const text = await exchange(to, bytes, leaveOpen);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const problem = () => JSON.parse(body) as Record<string, unknown>;
  return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), problem, text };
}

/** Also where the connection ended in the middle of a body, which the application was reading. */
async function expectOneLine(status: number, problem: string, bytes: string): Promise<void> {
  await expect.poll(() => lines).toHaveLength(1);
  await sleep(50);
  expect(lines).toMatchObject([{ status, problem }]);
  if (bytes.startsWith('POST')) expect(lines[0]).toMatchObject({ method: 'POST', path: '/v1/resolve' });
}

function expectHeaders(head: string, ...headers: string[]): void {
  expect(head.split('\r\n')).toEqual(expect.arrayContaining([...headers, 'cache-control: no-store']));
}

describe('a request that is not sound HTTP', () => {
  it.each(REFUSED)('$what is a problem', async ({ bytes, status, problem }) => {
    lines.length = 0;
    const answered = await send(bytes);
    expect(answered.status).toBe(status);
    expect(answered.problem()).toMatchObject({ type: `/problems/${problem}`, status, dataset: STAMP });
    const type = 'content-type: application/problem+json; charset=utf-8';
    const tier = ['x-service-tier: anonymous', 'x-ratelimit-limit: 100000'];
    expectHeaders(answered.head, type, 'connection: close', 'x-content-type-options: nosniff', ...tier);
    await expectOneLine(status, problem, bytes);
    expect(errors).toEqual([]);
  });

  it('is not one with a backslash in its query, nor one that offers another protocol', async () => {
    expect((await send(LAST.replace('health', 'health?key=HKLM\\Software'))).status).toBe(200);
    const upgrade = 'Connection: Upgrade, close\r\nUpgrade: h2c';
    expect((await send(LAST.replace('Connection: close', upgrade))).status).toBe(200);
  });

  it('is logged without its query, and a key in its path is masked', async () => {
    lines.length = 0;
    const { problem } = await send(BAD_PORT.replace('health', 'hck_0123abc?secret=1'));
    const path = '/v1/hck_…';
    expect(lines).toMatchObject([{ path, status: 400, problem: 'bad-request', client: '127.0.0.1' }]);
    expect(JSON.stringify([lines, problem().detail])).not.toMatch(/secret|0123abc/);
  });

  it('is counted against the limit like any other', async () => {
    const limited = await started({ env: { RATE_LIMIT_ANONYMOUS: '3' } });
    const answered: number[] = [];
    for (let n = 0; n < 5; n++) answered.push((await send(BAD_PORT, { to: limited })).status);
    expect(answered).toEqual([400, 400, 400, 429, 429]);
  });

  it('is told the tier and the limit of its key', async () => {
    const more = `X-API-Key: ${key}\r\nTransfer-Encoding: chunked\r\n`;
    for (const path of ['/k/v1/resolve?x=1', '/mcp']) {
      const { head: told } = await send(`${head('', more, path).replace('Content-Length: \r\n', '')}zz\r\n`);
      expectHeaders(told, 'x-service-tier: key', 'x-ratelimit-limit: 60');
    }
  });

  it('hurts nobody where its client leaves at once: a CONNECT with a reset once ended the process', async () => {
    const cut = ['POST /v1/res', head(500), head(500) + BODY.slice(0, 9)];
    for (const bytes of [...REFUSED, ...REFUSED].map((each) => each.bytes).concat(cut)) {
      const { socket, received } = connectRaw(running);
      socket.write(bytes, 'latin1', () => socket.resetAndDestroy());
      await received;
    }
    expect((await send(LAST)).status).toBe(200);
    expect(errors).toEqual([]);
  });

  it('is answered after the requests before it on the connection, or ends it', async () => {
    const { socket, received } = connectRaw(running);
    socket.write(HEALTH);
    setTimeout(() => socket.end('rubbish\r\n\r\n'), 100);
    expect(statuses(await received)).toEqual([200, 400]);
  });

  it('that is not complete in time is told so', async () => {
    for (const bytes of ['GET /v1/hea', head(500)]) {
      lines.length = 0;
      const { status, problem } = await send(bytes, { leaveOpen: true });
      expect([status, problem().type]).toEqual([408, '/problems/request-timeout']);
      await expectOneLine(408, 'request-timeout', bytes);
    }
    expect(errors).toEqual([]);
  });
});

const VERIFY = { items: [{ key: 'a', value: 'b' }] };

it('an answer that is not ready in time is a 503, and the request is not called late', async () => {
  const verify = async (_: unknown, { signal }: Call = {}) =>
    new Promise<never>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new Error('left'))),
    );
  const slowly = await started({ service: serviceWith({ verify }), log, timeouts: { idle: 300 } });
  lines.length = 0;
  const response = await fetch(`${slowly.url}/v1/verify`, postInit(VERIFY));
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await response.json()).toMatchObject({
    type: '/problems/overloaded',
    detail: expect.stringContaining('send fewer values'),
  });
  await expect.poll(() => lines, { timeout: 5000 }).toMatchObject([{ status: 503, problem: 'overloaded' }]);
});

it('a client that leaves before its request is worked on is logged and keeps no place', async () => {
  // In the same turn of the event loop; half of them in the middle of their body.
  const leave = ({ socket }: IncomingMessage) => void socket.destroy();
  running.server.on('request', leave);
  onTestFinished(() => void running.server.off('request', leave));
  lines.length = 0;
  const clients = RECEIVING.atOnce + 6;
  const text = JSON.stringify(VERIFY);
  const sent = Array.from({ length: clients }, (_, at) => {
    const { socket, received } = connectRaw(running);
    socket.write(head(at % 2 === 0 ? text.length : 500, '', '/v1/verify') + text);
    return received;
  });
  expect(await Promise.all(sent)).toEqual(Array(clients).fill(''));
  running.server.off('request', leave);
  await expect.poll(() => lines).toHaveLength(clients);
  // A body that was there is read, and its answer made.
  expect(new Set(lines.map(({ status }) => status))).toEqual(new Set([200, 499]));
  const line = { path: '/v1/verify', method: 'POST', client: '127.0.0.1' };
  expect(lines).toEqual(Array(clients).fill(expect.objectContaining(line)));
  expect((await fetch(`${running.url}/v1/verify`, postInit(VERIFY))).status).toBe(200);
  expect(errors).toEqual([]);
});

it('a request that has come in time is answered where the process itself is late, not closed as idle', async () => {
  const { socket, received, text } = connectRaw(await started({ timeouts: { keepAlive: 200 } }));
  socket.write(HEALTH);
  await expect.poll(text).toContain('200');
  // Timers come after the reads of a turn, so that the idle connection is over time before its request is read.
  await stat(file);
  socket.write(LAST);
  // Node waits for a second more.
  for (const end = performance.now() + 1500; performance.now() < end; );
  expect(statuses(await received)).toEqual([200, 200]);
});

it('an answer that is ready in the late turn in which its connection is over time is sent whole', async () => {
  const whole = new TextEncoder().encode(JSON.stringify('x'.repeat(8e6)));
  const late = (done: (answer: never) => void) => {
    statThen(file, () => done(whole as never));
    for (const end = performance.now() + 700; performance.now() < end; );
  };
  const verify = () => new Promise<never>((done) => setTimeout(() => setImmediate(late, done), 100));
  const server = await started({ service: serviceWith({ verify }), timeouts: { idle: 300 } });
  const answer = await exchange(server, posted('/v1/verify', VERIFY));
  expect([statuses(answer), answer.length > whole.length]).toEqual([[200], true]);
});

it('headers of any length are read in linear time: one of the first kind once took 200 ms', async () => {
  for (const { name, text } of vectors<{ name: string; text: RepeatedText }>('long-headers')) {
    const header = `${name}: ${repeatedText(text)}\r\n`;
    const headers = name === 'host' ? header : `Host: x\r\n${header}`;
    for (const bytes of [
      `POST /k/v1/resolve HTTP/1.1\r\n${headers}Content-Length: 2\r\n\r\n{}`,
      `GET /v1/setting/windowsupdate.autoupdatecfg HTTP/1.1\r\n${headers}\r\n`,
    ])
      for (let n = 0; n < 5; n++) expect((await send(bytes)).status).toBeGreaterThan(0);
  }
});

describe('a body', () => {
  it('of any size, whole or cut anywhere, is taken, and the connection lives on', async () => {
    const { socket, received } = connectRaw(running);
    let sent = 0;
    // What Node buffers before it stops reading is as much as a body may have.
    for (const size of [BODY.length, 4096, 16_383, 16_384]) {
      const body = BODY.padEnd(size);
      for (const cut of [0, 1, body.length >> 1, body.length - 1, body.length]) {
        socket.write(head(size) + body.slice(0, cut));
        if (cut < body.length) await sleep(10);
        socket.write(body.slice(cut) + HEALTH);
        sent += 2;
      }
    }
    socket.end();
    expect(statuses(await received)).toEqual(Array(sent).fill(200));
  });

  it('without end is cut off', async () => {
    const body = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(0x10000)) });
    const init = { ...postInit(''), body, duplex: 'half' } as RequestInit;
    expect((await fetch(`${running.url}/v1/resolve`, init)).status).toBe(413);
    await alive(running);
  });

  it('in chunks is read on after its 413, for proxies that read no answer before they have sent it', async () => {
    const chunks = `10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(80);
    const { socket, received } = connectRaw(running);
    socket.write(head(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked'));
    const error = await new Promise((done) => socket.write(`${chunks}0\r\n\r\n`, done));
    expect(error ?? undefined).toBeUndefined();
    expect(statuses(await received)).toEqual([413]);
  });
});

it('pipelined requests are answered in their order, with odd targets and around one that is refused', async () => {
  const targets = { '*': 404, 'http://other/v1/health': 200, '//': 404, '/%': 404, '/?a=%': 200 };
  const heads = Object.keys(targets).map((target) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const good = posted('/v1/resolve', BODY);
  const { text } = await send(`${good}${heads.join('')}${head(1)}x${good}`);
  expect(statuses(text)).toEqual([200, ...Object.values(targets), 400, 200]);
});
