/** Other hosts are reached through the proxy that the environment names: datasets, servers, vendors, buckets. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Http } from '../../build/pipeline/fetch/http.ts';
import { S3Client } from '../../build/pipeline/publish/places/s3-client.ts';
import { httpStore } from '../../runtime/node/http-store.ts';
import { outgoing } from '../../runtime/node/outgoing.ts';
import { hivecheck } from '../command.ts';
import { served } from '../server.ts';

/** What was asked of the proxy: the host, and who asks. */
let asked: string[];
let proxy: Server;
/** Has every name below `.example`, as the proxy resolves them. */
const host = await served((request, response) => response.end(`{"path":"${request.url}"}`));

beforeAll(async () => {
  const { port } = new URL(host.url);
  proxy = createServer().on('connect', ({ url, headers }, socket) => {
    asked.push(`${url} ${headers['proxy-authorization'] ?? ''}`.trim());
    const there = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      there.pipe(socket).pipe(there);
    });
    for (const each of [socket, there]) each.on('error', () => each.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  asked = [];
  const { port } = proxy.address() as AddressInfo;
  // Without a scheme, as curl takes it.
  vi.stubEnv('HTTP_PROXY', `us%40er:secret@127.0.0.1:${port}`);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  proxy.close();
  await host[Symbol.asyncDispose]();
});

const USER = `Basic ${btoa('us@er:secret')}`;
const read = async (url: string) => {
  const store = httpStore(url);
  const bytes = await store.read('index.json');
  await store.close();
  return new TextDecoder().decode(bytes);
};

test('a dataset, a vendor, whose name only the proxy resolves, a bucket and a server', async () => {
  expect(await read('http://dataset.example/dist')).toBe('{"path":"/dist/index.json"}');
  const http = new Http({ userAgent: 'test', origins: { 'dl.vendor.example': 'http://vendor.example' } });
  expect(await http.json('https://dl.vendor.example/a.zip')).toEqual({ path: '/a.zip' });
  const bucket = new S3Client({
    bucket: 'http://bucket.example',
    region: 'a',
    accessKeyId: 'b',
    secretAccessKey: 'c',
  });
  expect(await bucket.send({ method: 'GET', key: 'd' })).toHaveProperty('status', 200);
  await Promise.all([http.close(), bucket.close()]);
  const empty = Buffer.from('Windows Registry Editor Version 5.00\n');
  const run = await hivecheck(['verify', '-', '--server', 'http://hivecheck.example'], empty);
  expect(run).toMatchObject({
    code: 2,
    err: expect.stringContaining('http://hivecheck.example/v1/health is not understood'),
  });
  const names = ['dataset', 'vendor', 'bucket', 'hivecheck'];
  expect(asked).toEqual(names.map((name) => `${name}.example:80 ${USER}`));
});

test('a vendor at a private address is asked of no proxy either', async () => {
  const http = new Http({ userAgent: 'test', attempts: 1 });
  await expect(http.text('https://10.1.2.3/a.zip')).rejects.toThrow('which is not a public address');
  await http.close();
  expect(asked).toEqual([]);
});

test.each([
  ['this machine', '', ''],
  ['a host of NO_PROXY', 'static.invalid, .example', 'dataset.example'],
  ['any host where it is *', '*', 'dataset.example'],
])('%s is not asked of it', async (_, noProxy, name) => {
  vi.stubEnv('NO_PROXY', noProxy);
  if (name === '') expect(await read(host.url)).toContain('/index.json');
  // The name is not resolved without the proxy.
  else await expect(read(`http://${name}/`)).rejects.toThrow('the connection failed');
  expect(asked).toEqual([]);
});

test.each(['ftp://user:secret@proxy', 'http://user:secret@:80'])(
  'a proxy that cannot be one is wrong usage, and its password stays hidden: %s',
  async (url) => {
    expect(() => outgoing({}, { https_proxy: url })).toThrow(
      'HTTPS_PROXY is not the URL of a proxy: write http://',
    );
    const run = await hivecheck(['coverage', '--dataset', 'https://dataset.example/'], undefined, {
      HTTPS_PROXY: url,
    });
    expect(run.code).toBe(2);
    expect(run.err).toContain('HTTPS_PROXY is not the URL of a proxy');
    expect(run.err).not.toContain('secret');
  },
);
