import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Dataset, type DatasetStore, DatasetUnavailable } from '../../runtime/dataset/dataset.ts';
import { type Fetch, type FetchStoreOptions, fetchStore } from '../../runtime/dataset/fetch-store.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { DatasetSource } from '../../runtime/dataset/source.ts';
import { type HttpStore, httpStore } from '../../runtime/node/http-store.ts';
import { isUrl } from '../../runtime/node/location.ts';
import { newFolder } from '../scratch.ts';
import { vectors } from '../vectors.ts';
import { freePort, nginxHost, nginxVersion, type PlainHost, plainHost } from './hosts.ts';
import { distIndex, type Files, versionFiles, writeFiles } from './make-dist.ts';

const V = 'aaaaaaaa';
const FACTS = new Map(Array.from({ length: 200 }, (_, n) => [`key ${n}/é\\x\0value`, { n }]));
/** No answer takes so long on a busy machine. */
const QUICK = { timeoutMs: 30_000 };

function files(): Files {
  return versionFiles({ version: V, indexes: { near: FACTS }, bits: 3 }).set('index.json', distIndex(V));
}

if (nginxVersion === undefined)
  console.log('nginx is not installed: the static host is a plain HTTP server instead.');

test(`a static host (${nginxVersion ?? 'plain HTTP server'}): every key is found, and what is not there is not`, async () => {
  const folder = await newFolder();
  await writeFiles(folder, files());
  await using host = nginxVersion === undefined ? await plainHost(files()) : await nginxHost(folder);
  const store = httpStore(host.url, QUICK);
  onTestFinished(() => store.close());
  for (const one of [store, fetchStore(host.url, QUICK)]) {
    const dataset = await openDataset(one);
    for (const [key, entry] of FACTS) expect(await dataset.lookup('near', key)).toEqual(entry);
    expect(await dataset.lookup('near', 'nothing')).toBeUndefined();
    expect(await one.read('none.json')).toBeUndefined();
    expect(await one.read(`${V}/none/0.json`)).toBeUndefined();
  }
});

const stores: [string, (base: string, options: FetchStoreOptions) => DatasetStore & Partial<HttpStore>][] = [
  ['undici', httpStore],
  ['fetch', fetchStore],
];

