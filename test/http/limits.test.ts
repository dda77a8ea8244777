import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApiDocument } from '../../build/documents/openapi/document.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { memoryLimiter, memoryLimiters } from '../../runtime/node/limits.ts';
import { fakeService } from './fake.ts';

const setClock = (now: () => number) => vi.spyOn(performance, 'now').mockImplementation(now);
afterEach(() => vi.restoreAllMocks());

describe('memoryLimiter', () => {
  it('allows the limit, then says how long to wait until the window ends', () => {
    let now = 5_000;
    setClock(() => now);
    const limiter = memoryLimiter(2);
    expect([limiter.hit('a'), limiter.hit('a')]).toEqual([0, 0]);
    now += 20_000;
    expect(limiter.hit('a')).toBe(40);
    expect(limiter.hit('b')).toBe(0);
    now += 39_999;
    expect(limiter.hit('a')).toBeGreaterThan(0);
    now += 1;
    expect(limiter.hit('a')).toBe(0);
  });

  it('agrees with a naive count of every window', () => {
    const step = fc.record({ client: fc.constantFrom('a', 'b', 'c'), wait: fc.nat(30_000) });
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

it('a limit of 0 turns a tier off', () => {
  const { anonymous, key } = memoryLimiters({ anonymous: 0, key: 60 });
  expect(anonymous).toBeUndefined();
  expect(key?.limit).toBe(60);
});

it('counts every question below its prefix but health, and neither OPTIONS nor wrong methods', async () => {
  const limiter = { limit: 1, hit: () => 9 };
  const app = createHttpApp(fakeService(), { limiters: { anonymous: limiter, key: limiter } });
  const { paths } = openApiDocument() as { paths: Record<string, object> };
  const documented = Object.keys(paths).map((path) => path.replace(/\{[^}]*\}/, 'x'));
  const asked = [
    ...documented,
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
});
