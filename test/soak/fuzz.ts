/** Generated requests and malformed HTTP: no crash, no 500, no entry in the log. */
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { openPool } from './client.ts';
import { Faults, type Figures } from './figures.ts';
import { startServer } from './server.ts';
import type { Material } from './variants.ts';

const SEED = 20_261_120;
const AT_ONCE = 32;
const TIMEOUT_MS = 30_000;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '\\', '\ud800', '\0', 'x'.repeat(1025), 'Windows 11', '10.0.99999999999'),
  fc
    .array(fc.constantFrom('HKLM', 'HKEY_', '\\', '/', ':', 'Registry::', 'S-1-5-21-1', '.', '%', 'İ'))
    .map((parts) => parts.join('')),
);
const names = fc.constantFrom(
  'key',
  'value',
  'lang',
  'targetOs',
  'omaUri',
  'scope',
  'q',
  'limit',
  '__proto__',
);
const members = fc.array(fc.tuple(names, fc.oneof(text, fc.jsonValue({ maxDepth: 3 }))), { maxLength: 6 });
const almost = members.map((all) => JSON.stringify(Object.fromEntries(all)));
/** Of the right types and lengths, so that it passes the validation. */
const valid = fc
  .record({ key: text, value: text, omaUri: text, q: text, targetOs: fc.option(text) })
  .map((all) => JSON.stringify(all));
const body = fc.oneof(
  { weight: 4, arbitrary: valid },
  { weight: 3, arbitrary: almost },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
  { weight: 1, arbitrary: almost.map((all) => all.slice(0, all.length >> 1)) },
);
const request = fc.record({
  path: fc.constantFrom('/v1/resolve', '/v1/csp', '/v1/search', '/k/v1/resolve', '/v1/setting/a.b'),
  type: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain'),
  body,
});

const head = (length: string, more = '') =>
  `POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;
const CHUNKED = head('0').replace('Content-Length: 0', 'Transfer-Encoding: chunked');
const GET = 'GET /v1/health HTTP/1.1\r\nHost: x\r\n';

/** Sent whole, then the client closes its half. */
const MALFORMED: (string | Buffer)[] = [
  `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
  `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  `${GET}${'A: b\r\n'.repeat(1000)}\r\n`,
  `${head('2')}{"key":"a","value":"b"}`,
  `${head('900')}{"key":"a"}`,
  `${CHUNKED}ffff\r\n${'x'.repeat(0xffff)}\r\n0\r\n\r\n`,
  `${CHUNKED}-1\r\nzz\r\n`,
  `${head('3', 'Content-Length: 5\r\n')}abcde`,
  `${head('3', 'Transfer-Encoding: chunked\r\n')}0\r\n\r\n`,
  `${head('9', 'Expect: 100-continue\r\n')}{"q":"a"}`,
  `${head('9', 'Expect: something\r\n')}{"q":"a"}`,
  `${head('9', `Content-Encoding: ${'\xa0'.repeat(15_500)}\r\n`)}{"q":"a"}`,
  `${GET}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'GET /v1/health HTTP/1.1\r\nHost: x:99999\r\n\r\n',
  'GET /v1/health HTTP/1.0\r\n\r\n',
  'GET /%ZZ/%00 HTTP/1.1\r\nHost: x\r\n\r\n',
  'POST /v1/res',
  'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  Buffer.from(`160301${'00'.repeat(60)}`, 'hex'),
];

export async function soakFuzz({ whole }: Material, requests: number): Promise<Figures> {
  await using server = await startServer(whole.dist);
  const faults = new Faults();
  const statuses = new Map<number, number>();
  const count = (status: number): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    faults.expect(status < 500 || status === 501, `status ${status}`);
  };
  const pool = openPool(server, AT_ONCE);
  await concurrently(
    fc.sample(request, { numRuns: requests, seed: SEED }),
    async ({ path, type, body: sent }) => {
      const options = { method: 'POST', path, headers: { 'content-type': type }, body: sent } as const;
      const response = await pool.request(options);
      await response.body.dump();
      count(response.statusCode);
    },
  );
  await pool.close();
  await concurrently(Array.from({ length: requests >> 4 }), async (_, at) => {
    const bytes = MALFORMED[at % MALFORMED.length] ?? '';
    for (const status of await exchange(server.port, bytes, at % 7 === 0, faults)) count(status);
  });
  faults.expect(
    (await fetch(`${server.url}/v1/health`)).status === 200,
    'the server does not answer any more',
  );
  const [logged] = server.log();
  faults.expect(logged === undefined, `errors in the log: ${JSON.stringify(logged)?.slice(0, 300)}`);
  return {
    stage: 'fuzz',
    measured: {
      'generated requests': requests,
      'malformed messages': requests >> 4,
      'answers by status': [...statuses]
        .sort(([a], [b]) => a - b)
        .map(String)
        .join('; ')
        .replaceAll(',', ': '),
    },
    faults: faults.list(),
  };
}

async function concurrently<T>(
  items: readonly T[],
  work: (item: T, at: number) => Promise<void>,
): Promise<void> {
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of waiting) await work(item, at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** The status codes that come until the server closes. `reset`: the client leaves at once. */
function exchange(port: number, bytes: string | Buffer, reset: boolean, faults: Faults): Promise<number[]> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let received = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      received += part;
    });
    socket.setTimeout(TIMEOUT_MS, () => {
      faults.add(`never closed: ${String(bytes).slice(0, 60)}`);
      socket.destroy();
    });
    socket.on('error', () => {}).on('end', () => socket.end());
    socket.once('close', () => {
      resolve([...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)));
    });
    if (reset) socket.write(bytes, () => socket.resetAndDestroy());
    else socket.end(bytes, 'latin1');
  });
}