describe.each(stores)('a host that misbehaves, read by %s', (_, storeOf) => {
  let host: PlainHost;
  let store: DatasetStore & Partial<HttpStore>;
  let dataset: Dataset;
  const [KEY = ''] = FACTS.keys();
  const open = async (options: FetchStoreOptions = {}): Promise<void> => {
    store = storeOf(host.url, { ...QUICK, ...options });
    dataset = await openDataset(store, V);
    host.requests.length = 0;
  };
  beforeEach(async () => {
    vi.spyOn(Date, 'now').mockReturnValue(0);
    // No pauses between tries.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    host = await plainHost(files());
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await host[Symbol.asyncDispose]();
    await store.close?.();
  });

  test('a passing failure is tried again, and not seen', async () => {
    await open();
    const failures = [status(500), status(503), status(429), cutOff, (res: ServerResponse) => res.destroy()];
    for (const fail of failures) {
      dataset = await openDataset(store, V);
      host.requests.length = 0;
      host.fault = (path, res, nth) => nth < 2 && always(fail)(path, res);
      expect(await dataset.lookup('near', KEY)).toEqual({ n: 0 });
      expect(host.requests).toHaveLength(3);
      host.fault = () => false;
    }
  });

  const lasting: [string, (res: ServerResponse, sound: Uint8Array) => void, number, RegExp][] = [
    ['an error of the host', status(500), 3, /cannot be read/],
    ['a refusal', status(403), 1, /cannot be read/],
    ['no such file', status(404), 1, /is missing/],
    ['a 304 that nobody asked for', status(304), 1, /cannot be read/],
    ['a body cut off', cutOff, 3, /cannot be read/],
    ['a body cut off in its framing too', (res, sound) => res.end(sound.slice(0, -9)), 1, /bytes instead of/],
    ['a page in place of the file', (res) => res.end('<!doctype html>'), 1, /bytes instead of/],
    ['as many other bytes', (res, sound) => res.end(sound.map((byte) => byte ^ 1)), 1, /is altered/],
    ['a body without end', endless, 1, /cannot be read/],
    ['a small body that unpacks to a large one', bomb, 1, /cannot be read/],
    ['bytes that do not unpack', notPacked, 3, /cannot be read/],
  ];
  test.each(lasting)(
    '%s is DatasetUnavailable, until it is repaired',
    async (_name, fail, requests, message) => {
      await open();
      host.fault = always((res, path) => fail(res, host.files.get(path) ?? new Uint8Array()));
      const got = await Promise.allSettled([1, 2, 3].map(() => dataset.lookup('near', KEY)));
      for (const one of got) {
        expect(one.status === 'rejected' && one.reason).toBeInstanceOf(DatasetUnavailable);
        expect(one.status === 'rejected' && one.reason.message).toMatch(message);
      }
      // Shared by the three, and not tried at once again.
      await expect(dataset.lookup('near', KEY)).rejects.toThrow(message);
      expect(host.requests).toHaveLength(requests);
      host.fault = () => false;
      vi.mocked(Date.now).mockReturnValue(5000);
      expect(await dataset.lookup('near', KEY)).toEqual({ n: 0 });
    },
  );

  test.each([300, 301, 302, 303, 305, 307, 308, 399])('a %d is not followed, and says so', async (code) => {
    const elsewhere = await plainHost(files());
    await open();
    host.fault = (path, res) => {
      // As soon as it is followed, it leads to a sound dataset.
      res.writeHead(code, { location: elsewhere.url + path }).end();
      return true;
    };
    const refused = (file: string) =>
      new RegExp(`^${file}\\S* is redirected by its host, and redirects are not followed\\. Give the URL`);
    const reads: [string, () => Promise<unknown>][] = [
      ['index.json', () => openDataset(store)],
      [`${V}/manifest.json`, () => openDataset(store, V)],
      [`${V}/near/`, () => dataset.lookup('near', KEY)],
    ];
    for (const [file, read] of reads) {
      const error = await read().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DatasetUnavailable);
      expect(error).toHaveProperty('message', expect.stringMatching(refused(file)));
    }
    const source = new DatasetSource(store);
    await source.check();
    expect(source.status().refused?.reason).toMatch(refused('index.json'));
    expect(host.requests).toHaveLength(4);
    expect(elsewhere.sockets.size).toBe(0);
    await elsewhere[Symbol.asyncDispose]();
  });

  test('a host that answers too late is given up, and waited for only so long', async () => {
    await open({ timeoutMs: 40 });
    const held: ServerResponse[] = [];
    host.fault = (_path, res) => held.push(res) > 0;
    await expect(dataset.lookup('near', KEY)).rejects.toThrow(DatasetUnavailable);
    host.fault = (_path, res) => {
      res.writeHead(200, { 'content-length': 1000 }).write('{');
      return held.push(res) > 0;
    };
    vi.mocked(Date.now).mockReturnValue(5000);
    await expect(dataset.lookup('near', KEY)).rejects.toThrow(DatasetUnavailable);
    expect(held).toHaveLength(6);
  });

  test('an answer that is merely slow is taken', async () => {
    await open();
    host.fault = (path, res) => {
      setTimeout(() => res.end(host.files.get(path)), 30);
      return true;
    };
    expect(await dataset.lookup('near', KEY)).toEqual({ n: 0 });
    expect(host.requests).toHaveLength(1);
  });

  test('the pauses between tries are drawn anew, up to a bound that doubles', async () => {
    await open();
    host.fault = always(status(500));
    vi.mocked(Math.random).mockReturnValueOnce(0.31).mockReturnValueOnce(0.17);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await expect(dataset.lookup('near', KEY)).rejects.toThrow(DatasetUnavailable);
    const pauses = timers.mock.calls.map(([, milliseconds]) => milliseconds);
    expect(pauses.filter((each) => each === 31 || each === 34)).toEqual([31, 34]);
  });

  test('one request for a shard, however many ask; connections are kept', async () => {
    await open();
    const keys = [...FACTS.keys()];
    const got = await Promise.all([...keys, ...keys].map((key) => dataset.lookup('near', key)));
    expect(got).toEqual([...FACTS.values(), ...FACTS.values()]);
    expect(new Set(host.requests).size).toBe(host.requests.length);
    const sockets = host.sockets.size;
    for (let n = 0; n < 20; n++) await store.read('index.json');
    expect(host.sockets.size).toBe(sockets);
  });

  test('compressed answers are asked for', async () => {
    await open();
    expect(host.headers.at(-1)?.['accept-encoding']).toMatch(/\bgzip\b/);
    if (store.close !== undefined) expect(host.headers.at(-1)?.['accept-encoding']).toMatch(/\bbr\b/);
  });

  test('a password in the URL goes into a header, and into no message', async () => {
    await open();
    const withPassword = storeOf(host.url.replace('://', '://me:s%40cret@'), QUICK);
    expect(withPassword.location).toBe(host.url);
    await withPassword.read('index.json');
    expect(host.headers.at(-1)?.authorization).toBe(`Basic ${btoa('me:s@cret')}`);
    await withPassword.close?.();
  });

  test('nothing outside the base is asked for', async () => {
    await open();
    for (const path of ['../x', '/x', 'a//b', 'a/./b', '..', '', 'http://example.invalid/']) {
      await expect(store.read(path), path).rejects.toThrow(RangeError);
    }
    await store.read('a?b#c');
    expect(host.requests).toEqual(['a?b#c']);
  });

  test('nobody listening', async () => {
    await open();
    const nobody = storeOf(`http://127.0.0.1:${await freePort()}`, QUICK);
    await expect(openDataset(nobody)).rejects.toThrow('index.json cannot be read.');
    await nobody.close?.();
  });
});

