/** What lies in docs/examples/, over the compiled dataset: with the real nginx where there is one. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { DatasetSource } from '../../runtime/dataset/source.ts';
import type { ListEntry, PairEntry, StoredAnswer } from '../../runtime/format/format.ts';
import type { RequestLine } from '../../runtime/http/options.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { httpStore } from '../../runtime/node/http-store.ts';
import { TIMEOUTS } from '../../runtime/node/listener.ts';
import { createLog } from '../../runtime/node/log.ts';
import type { RunningServer } from '../../runtime/node/serve.ts';
import { createService } from '../../runtime/service.ts';
import { isInstalled } from '../command.ts';
import { copyLatest, corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { type Host, nginxVersion, plainHost, startNginx } from '../dataset/hosts.ts';
import { postInit } from '../http/fake.ts';
import { start, started } from '../http/running.ts';
import { bytesBelow, newFolder, writeFiles } from '../scratch.ts';

const read = (path: string) => readFile(join(ROOT, path), 'utf8');

if (nginxVersion === undefined) console.log('nginx is not installed: docs/examples/nginx.conf is not tried.');

const folder = await newFolder();
await copyLatest(await corpusDist(), folder);
const { manifest } = (await corpus()).dataset;
const pairs = entriesOf<PairEntry>(folder, 'resolve/en-US');

describe.skipIf(nginxVersion === undefined)('docs/examples/nginx.conf', () => {
  let server: RunningServer;
  let nginx: Host;
  beforeAll(async () => {
    const source = new DatasetSource(folderStore(folder));
    await source.check();
    const limits = { RATE_LIMIT_ANONYMOUS: '3', RATE_LIMIT_KEYED: '60' };
    const env = { ...limits, TRUST_PROXY: '127.0.0.1/32', METRICS: 'on' };
    server = await start({ service: createService(source), env });
    nginx = await deployedNginx(server.port);
  });
  afterAll(async () => {
    await nginx[Symbol.asyncDispose]();
    await server.close();
  });
  const nginxPort = () => Number(new URL(nginx.url).port);
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(nginx.url + path, { headers });

  it('serves a version for ever and index.json for a moment', async () => {
    const { version, files } = manifest;
    for (const [path, { sha256 }] of Object.entries(files).filter((_, at) => at % 300 === 0)) {
      const response = await get(`/dist/${version}/${path}`);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('content-encoding')).toBe('gzip');
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
    const index = await get('/dist/index.json', { 'accept-encoding': 'identity' });
    expect(index.headers.get('cache-control')).toBe('public, max-age=5, must-revalidate');
    expect(index.headers.get('access-control-allow-origin')).toBe('*');
    const again = await get('/dist/index.json', { 'if-none-match': index.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('serves nothing else of the folder, and keeps no absence for ever', async () => {
    const hidden = ['.tmp-1-aaaaaaaa/manifest.json', 'keys.json'];
    await writeFiles(folder, Object.fromEntries(hidden.map((path) => [path, '{}'])));
    const below = ['none.json', '../keys.json', '%2e%2e/keys.json'];
    for (const path of [...hidden, '', ...below.map((each) => `${manifest.version}/${each}`)]) {
      const response = await get(`/dist/${path}`);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBeNull();
    }
  });

  it('sends files that were compressed before as they are', async () => {
    const { version, files } = manifest;
    const [path = ''] = Object.keys(files);
    const file = join(folder, version, path);
    const packed = gzipSync(await readFile(file), { level: 9 });
    await writeFile(`${file}.gz`, packed);
    const response = await get(`/dist/${version}/${path}`);
    expect(response.headers.get('content-length')).toBe(String(packed.length));
    expect(await response.text()).toBe(await readFile(file, 'utf8'));
  });

  it('waits longer than hivecheck, which answers late requests with a problem document', async () => {
    const seconds = Number(/proxy_read_timeout (\d+)s;/.exec(await read('docs/examples/nginx.conf'))?.[1]);
    expect(seconds * 1000).toBeGreaterThan(Math.max(TIMEOUTS.request, TIMEOUTS.idle) + 2_000);
  });

  it('is a dist that hivecheck itself can be mounted on', async () => {
    const store = httpStore(`${nginx.url}/dist/`);
    const source = new DatasetSource(store, { verify: 'core' });
    await source.check();
    expect(source.status()).toEqual({ version: manifest.version, refusals: 0 });
    await store.close();
  });

  it('passes the API on, with the address of the client', async () => {
    const ask = (client: string, path = '/v1/resolve') =>
      fetch(nginx.url + path, postInit({ key: 'HKLM\\a', value: 'b' }, { 'x-forwarded-for': client }));
    // The proxy adds 127.0.0.1, which is trusted; what stands before it is then the client.
    for (let n = 0; n < 3; n++) expect((await ask('198.51.100.1')).status).toBe(200);
    const limited = await ask('198.51.100.1');
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('198.51.100.2')).status).toBe(200);
    expect((await ask('198.51.100.3', '/k/v1/resolve')).status).toBe(401);
    expect((await get('/v1/health')).status).toBe(200);
    expect(await (await get('/openapi.json')).json()).toMatchObject({ paths: expect.anything() });
  });

  it('keeps the figures to itself, however the path is written', async () => {
    expect(await status(server.port, '/metrics')).toBe(200);
    const targets = fc.constantFrom('', '/', '/.', '/./', '//', '/x/..', '/%2e', '%2f', '?x', '#x', '/?x');
    const before = fc.constantFrom('', '/', '/.', '/x/..', '/x/%2e%2e', '/x%2f..');
    const names = fc.constantFrom('metrics', '%6detrics', 'm%65trics', 'metric%73');
    await fc.assert(
      fc.asyncProperty(before, names, targets, async (start, name, end) => {
        expect(await status(nginxPort(), `${start}/${name}${end}`)).not.toBe(200);
      }),
      { numRuns: 300 },
    );
    for (const target of ['/a\\..\\metrics', '/x/..\\metrics', '\\metrics'])
      expect(await status(nginxPort(), target)).toBe(400);
  });

  it('limits where the balancer is to limit, with the same headers and sizes', async () => {
    const page = await read('docs/operations.md');
    const [http = '', more = ''] = [...page.matchAll(/```nginx\n([^`]*)```/g)].map(([, text]) => text);
    const clients: unknown[] = [];
    const log = { ...createLog('silent'), request: ({ client }: RequestLine) => void clients.push(client) };
    const unlimited = await started({ log, env: { TRUST_PROXY: '127.0.0.1/32' } });
    const limiting = await deployedNginx(unlimited.port, { http, server: more });
    onTestFinished(() => limiting[Symbol.asyncDispose]());
    const statuses = async (path: string, count: number): Promise<number[]> => {
      const found: number[] = [];
      for (let n = 0; n < count; n++) found.push(await status(Number(new URL(limiting.url).port), path));
      return found;
    };
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    const whole = await fetch(`${limiting.url}/v1/verify`, postInit({ q: 'x'.repeat(1_100_000) }, headers));
    expect(await whole.json()).toMatchObject({ type: '/problems/body-too-large' });
    expect(clients).toEqual(['198.51.100.7']);
    for (const path of ['/v1/coverage', '//v1/coverage', '/x/../v1/./coverage/', '/%761/coverage']) {
      expect(await statuses(path, 12), path).toContain(429);
    }
    // nginx does not read a backslash as a slash: hivecheck must not either.
    expect(new Set(await statuses('/a\\..\\v1\\coverage', 12))).toEqual(new Set([400]));
    for (const path of ['/mcp', '/mcp/']) expect(await statuses(path, 25), path).toContain(429);
    expect(await statuses('/k/v1/coverage', 65)).toContain(429);
    expect(new Set(await statuses('/v1/health', 30))).toEqual(new Set([200]));
  });

  it('leaves the problems to hivecheck', async () => {
    const large = await fetch(`${nginx.url}/v1/search`, postInit({ q: 'x'.repeat(20_000) }));
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ type: '/problems/body-too-large' });
    expect(await (await get('/nothing')).json()).toMatchObject({ type: '/problems/unknown-endpoint' });
  });
});

const hasTools = ['curl', 'jq', 'sha256sum'].map(isInstalled).every(Boolean);

describe.skipIf(!hasTools)('docs/examples/lookup.sh', () => {
  let host: Awaited<ReturnType<typeof plainHost>>;
  const run = (...args: string[]) =>
    promisify(execFile)('sh', [join(ROOT, 'docs', 'examples', 'lookup.sh'), ...args]);
  const lookup = async (key: string, value: string, base = host.url): Promise<unknown> =>
    JSON.parse((await run(base, key, value)).stdout);
  beforeAll(async () => {
    host = await plainHost(await bytesBelow(folder));
  });
  afterAll(() => host[Symbol.asyncDispose]());

  it('says how it is used', async () => {
    const stderr = expect.stringMatching(/^usage: lookup\.sh /);
    await expect(run(host.url)).rejects.toMatchObject({ code: 2, stderr });
  });

  it('finds pairs as the runtime does, odd ones too', async () => {
    const odd = [/'/, /\$/, /%/, /\*/, /\0$/, /\//].flatMap((kind) => {
      const found = pairs.filter(([pair]) => kind.test(pair)).slice(0, 1);
      expect(found, String(kind)).toHaveLength(1);
      return found;
    });
    for (const [pair, { any }] of [...odd, ...pairs.filter((_, at) => at % 6000 === 0)]) {
      const [key = '', value = ''] = pair.split('\0');
      expect(await lookup(` \\${key.toUpperCase()}\\ `, value.toUpperCase()), pair).toEqual(any);
    }
  });

  it('finds the lists that take a name, under any spelling of the hive', async () => {
    const lists = entriesOf<ListEntry>(folder, 'list/en-US');
    const chosen = lists.filter((_, at) => at % Math.ceil(lists.length / 4) === 0);
    for (const [at, [key, { lists }]] of chosen.entries()) {
      const { list } = lists[0] ?? {};
      const name = list?.explicitValue ? 'Any name' : `${list?.valuePrefix ?? ''}7`;
      const found = (await lookup(at % 2 === 0 ? key : `HKLM:\\${key}`, name)) as StoredAnswer;
      const slugs = found.matches.map(({ slug }) => slug);
      expect(slugs, key).toContain(lists[0]?.slug);
      // The empty name is none that a list writes.
      if (at === 0) expect(await lookup(`HKLM:\\${key}`, ''), key).toBeNull();
    }
  });

  it('adds the verdict of a release, which is that of the service', async () => {
    const key = 'Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';
    const verdictOf = async (hive: string, release: string) => {
      const { stdout } = await run(host.url, `${hive}\\${key}`, 'ActiveHoursEnd', release);
      return (JSON.parse(stdout) as { compatibility: object }).compatibility;
    };
    const supported = { verdict: 'supported', registry: 'supported', mdm: 'supported', noted: false };
    for (const release of 'Windows 11 24H2|10.0.22631|windows-10-22h2|win11 24h2|W11, v24H2'.split('|'))
      expect(await verdictOf('HKLM', release), release).toEqual(supported);
    expect(await verdictOf('HKLM', 'Server 2025')).toEqual({ ...supported, mdm: 'unverified' });
    // The setting is of HKLM alone.
    expect(await verdictOf('HKCU', 'Windows 11 24H2')).toEqual({ verdict: 'unknown' });
    const refusals = {
      v22H2: 'v22H2 is not one release, give one of: windows-10-22h2, windows-11-22h2',
      'Windows 7': 'Windows 7 is not one release, give one of: windows 7 rtm, windows 7 sp1',
      'Windows 11 Pro 24H2':
        'releases.json does not name Windows 11 Pro 24H2: write a release without edition (Windows 11 24H2) or a whole build (10.0.22631)',
    };
    for (const [release, stderr] of Object.entries(refusals))
      await expect(verdictOf('HKLM', release)).rejects.toMatchObject({ code: 1, stderr: `${stderr}\n` });
  });

  it('needs no more than lower-casing of ASCII', async () => {
    expect(pairs.filter(([pair]) => /[^\0-\x7f]/.test(pair))).toEqual([]);
  });

  it('says that nothing is there only when nothing is', async () => {
    expect(await lookup('Software\\Nobody', 'Knows')).toBeNull();
    const [key = '', value = ''] = pairs[0]?.[0].split('\0') ?? [];
    host.fault = (path, res) => path.includes('/resolve/') && res.end('{"entries":{}}') !== undefined;
    await expect(lookup(key, value)).rejects.toThrow(/is altered/);
    host.fault = (path, res) => path.includes('/resolve/') && res.writeHead(404).end() !== undefined;
    await expect(lookup(key, value)).rejects.toThrow(/404/);
    host.fault = (path, res) => path.includes('/verdicts/') && res.writeHead(404).end() !== undefined;
    const at = ['HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate', 'ActiveHoursEnd'];
    await expect(run(host.url, ...at, 'Windows 11 24H2')).rejects.toMatchObject({ stdout: '' });
    host.fault = () => false;
    for (const form of ['[HKLM\\X]', 'HKLM/X', 'Computer\\HKLM\\X', 'HKU\\S-1-5-21-1\\X', 'HKML\\X', ''])
      await expect(lookup(form, 'y'), form).rejects.toMatchObject({ code: 2, stdout: '' });
    for (const name of ['**del.y', '(Default)', '@'])
      await expect(lookup('HKLM\\X', name), name).rejects.toMatchObject({ code: 2, stdout: '' });
    await expect(lookup(key, value, 'http://127.0.0.1:9')).rejects.toThrow(/9\/index\.json cannot be read/);
  });

  it('refuses a manifest that it cannot read', async () => {
    const { files } = host;
    const path = `${manifest.version}/manifest.json`;
    const whole = files.get(path) ?? new Uint8Array();
    const bits = (resolve: unknown) => ({ ...manifest, shardBits: { ...manifest.shardBits, resolve } });
    const wrong: unknown[] = [
      ...[{}, [], null, 'text', ['8', 25, -1, 7.5, null].map(bits)].flat(),
      { ...manifest, schemaVersion: 4 },
      { ...manifest, version: 'aaaaaaaa' },
      ...['shardBits', 'files'].map((name) => ({ ...manifest, [name]: undefined })),
      ...[{}, Object.values(manifest.files)].map((each) => ({ ...manifest, files: each })),
      { ...manifest, files: { ...manifest.files, 'resolve/en-US/000.json': { sha256: '', bytes: 1 } } },
    ];
    const texts = wrong.map((each) => Buffer.from(JSON.stringify(each)));
    const cut = [0, 1, whole.length >> 1, whole.length - 2].map((end) => whole.subarray(0, end));
    for (const bytes of [...texts, ...cut]) {
      files.set(path, bytes);
      const text = Buffer.from(bytes).toString().slice(0, 200);
      await expect(lookup('Software\\Nobody', 'Knows'), text).rejects.toMatchObject({
        stdout: '',
        stderr: expect.stringContaining('manifest.json is none that this script can read'),
      });
    }
    files.set(path, whole);
    expect(await lookup('Software\\Nobody', 'Knows')).toBeNull();
  });
});

/** The nginx of docs/examples/nginx.conf on other ports and folders. `more`: directives that an operator adds. */
async function deployedNginx(upstream: number, more = { http: '', server: '' }): Promise<Host> {
  const [root, text] = [await newFolder(), await read('docs/examples/nginx.conf')];
  await symlink(folder, join(root, 'dist'));
  return startNginx('', (port, main, http) =>
    [
      ['worker_processes auto;', main],
      ['worker_connections 4096;', 'worker_connections 256;'],
      ['http {', `http { ${http} ${more.http}`],
      ['server 127.0.0.1:3000;', `server 127.0.0.1:${upstream};`],
      ['listen 8080;', `listen 127.0.0.1:${port};`],
      ['root /srv/hivecheck;', `root ${root}; ${more.server}`],
    ].reduce((config, [from = '', to = '']) => {
      // A line that was changed in the file must be changed here too.
      expect(config.split(from), from).toHaveLength(2);
      return config.replace(from, to);
    }, text),
  );
}

/** Of a GET of the target as it is written: fetch would resolve it. */
async function status(port: number, target: string): Promise<number> {
  const asked = request({ port, path: target, agent: false }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}
