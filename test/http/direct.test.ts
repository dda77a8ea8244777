/** The short way and the way through h3 must give the same answers: they are tried with the same requests. */
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appOf } from '../../runtime/http/app.ts';
import { edgeRoutes } from '../../runtime/http/edge.ts';
import { directListener } from '../../runtime/node/direct.ts';
import { nodeListener } from '../../runtime/node/listener.ts';
import { fakeService, GOOD, POLICY_ID, SLUG } from './fake.ts';

interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

let long: Server;
let short: Server;
/** How many requests of the second server took the short way. */
let direct = 0;

beforeAll(async () => {
  const routes = edgeRoutes(fakeService(), {
    keys: { check: (key) => (key === 'hck_good' ? 'id' : undefined) },
    limiters: { anonymous: { limit: 7, hit: () => 0 } },
  });
  const throughH3 = nodeListener(appOf(routes));
  const counted = routes.map((route) => ({
    ...route,
    answer: (asked: Parameters<typeof route.answer>[0]) => {
      direct++;
      return route.answer(asked);
    },
  }));
  long = createServer(throughH3);
  short = createServer(directListener(counted, throughH3, (message) => message.socket.remoteAddress ?? ''));
  for (const server of [long, short]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
});

afterAll(async () => {
  for (const server of [long, short]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

function send(server: Server, { method, path, headers, body }: Asked): Promise<Answered> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        const { date: _date, ...rest } = response.headers;
        resolve({ status: response.statusCode ?? 0, headers: rest, body: text });
      });
    });
    sent.on('error', reject);
    sent.end(method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? undefined : body);
  });
}

const path = fc.oneof(
  fc.constantFrom('/v1/resolve', '/v1/csp', '/v1/search', '/v1/health', '/', '/openapi.json'),
  fc.constantFrom(
    '/k/v1/resolve',
    '/k/v1/health',
    '/k/v1/nothing',
    '/v1',
    '/v1/',
    '/v1/resolve/',
    '//v1/health',
  ),
  fc.constantFrom(`/v1/setting/${SLUG}`, `/v1/setting/${encodeURIComponent(POLICY_ID)}`, '/v1/setting/'),
  fc.constantFrom('/v1/setting/%zz', '/v1/setting/a/b', '/v1/setting/..', '/v1/%72esolve', '/v1/./health'),
  fc.constantFrom('/problems/internal', '/problems/none', '/nowhere', '/v1/setting/nobody.knows'),
);
const query = fc.constantFrom(
  ...[
    '',
    '?',
    '?lang=fr',
    '?lang=fr-FR&x=1',
    '?x=1&lang=fr',
    '?lang=',
    '?lang=a%20b',
    '?lang=xx',
    '?lang=fr+1',
    '?Lang=fr',
  ],
);
const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      ...[
        'application/json',
        'application/json; charset=utf-8',
        'text/plain',
        'application/json; charset=latin1',
      ],
    ),
    'content-encoding': fc.constantFrom('identity', 'gzip', ''),
    'x-api-key': fc.constantFrom('hck_good', 'hck_bad'),
    'accept-language': fc.constantFrom('fr', 'de, pt;q=0.5', '*'),
    'if-none-match': fc.constantFrom('*', '"x"', 'W/"x"'),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  fc.constantFrom(...Object.values(GOOD).map((each) => JSON.stringify(each))),
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '{"q":"é"}',
    '\ufeff{"q":"a"}',
    JSON.stringify({ q: 'x'.repeat(20_000) }),
  ),
  fc.json(),
);

test('the short way and the long way give the same answers', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'),
      path,
      query,
      headers,
      body,
      async (method, at, search, sent, text) => {
        const asked = { method, path: at + search, headers: sent, body: text };
        expect(await send(short, asked)).toEqual(await send(long, asked));
      },
    ),
    { numRuns: 1500 },
  );
  expect(direct).toBeGreaterThan(500);
});
