/** What is wrong with a connection or with HTTP itself: problems, one log line each, and nobody else is hurt. */

import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { addKey } from '../../cli/keys.ts';
import { readConfig } from '../../cli/serve-config.ts';
import type { Call } from '../../runtime/check/requests.ts';
import type { RequestLine } from '../../runtime/http/options.ts';
import { RECEIVING } from '../../runtime/http/routes/verify.ts';
import type { ServerLog } from '../../runtime/node/log.ts';
import { serve } from '../../runtime/node/serve.ts';
import { newFolder } from '../scratch.ts';
import { FakeSnapshot, fakeService, GOOD, postInit, STAMP } from './fake.ts';
import { connectRaw } from './raw.ts';

const lines: RequestLine[] = [];
const errors: unknown[] = [];
const log: ServerLog = {
  request: (line) => lines.push(line),
  error: (error) => errors.push(error),
  info: () => {},
  warn: () => {},
  fault: (error) => errors.push(error),
  flush: async () => {},
};

const config = readConfig({ PORT: '0', RATE_LIMIT_ANONYMOUS: '0', RATE_LIMIT_KEYED: '0' });
const running = await serve({ service: fakeService(), config, log, timeouts: { idle: 500 } });
afterAll(() => running.close());

interface Answered {
  status: number;
  head: string;
  problem: Record<string, unknown>;
}

/** Sends bytes, and reads the one answer before the connection ends. */
async function send(bytes: string, leaveOpen = false): Promise<Answered> {
  const { socket, received } = connectRaw(running.port);
  if (leaveOpen) socket.write(bytes, 'latin1');
  else socket.end(bytes, 'latin1');
  const [head = '', body = ''] = (await received).split('\r\n\r\n');
  const problem = body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {};
  return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), problem };
}

/** Also where the connection ended in the middle of a body, which the application was reading. */
async function expectOneLine(status: number, problem: string, bytes: string): Promise<void> {
  await expect.poll(() => lines).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(lines).toMatchObject([{ status, problem }]);
  if (bytes.startsWith('POST')) expect(lines[0]).toMatchObject({ method: 'POST', path: '/v1/resolve' });
}

const get = (headers: string, target = '/v1/health') => `GET ${target} HTTP/1.1\r\n${headers}\r\n`;
const body = JSON.stringify(GOOD.resolve);
const post = (headers: string) =>
  `POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n`;

const REFUSED: [what: string, bytes: string, status: number, type: string][] = [
  ['no Host', get(''), 400, 'bad-request'],
  ['an empty Host', get('Host:\r\n'), 400, 'bad-request'],
  ['two Host lines', get('Host: a\r\nHost: b\r\n'), 400, 'bad-request'],
  // Node itself reads 2,000 headers.
  [
    'a second Host behind many headers',
    get(`Host: a\r\n${'a:\r\n'.repeat(2100)}Host: b\r\n`),
    400,
    'bad-request',
  ],
  ['two equal Host lines', get('Host: a\r\nhOST: a\r\n'), 400, 'bad-request'],
  ['a port that is none', get('Host: x:99999\r\n'), 400, 'bad-request'],
  ['a Host of other characters', get('Host: a b"<\r\n'), 400, 'bad-request'],
  ['a target that is none', get('Host: x\r\n', 'x:y'), 400, 'bad-request'],
  ['a backslash for a slash', get('Host: x\r\n', '/\\v1/health'), 400, 'bad-request'],
  ['a backslash behind dots', get('Host: x\r\n', '/a\\..\\v1\\health'), 400, 'bad-request'],
  ['a backslash behind a #', get('Host: x\r\n', '/v1/health#\\'), 400, 'bad-request'],
  ['a backslash in an absolute target', get('Host: x\r\n', 'http://x\\v1/health'), 400, 'bad-request'],
  ['an absolute target with a bad port', get('Host: x\r\n', 'http://x:99999/v1/health'), 400, 'bad-request'],
  ['two codings', `${post('Transfer-Encoding: gzip, chunked\r\n')}0\r\n\r\n`, 501, 'not-implemented'],
  [
    'an unknown expectation',
    `${post('Expect: a-pony\r\nContent-Length: 2\r\n')}{}`,
    417,
    'expectation-failed',
  ],
  ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n', 501, 'not-implemented'],
  ['no HTTP', `\u0016\u0003\u0001${'\u0000'.repeat(60)}`, 400, 'bad-request'],
  ['no target', 'GET\r\n\r\n', 400, 'bad-request'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'bad-request'],
  ['a negative length', get('Host: x\r\nContent-Length: -1\r\n'), 400, 'bad-request'],
  ['two lengths', get('Host: x\r\nContent-Length: 3\r\nContent-Length: 5\r\n'), 400, 'bad-request'],
  ['a target of 20 kB', get('Host: x\r\n', `/${'y'.repeat(20_000)}`), 431, 'headers-too-large'],
  ['headers of 20 kB', get(`Host: x\r\nX: ${'y'.repeat(20_000)}\r\n`), 431, 'headers-too-large'],
  ['a body that stops short', `${post('Content-Length: 500\r\n')}${body}`, 400, 'bad-request'],
  ['broken chunks', `${post('Transfer-Encoding: chunked\r\n')}zz\r\n`, 400, 'bad-request'],
];