test('any user and password of a URL are sent as UTF-8', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(text, text, async (user, password) => {
      fc.pre(user + password !== '');
      let sent: string | undefined;
      const fetch: Fetch = async (url, { headers }) => {
        expect(url).toBe('http://h/dist/index.json');
        sent = headers.authorization;
        return new Response(null, { status: 404 });
      };
      const userinfo = [user, password].map(encodeURIComponent).join(':');
      await fetchStore(`http://${userinfo}@h/dist`, { fetch }).read('index.json');
      expect(sent).toBe(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
    }),
  );
});

test.each(vectors<[url: string, message: string]>('refused-urls'))(
  '%s is refused as a TypeError, without its password',
  (url, message) => {
    expect(() => fetchStore(url)).toThrow(new TypeError(message));
  },
);

test('which locations are URLs', () => {
  const urls = ['HTTPS://x', 'http://x', './dist', 'C:\\dist'].filter(isUrl);
  expect(urls).toEqual(['HTTPS://x', 'http://x']);
});

function always(fail: (res: ServerResponse, path: string) => void) {
  return (path: string, res: ServerResponse): true => {
    fail(res, path);
    return true;
  };
}

function status(code: number): (res: ServerResponse) => void {
  return (res) => res.writeHead(code).end();
}

function cutOff(res: ServerResponse): void {
  res.writeHead(200, { 'content-length': 1000 });
  res.write('{"schemaVersion"', () => res.destroy());
}

function notPacked(res: ServerResponse): void {
  res.writeHead(200, { 'content-encoding': 'gzip' }).end('x'.repeat(40));
}

function endless(res: ServerResponse): void {
  // After the client is gone Node 24 fails each write at once, before it calls the response destroyed.
  const more = (failed?: Error | null): void => {
    if (!failed && !res.destroyed) res.write('x'.repeat(1 << 16), more);
  };
  more();
}

function bomb(res: ServerResponse): void {
  res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(new Uint8Array(1 << 26)));
}
