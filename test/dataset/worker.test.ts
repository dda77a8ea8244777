import { generateKeyPairSync, sign } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publicKeyText } from '../../build/pipeline/publish/keys.ts';
import { type PlainHost, plainHost } from './hosts.ts';
import { distIndex, type Files, versionFiles } from './make-dist.ts';
import { bundleWorker, type RunningWorker, runWorker } from './workerd.ts';

const PAIRS = new Map(Array.from({ length: 60 }, (_, n) => [`software\\policies\\p${n}\0value`, n]));

function version(name: string): Files {
  const facts = new Map([...PAIRS].map(([key, n]) => [key, { version: name, n }]));
  const uris = new Map([['./device/vendor/msft/policy/config/a/b', { name }]]);
  return versionFiles({ version: name, indexes: { 'resolve/en-US': facts, 'csp/en-US': uris }, bits: 3 });
}

const bundle = await bundleWorker(join(import.meta.dirname, 'worker-entry.ts'));
expect(bundle.external).toEqual([]);
const code = bundle.code;

describe('in workerd, from a static host', () => {
  let host: PlainHost;
  let worker: RunningWorker;
  beforeEach(async () => {
    host = await plainHost(version('aaaaaaaa').set('index.json', distIndex('aaaaaaaa')));
    worker = await runWorker(code, { HIVECHECK_DATASET: host.url });
  });
  afterEach(async () => {
    await worker[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });

  const post = (path: string, body: unknown, signal?: AbortSignal): Promise<Response> =>
    fetch(worker.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  const resolve = (pair: string, signal?: AbortSignal): Promise<Response> =>
    post('/v1/resolve', { key: `HKLM\\${pair.replace('\0value', '')}`, value: 'Value' }, signal);
  /** Version and number that the answer found, and the version that its stamp names. */
  const found = async (response: Response): Promise<unknown[]> => {
    const { result, dataset } = (await response.json()) as {
      result: { reason: string };
      dataset: { version: string };
    };
    const { version, n } = JSON.parse(result.reason) as { version: string; n: number };
    return [response.status, version, n, dataset.version];
  };
  const answered = async (name: string): Promise<void> => {
    const all = await Promise.all([...PAIRS.keys()].map(async (pair) => found(await resolve(pair))));
    expect(all).toEqual([...PAIRS.values()].map((n) => [200, name, n, name]));
  };

  test('a signature is verified as Node does', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const text = '{"version":"6a69d203"}';
    const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const verified = async (question: Record<string, string>) =>
      (await post('/verified', { text, signature, key: pem, ...question })).json();
    expect(await verified({})).toBe(true);
    expect(await verified({ key: publicKeyText(publicKey) })).toBe(true);
    expect(await verified({ text: '{"version":"6a69d204"}' })).toBe(false);
    expect(await verified({ signature: 'AAAA' })).toBe(false);
    expect(await verified({ key: 'AAAA' })).toBe('TypeError');
  });

  test('many at once find a cold worker', async () => {
    host.fault = (path, res) => {
      setTimeout(() => res.end(host.files.get(path)), 30);
      return true;
    };
    await answered('aaaaaaaa');
  });

  test('no request waits for what another one reads: that one may be gone', async () => {
    const [pair = ''] = PAIRS.keys();
    for (const held of ['index.json', 'aaaaaaaa/manifest.json', 'aaaaaaaa/resolve/']) {
      const leaver = new AbortController();
      // The first to ask for the file never gets it, and leaves.
      host.fault = (path, _res, nth) => path.startsWith(held) && nth === 0;
      host.requests.length = 0;
      const left = resolve(pair, leaver.signal).catch(() => 'left');
      await expect.poll(() => host.requests.some((path) => path.startsWith(held))).toBe(true);
      const second = resolve(pair);
      await new Promise((next) => setTimeout(next, 20));
      leaver.abort();
      expect(await left).toBe('left');
      expect(await found(await second)).toEqual([200, 'aaaaaaaa', 0, 'aaaaaaaa']);
      await worker[Symbol.asyncDispose]();
      worker = await runWorker(code, { HIVECHECK_DATASET: host.url });
    }
  });

  test('a shard once fetched is kept', async () => {
    await answered('aaaaaaaa');
    const before = host.requests.length;
    await answered('aaaaaaaa');
    expect(host.requests.slice(before).filter((path) => path !== 'index.json')).toEqual([]);
  });

  test('a damaged file is a 503 for those who need it, until it is repaired', async () => {
    host.fault = (path, res) => path.includes('/csp/') && res.end('{}') !== undefined;
    const csp = await post('/v1/csp', { omaUri: './Vendor/MSFT/Policy/Config/A/B' });
    expect([csp.status, csp.headers.get('content-type')]).toEqual([
      503,
      expect.stringMatching(/^application\/problem\+json/),
    ]);
    await answered('aaaaaaaa');
    host.fault = () => false;
    await expect
      .poll(async () => (await post('/v1/csp', { omaUri: './Vendor/MSFT/Policy/Config/A/B' })).status)
      .toBe(200);
  });

  test('no dataset: 503, until there is one', async () => {
    host.fault = (_path, res) => res.writeHead(404).end() !== undefined;
    const [pair = ''] = PAIRS.keys();
    expect((await resolve(pair)).status).toBe(503);
    expect((await fetch(`${worker.url}/v1/health`)).status).toBe(503);
    host.fault = () => false;
    expect(await found(await resolve(pair))).toEqual([200, 'aaaaaaaa', 0, 'aaaaaaaa']);
  });

  test('a redirect is not followed, and the log says so', async () => {
    const elsewhere = await plainHost(host.files);
    host.fault = (path, res) => res.writeHead(302, { location: elsewhere.url + path }).end() !== undefined;
    const [pair = ''] = PAIRS.keys();
    expect((await resolve(pair)).status).toBe(503);
    await expect.poll(() => worker.output()).toContain('redirects are not followed');
    expect(elsewhere.requests).toEqual([]);
    await elsewhere[Symbol.asyncDispose]();
  });

  test('a new version is taken over; one that does not verify is not', async () => {
    await answered('aaaaaaaa');
    for (const [path, bytes] of version('bbbbbbbb')) host.files.set(path, bytes);
    host.files.set('index.json', distIndex('cccccccc'));
    const [pair = ''] = PAIRS.keys();
    await expect.poll(async () => (await resolve(pair)).ok && worker.output()).toContain('dataset refused');
    await answered('aaaaaaaa');
    host.files.set('index.json', distIndex('bbbbbbbb'));
    await expect.poll(async () => (await found(await resolve(pair)))[1]).toBe('bbbbbbbb');
    await answered('bbbbbbbb');
  });
});