describe('a request that is not sound HTTP', () => {
  it.each(REFUSED)('%s is a problem', async (_, bytes, status, type) => {
    lines.length = 0;
    const answered = await send(bytes);
    expect(answered.status).toBe(status);
    expect(answered.problem).toMatchObject({ type: `/problems/${type}`, status, dataset: STAMP });
    expect(answered.head).toContain('content-type: application/problem+json; charset=utf-8');
    expect(answered.head).toContain('connection: close');
    expect(answered.head).toContain('x-content-type-options: nosniff');
    await expectOneLine(status, type, bytes);
    expect(errors).toEqual([]);
  });

  it('is not one with a backslash in its query', async () => {
    expect(
      (await send(get('Host: x\r\nConnection: close\r\n', '/v1/health?key=HKLM\\Software'))).status,
    ).toBe(200);
  });

  it('is logged without its query, and a key in its path is masked', async () => {
    lines.length = 0;
    const { problem } = await send(get('Host: x:99999\r\n', '/v1/hck_0123abc?secret=1'));
    expect(lines).toMatchObject([
      { path: '/v1/hck_…', status: 400, problem: 'bad-request', client: '127.0.0.1' },
    ]);
    expect(JSON.stringify([lines, problem.detail])).not.toMatch(/secret|0123abc/);
  });

  it('is counted against the limit like any other', async () => {
    const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '3' });
    const limited = await serve({ service: fakeService(), config });
    onTestFinished(() => limited.close());
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) {
      const { socket, received } = connectRaw(limited.port);
      socket.end(get('Host: x:99999\r\n'));
      statuses.push(Number((await received).slice(9, 12)));
    }
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
  });

  it('is told the tier and the limit, like any other', async () => {
    const folder = await newFolder();
    const file = join(folder, 'keys.json');
    const { key } = await addKey(file, '');
    const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', HIVECHECK_KEYS: file });
    const limited = await serve({ service: fakeService(), config });
    const keyed = [`POST /k/v1/resolve?x=1 HTTP/1.1`, `POST /mcp HTTP/1.1`].map(
      (line) =>
        `${line}\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    );
    onTestFinished(() => limited.close());
    for (const bytes of [...REFUSED.map(([, each]) => each), ...keyed]) {
      const { socket, received } = connectRaw(limited.port);
      socket.end(bytes, 'latin1');
      const [head = ''] = (await received).toLowerCase().split('\r\n\r\n');
      const told = ['x-service-tier', 'x-ratelimit-limit', 'cache-control'].map(
        (name) => new RegExp(`^${name}: (.*)\r?$`, 'm').exec(head)?.[1],
      );
      const isKeyed = keyed.includes(bytes);
      expect(told).toEqual([isKeyed ? 'key' : 'anonymous', isKeyed ? '60' : '10', 'no-store']);
    }
  });

  it('hurts nobody where its client leaves at once: a CONNECT with a reset once ended the process', async () => {
    for (const [, bytes] of [...REFUSED, ...REFUSED]) {
      const { socket, received } = connectRaw(running.port);
      socket.write(bytes, 'latin1', () => socket.resetAndDestroy());
      await received;
    }
    expect((await send(get('Host: x\r\nConnection: close\r\n'))).status).toBe(200);
    expect(errors).toEqual([]);
  });

  it('is answered after the requests before it on the connection, or ends it', async () => {
    const { socket, received } = connectRaw(running.port);
    socket.write(get('Host: x\r\n'));
    setTimeout(() => socket.end('rubbish\r\n\r\n'), 100);
    const text = await received;
    expect([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(['200', '400']);
  });

  it('that offers another protocol is answered in this one', async () => {
    const upgrade = 'Host: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n';
    expect((await send(get(upgrade))).status).toBe(200);
  });

  it('that is not complete in time is told so', async () => {
    for (const bytes of ['GET /v1/hea', post('Content-Length: 500\r\n')]) {
      lines.length = 0;
      const { status, problem } = await send(bytes, true);
      expect([status, problem.type]).toEqual([408, '/problems/request-timeout']);
      await expectOneLine(408, 'request-timeout', bytes);
    }
    expect(errors).toEqual([]);
  });
});

it('an answer that is not ready in time is a 503, and the request is not called late', async () => {
  const slow = async (_: unknown, { signal }: Call = {}): Promise<string> =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('left'))));
  const service = { ...fakeService(), snapshot: () => Object.assign(new FakeSnapshot(), { verify: slow }) };
  const config = readConfig({ PORT: '0' });
  const slowly = await serve({ service, config, log, timeouts: { idle: 300 } });
  onTestFinished(() => slowly.close());
  lines.length = 0;
  const response = await fetch(`${slowly.url}/v1/verify`, postInit({ items: [{ key: 'a', value: 'b' }] }));
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('1');
  expect(await response.json()).toMatchObject({
    type: '/problems/overloaded',
    detail: expect.stringContaining('send fewer values'),
  });
  await expect.poll(() => lines, { timeout: 5000 }).toMatchObject([{ status: 503, problem: 'overloaded' }]);
});

it('a client that leaves before its request is worked on is logged and keeps no place', async () => {
  const path = '/v1/verify';
  const verify = { items: [{ key: 'a', value: 'b' }] };
  const bytes = (length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${JSON.stringify(verify)}`;
  // In the same turn of the event loop; half of them in the middle of their body.
  const leave = ({ socket }: IncomingMessage) => void socket.destroy();
  running.server.on('request', leave);
  onTestFinished(() => void running.server.off('request', leave));
  lines.length = 0;
  const clients = RECEIVING.atOnce + 6;
  const sizes = [JSON.stringify(verify).length, 500];
  const sent = Array.from({ length: clients }, (_, at) => {
    const { socket, received } = connectRaw(running.port);
    socket.write(bytes(sizes[at % 2] ?? 0));
    return received;
  });
  expect(await Promise.all(sent)).toEqual(Array(clients).fill(''));
  running.server.off('request', leave);
  await expect.poll(() => lines).toHaveLength(clients);
  // A body that was there is read, and its answer made.
  expect(new Set(lines.map(({ status }) => status))).toEqual(new Set([200, 499]));
  const line = { path, method: 'POST', client: '127.0.0.1' };
  expect(lines).toEqual(Array(clients).fill(expect.objectContaining(line)));
  expect((await fetch(`${running.url}${path}`, postInit(verify))).status).toBe(200);
  expect(errors).toEqual([]);
});

describe('headers of any length', () => {
  const blanks = '\u00a0'.repeat(15_500);
  const HOSTILE: [name: string, value: string][] = [
    ['content-encoding', blanks],
    ['content-encoding', `${' '.repeat(15_000)}x`],
    ['content-type', `application/json${' '.repeat(15_000)}x`],
    ['content-type', `application/json;${'charset='.repeat(1_900)}`],
    ['content-type', `application/json${';a="'.repeat(3_800)}`],
    ['accept-language', 'a,'.repeat(7_700)],
    ['accept-language', `fr${';q '.repeat(5_000)}`],
    ['if-none-match', '"a'.repeat(7_700)],
    ['if-none-match', `${', '.repeat(7_700)}x`],
    ['if-none-match', '"a",'.repeat(3_800)],
    ['host', `${'a.'.repeat(7_700)}!`],
    ['x-api-key', blanks],
  ];

  it('are read in linear time: one of the first kind once took 200 ms', async () => {
    for (const [name, value] of HOSTILE) {
      const host = name === 'host' ? '' : 'Host: x\r\n';
      const one = `POST /k/v1/resolve HTTP/1.1\r\n${host}${name}: ${value}\r\nContent-Length: 2\r\n\r\n{}`;
      const other = get(`${host}${name}: ${value}\r\n`, '/v1/setting/windowsupdate.autoupdatecfg');
      for (const bytes of [one, other]) {
        for (let n = 0; n < 5; n++) expect((await send(bytes)).status).toBeGreaterThan(0);
      }
    }
  });
});
