/** Who asks, how often, and in which language. */
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApiDocument } from '../../build/documents/openapi/document.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { clientKey } from '../../runtime/http/guards.ts';
import { matchLanguage, negotiateLanguage } from '../../runtime/http/language.ts';
import { memoryLimiter } from '../../runtime/node/limits.ts';
import { clientAddress, parseNetworks } from '../../runtime/node/proxies.ts';
import { vectors } from '../vectors.ts';
import { fakeService } from './fake.ts';

describe('clientAddress', () => {
  const trusted = parseNetworks('10.0.0.0/8, fd00::/8 192.0.2.1');

  it.each(vectors<[string, string | null, string]>('client-addresses'))(
    'socket %s, header %s → %s',
    (socket, header, expected) => {
      expect(clientAddress(socket, header, trusted)).toBe(expected);
    },
  );

  it('agrees with another library on what is trusted', () => {
    const oracle = ['172.16.0.0/12', '2001:db8::/33'].map((each) => ipaddr.parseCIDR(each));
    const networks = parseNetworks('172.16.0.0/12,2001:db8::/33');
    const near = fc.tuple(fc.integer({ min: 12, max: 35 }), fc.nat(255)).map(([b, c]) => `172.${b}.${c}.1`);
    const near6 = fc
      .tuple(fc.nat(0xffff), fc.nat(0xffff))
      .map(([a, b]) => `2001:db8:${a.toString(16)}::${b.toString(16)}`);
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), near, near6), (socket) => {
        const believed = clientAddress(socket, '198.51.100.1', networks) === '198.51.100.1';
        const parsed = ipaddr.process(socket);
        const isIn = oracle.some(([net, bits]) => net.kind() === parsed.kind() && parsed.match(net, bits));
        expect(believed).toBe(isIn);
      }),
      { numRuns: 500 },
    );
  });
});

describe('clientKey', () => {
  it.each(vectors<[string, string]>('client-keys'))('%s counts as %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  it('is one key for one /64 and never throws', () => {
    const group = fc.nat(0xffff).map((n) => n.toString(16));
    fc.assert(
      fc.property(fc.tuple(group, group, group, group), fc.tuple(group, group, group, group), (net, host) => {
        expect(clientKey([...net, ...host].join(':'))).toBe(net.join(':'));
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => typeof clientKey(text) === 'string'));
  });
});

describe('parseNetworks', () => {
  it('takes an IPv4 network in the form of IPv6 for what it is', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(32), fc.ipV4(), (address, prefix, other) => {
        const plain = parseNetworks(`${address}/${prefix}`);
        const mapped = parseNetworks(`::ffff:${address}/${96 + prefix}`);
        for (const socket of [address, `::ffff:${address}`, other]) {
          const [told, expected] = [mapped, plain].map((each) => clientAddress(socket, '198.51.100.1', each));
          expect(told).toBe(expected);
        }
      }),
    );
  });

  it.each(['10.0.0.0/33', '10/8', 'example.org', '10.0.0.0/8;', '::/129', '1', '::ffff:10.0.0.0/95'])(
    'refuses %s by name',
    (item) => {
      expect(() => parseNetworks(`127.0.0.1, ${item}`)).toThrow(item);
    },
  );
});

const setClock = (now: () => number) => vi.spyOn(performance, 'now').mockImplementation(now);
afterEach(() => vi.restoreAllMocks());

describe('memoryLimiter', () => {
  it('agrees with a naive count of every window', () => {
    // Often to the very end of a window.
    const ends = fc.constantFrom(0, 0, 1, 19_999, 20_000, 40_000);
    const wait = fc.oneof({ weight: 9, arbitrary: ends }, { weight: 1, arbitrary: fc.nat(30_000) });
    const step = fc.record({ client: fc.constantFrom('a', 'a', 'b'), wait });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 60 }), (limit, steps) => {
        let now = 0;
        setClock(() => now);
        const limiter = memoryLimiter(limit);
        const windows = new Map<string, { start: number; count: number }>();
        for (const { client, wait } of steps) {
          now += wait;
          let window = windows.get(client);
          if (window === undefined || now >= window.start + 60_000) {
            window = { start: now, count: 0 };
            windows.set(client, window);
          }
          window.count += 1;
          const expected = window.count > limit ? (window.start + 60_000 - now) / 1000 : 0;
          expect(limiter.hit(client)).toBe(expected);
        }
      }),
    );
  });

  it('forgets the quiet ones in a flood of addresses, not the one who keeps asking', () => {
    setClock(() => 0);
    const limiter = memoryLimiter(3);
    for (let i = 0; i < 3; i++) limiter.hit('busy');
    for (let i = 0; i < 250_000; i++) {
      limiter.hit(`flood ${i}`);
      if (i % 50_000 === 0) expect(limiter.hit('busy')).toBeGreaterThan(0);
    }
    // Were nothing forgotten, memory would grow with the flood.
    for (let i = 0; i < 3; i++) expect(limiter.hit('flood 0')).toBe(0);
    expect(limiter.hit('flood 0')).toBeGreaterThan(0);
  });
});

it('counts every question below its prefix but health, and neither OPTIONS nor wrong methods', async () => {
  const counted = new Set<string>();
  const limiter = { limit: 1, hit: (client: string) => (counted.add(client) ? 9 : 0) };
  const limiters = { anonymous: limiter, key: limiter };
  const app = createHttpApp(fakeService(), { limiters, client: () => '2001:db8:1:2:3:4:5:6' });
  const { paths } = openApiDocument() as { paths: Record<string, object> };
  const documented = Object.keys(paths).map((path) => path.replace(/\{[^}]*\}/, 'x'));
  const asked = [
    ...['/', '/openapi.json', ...documented],
    ...documented.filter((path) => path.startsWith('/v1')).map((path) => `/k${path}`),
  ];
  expect(asked.length).toBeGreaterThan(15);
  for (const path of asked) {
    const found: string[] = [];
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      if ((await app.request(path, { method })).status === 429) found.push(method);
    }
    const free = !/^(?:\/k)?\/v1\/(?!health)/.test(path);
    // The path of a setting is not that of the document.
    const methods = Object.keys(paths[path.replace('/k/', '/')] ?? { get: {} }).map((method) =>
      method.toUpperCase(),
    );
    expect(found, path).toEqual(free ? [] : methods);
  }
  expect((await app.request('/v1/nothing')).status).toBe(429);
  expect([...counted]).toEqual(['2001:db8:1:2']);
});

const LANGUAGES = ['en-US', 'fr-FR', 'pt-BR', 'pt-PT'];

describe('matchLanguage', () => {
  it.each(vectors<[string, string?]>('languages'))('%s → %s', (tag, expected) => {
    expect(matchLanguage(tag, LANGUAGES)).toBe(expected);
  });

  it('prefers the default language among those of one primary subtag', () => {
    expect(matchLanguage('en', ['en-GB', 'en-US'])).toBe('en-US');
  });
});

describe('negotiateLanguage', () => {
  it.each(vectors<[string | null, string]>('accept-language'))('%s → %s', (header, expected) => {
    expect(negotiateLanguage(header, LANGUAGES)).toBe(expected);
  });
});
