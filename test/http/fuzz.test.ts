/** Whatever is sent, the answer is one of the contract's: never a 500, never a rejection, never an echo of the query. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectSame } from '../same.ts';
import { GOOD, postInit } from './fake.ts';
import { type Ask, describeMatrix } from './matrix.ts';

const STATUSES = [200, 204, 304, 400, 401, 404, 405, 413, 415];

async function answered(ask: Ask, path: string, init: RequestInit): Promise<void> {
  const response = await ask(path, init);
  if (!STATUSES.includes(response.status)) expect(STATUSES).toContain(response.status);
  expectSame(response.headers.get('x-content-type-options'), 'nosniff');
  const text = await response.text();
  if (response.status >= 400 && init.method !== 'HEAD') {
    const { status, type } = JSON.parse(text) as { status: number; type: string };
    expectSame(status, response.status);
    expectSame(type.startsWith('/problems/'), true, type);
  }
}

const endpoint = fc.constantFrom('/v1/resolve', '/v1/csp', '/v1/search', '/k/v1/resolve');
const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', 'en-US', 'FR', 'device', '22H2', 'HKLM\\a\\b', '\ud800', '\u0000', 'x'.repeat(2000)),
  fc.double(),
  fc.integer({ min: -3, max: 60 }),
  fc.constant(null),
  fc.boolean(),
);
const field = fc.constantFrom(
  'key',
  'value',
  'lang',
  'targetOs',
  'omaUri',
  'scope',
  'q',
  'limit',
  '__proto__',
  'x',
);
const near = fc.array(fc.tuple(field, fc.oneof(scalar, fc.jsonValue()))).map((pairs) => {
  const text = pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',');
  return `{${text}}`;
});

describeMatrix('generated requests', (ask, platform) => {
  const fewer = platform === 'in process' ? 1 : 10;

  it('bodies that are nearly requests', async () => {
    await fc.assert(
      fc.asyncProperty(endpoint, near, fc.boolean(), (path, body, keyed) =>
        answered(ask, path, postInit(body, keyed ? { 'x-api-key': 'hck_good' } : {})),
      ),
      { numRuns: 1500 / fewer },
    );
  });

  it('bodies of any JSON, of broken JSON, of any bytes', async () => {
    const good = JSON.stringify(GOOD.resolve);
    const cut = fc.nat(good.length).map((at) => good.slice(0, at));
    const body = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), cut, fc.uint8Array({ maxLength: 300 }));
    await fc.assert(
      fc.asyncProperty(endpoint, body, (path, bytes) =>
        answered(ask, path, { ...postInit(''), body: bytes }),
      ),
      { numRuns: 1500 / fewer },
    );
  });

  it('methods, paths, queries and headers', async () => {
    const raw = fc.string({ unit: fc.constantFrom(...'abz09/.%:?#&=~-_+;\\*é中%2f%00%ZZ'), maxLength: 30 });
    const path = fc
      .tuple(
        fc.constantFrom(
          '/',
          '/v1/',
          '/k/v1/',
          '/v1/setting/',
          '/k/v1/setting/',
          '/problems/',
          '//',
          '/v1/health',
        ),
        raw,
      )
      .map(([prefix, rest]) => prefix + rest)
      // What a client library refuses to send at all.
      .filter((text) => URL.canParse(`http://localhost${text}`));
    const headerText = fc.string({ unit: fc.constantFrom(...'abcfr-*;=,q.0159"W/ \t'), maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST'),
        path,
        headerText,
        (method, text, header) =>
          answered(ask, text, {
            method,
            headers: {
              'accept-language': header,
              'if-none-match': header,
              'content-type': header,
              'x-api-key': header,
            },
          }),
      ),
      { numRuns: 2500 / fewer },
    );
  });
});
