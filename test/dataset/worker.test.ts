import { generateKeyPairSync, sign } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publicKeyText } from '../../build/pipeline/publish/keys.ts';
import { type PlainHost, plainHost } from './hosts.ts';
import { distIndex, type Files, versionFiles } from './make-dist.ts';
import { bundleWorker, type RunningWorker, runWorker } from './workerd.ts';

const SLUGS = Array.from({ length: 60 }, (_, n) => `a.p${n}`);

/** Every record names its version, so that a mix shows. */
function version(name: string): Files {
  // The long member is the last one.
  const record = (slug: string) => ({ confidence: 'none', warnings: [], setting: { slug, made: name } });
  const entries = new Map(SLUGS.map((slug) => [slug, record(slug)]));
  return versionFiles({ version: name, indexes: { 'setting/en-US': entries }, bits: 3 });
}

const bundle = await bundleWorker(join(import.meta.dirname, 'worker-entry.ts'));
expect(bundle.external).toEqual([]);
const code = bundle.code;

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

const ask = (slug = SLUGS[0], signal: AbortSignal | null = null): Promise<Response> =>
  fetch(`${worker.url}/v1/setting/${slug}`, { signal });
/** The record that the answer found with its version, and the version that its stamp names. */
const found = async (response: Response): Promise<unknown[]> => {
  const { result, dataset } = (await response.json()) as {
    result: { setting: { slug: string; made: string } };
    dataset: { version: string };
  };
  return [response.status, result.setting.slug, result.setting.made, dataset.version];
};
const answered = async (name: string): Promise<void> => {
  const all = await Promise.all(SLUGS.map(async (slug) => found(await ask(slug))));
  expect(all).toEqual(SLUGS.map((slug) => [200, slug, name, name]));
};

test('a signature is verified as Node does', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const text = '{"version":"6a69d203"}';
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const verified = async (question: Record<string, string>) => {
    const body = JSON.stringify({ text, signature, key: pem, ...question });
    return (await fetch(`${worker.url}/verified`, { method: 'POST', body })).json();
  };
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
  for (const held of ['index.json', 'aaaaaaaa/manifest.json', 'aaaaaaaa/setting/']) {
    const leaver = new AbortController();
    // The first to ask for the file never gets it, and leaves.
    host.fault = (path, _res, nth) => path.startsWith(held) && nth === 0;
    host.requests.length = 0;
    const left = ask(SLUGS[0], leaver.signal).catch(() => 'left');
    await expect.poll(() => host.requests.some((path) => path.startsWith(held))).toBe(true);
    const second = ask();
    await new Promise((next) => setTimeout(next, 20));
    leaver.abort();
    expect(await left).toBe('left');
    expect(await found(await second)).toEqual([200, SLUGS[0], 'aaaaaaaa', 'aaaaaaaa']);
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
  const [shard] = [...host.files.keys()].filter((path) => path.includes('/setting/'));
  host.fault = (path, res) => path === shard && res.end('{}') !== undefined;
  const answers = await Promise.all(SLUGS.map((slug) => ask(slug)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  const refused = answers.find(({ status }) => status === 503);
  expect(refused?.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  host.fault = () => false;
  await expect.poll(() => answered('aaaaaaaa').then(() => 'all')).toBe('all');
});

test('no dataset: 503, until there is one', async () => {
  host.fault = (_path, res) => res.writeHead(404).end() !== undefined;
  expect((await ask()).status).toBe(503);
  expect((await fetch(`${worker.url}/v1/health`)).status).toBe(503);
  host.fault = () => false;
  expect(await found(await ask())).toEqual([200, SLUGS[0], 'aaaaaaaa', 'aaaaaaaa']);
});

test('a redirect is not followed, and the log says so', async () => {
  const elsewhere = await plainHost(host.files);
  host.fault = (path, res) => res.writeHead(302, { location: elsewhere.url + path }).end() !== undefined;
  expect((await ask()).status).toBe(503);
  await expect.poll(() => worker.output()).toContain('redirects are not followed');
  expect(elsewhere.requests).toEqual([]);
  await elsewhere[Symbol.asyncDispose]();
});

test('a new version is taken over; one that does not verify is not', async () => {
  await answered('aaaaaaaa');
  for (const [path, bytes] of version('bbbbbbbb')) host.files.set(path, bytes);
  host.files.set('index.json', distIndex('cccccccc'));
  await expect.poll(async () => (await ask()).ok && worker.output()).toContain('dataset refused');
  await answered('aaaaaaaa');
  host.files.set('index.json', distIndex('bbbbbbbb'));
  await expect.poll(async () => (await found(await ask()))[2]).toBe('bbbbbbbb');
  await answered('bbbbbbbb');
});
