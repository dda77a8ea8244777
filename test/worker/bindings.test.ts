/** Keys and limits of a worker, in workerd: from a secret, from a KV namespace, from rate-limit bindings. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { addKey, revokeKey } from '../../build/api-keys.ts';
import { plainHost } from '../dataset/hosts.ts';
import { distIndex, versionFiles } from '../dataset/make-dist.ts';
import { bundleWorker, runWorker } from '../dataset/workerd.ts';
import { newFolder } from '../scratch.ts';

const { code } = await bundleWorker(join(import.meta.dirname, 'bound-entry.ts'));
const folder = await newFolder();
const file = join(folder, 'keys.json');
const good = (await addKey(file, 'good')).key;
const gone = await addKey(file, 'gone');
const revoked = gone.key;
await revokeKey(file, gone.id);
const keyFile = await readFile(file, 'utf8');
const version = 'aaaaaaaa';
const files = versionFiles({ version, wholes: { 'coverage.json': { totals: {} }, 'releases.json': {} } });
const host = await plainHost(files.set('index.json', distIndex(version)));
afterAll(() => host[Symbol.asyncDispose]());

const run = (bindings: Record<string, string>) =>
  runWorker(code, { HIVECHECK_DATASET: host.url, ...bindings });
const ask = async (url: string, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url + path, { headers });
  await response.arrayBuffer();
  return response;
};

describe.each(['KEY_FILE', 'KV_KEYS'])('keys of %s', (binding) => {
  it('open /k/v1, and no other does', async () => {
    await using worker = await run({ [binding]: keyFile });
    const status = async (key: string) =>
      (await ask(worker.url, '/k/v1/coverage', { 'x-api-key': key })).status;
    expect(await status(good)).toBe(200);
    for (const key of [revoked, `${good}x`, good.toLowerCase(), '']) expect(await status(key)).toBe(401);
    expect((await ask(worker.url, '/v1/coverage')).status).toBe(200);
  });

  it('that cannot be read are none, and the log says why', async () => {
    await using worker = await run({ [binding]: '{' });
    expect((await ask(worker.url, '/k/v1/coverage', { 'x-api-key': good })).status).toBe(401);
    expect(worker.output()).toContain('HIVECHECK_KEYS: not valid JSON');
  });
});

it('limits by the platform’s binding, each client and tier for itself', async () => {
  await using worker = await run({ KEY_FILE: keyFile, LIMIT: '2' });
  const statuses = async (path: string, client: string) => {
    const found: number[] = [];
    for (let n = 0; n < 3; n++) {
      const response = await ask(worker.url, path, { 'cf-connecting-ip': client, 'x-api-key': good });
      expect(response.headers.get('x-ratelimit-limit')).toBe('2');
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      found.push(response.status);
    }
    return found;
  };
  expect(await statuses('/v1/coverage', '198.51.100.1')).toEqual([200, 200, 429]);
  expect(await statuses('/v1/coverage', '198.51.100.2')).toEqual([200, 200, 429]);
  expect(await statuses('/k/v1/coverage', '198.51.100.1')).toEqual([200, 200, 429]);
  expect(await statuses('/v1/health', '198.51.100.1')).toEqual([200, 200, 200]);
});

it('tells the usual limits where the variables hold no number, and the log says so', async () => {
  await using worker = await run({ KEY_FILE: keyFile, LIMIT: 'abc' });
  const told = async (path: string) =>
    (await ask(worker.url, path, { 'x-api-key': good })).headers.get('x-ratelimit-limit');
  expect([await told('/v1/coverage'), await told('/k/v1/coverage')]).toEqual(['10', '60']);
  for (const name of ['RATE_LIMIT_ANONYMOUS', 'RATE_LIMIT_KEYED'])
    expect(worker.output()).toContain(`${name} is “abc”; it must be a whole number.`);
});

it('without bindings no key is valid and nothing is limited', async () => {
  await using worker = await run({});
  expect((await ask(worker.url, '/k/v1/coverage', { 'x-api-key': good })).status).toBe(401);
  expect((await ask(worker.url, '/v1/coverage')).headers.get('x-ratelimit-limit')).toBeNull();
  expect((await ask(worker.url, '/readyz')).status).toBe(200);
});
