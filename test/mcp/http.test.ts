import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { addKey, revokeKey } from '../../cli/keys.ts';
import { readConfig } from '../../cli/serve-config.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { createQueue } from '../../runtime/http/routes/verify.ts';
import { createApp as packageApp } from '../../runtime/index.ts';
import { ConfigError } from '../../runtime/node/config.ts';
import { fakeService, postInit } from '../http/fake.ts';
import { newFolder } from '../scratch.ts';
import { call, overHttp, startServer } from './clients.ts';

const ACCEPT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'coverage', arguments: {} } };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const post = (base: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${base}/mcp`, postInit(body, { ...ACCEPT, ...headers }));

const statusOf = async (response: Promise<Response>): Promise<number> => {
  const answered = await response;
  await answered.arrayBuffer();
  return answered.status;
};

const file = join(await newFolder(), 'keys.json');
const good = (await addKey(file, 'good')).key;
const { id, key: revoked } = await addKey(file, 'bad');
await revokeKey(file, id);

describe('keys and limits', async () => {
  const limits = { RATE_LIMIT_ANONYMOUS: '3', RATE_LIMIT_KEYED: '5' };
  const server = await startServer({ HIVECHECK_KEYS: file, ...limits });
  afterAll(async () => void (await server.close()));

  it('every message counts to the limit of /v1, whatever it is', async () => {
    expect(await statusOf(post(server.url, LIST))).toBe(200);
    // As does a request of the API.
    expect(await statusOf(fetch(`${server.url}/v1/coverage`))).toBe(200);
    expect(await statusOf(post(server.url, { ...LIST, method: 'ping' }))).toBe(200);
    const refused = await post(server.url, CALL);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('x-service-tier')).toBe('anonymous');
    expect(refused.headers.get('x-ratelimit-limit')).toBe('3');
    expect(await refused.json()).toMatchObject({ type: '/problems/rate-limited', instance: '/mcp' });
    expect(await statusOf(fetch(`${server.url}/v1/coverage`))).toBe(429);
  });

  it('counts before the body is read', async () => {
    const own = await startServer({ RATE_LIMIT_ANONYMOUS: '1' });
    expect(await statusOf(post(own.url, 'no JSON'))).toBe(400);
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) });
    const init = { method: 'POST', headers: ACCEPT, body, duplex: 'half' } as const;
    expect((await fetch(`${own.url}/mcp`, init)).status).toBe(429);
    await own.close();
  });

  it('a key has the limit of its tier; a batch counts each of its messages', async () => {
    const key = { 'x-api-key': good };
    const answered = await post(server.url, CALL, key);
    expect([answered.status, answered.headers.get('x-service-tier')]).toEqual([200, 'key']);
    expect(answered.headers.get('x-ratelimit-limit')).toBe('5');
    await answered.arrayBuffer();
    const batch = [CALL, LIST, CALL].map((each, id) => ({ ...each, id }));
    expect(await statusOf(post(server.url, batch, key))).toBe(200);
    expect(await statusOf(post(server.url, batch, key))).toBe(429);
  });

  it('a key that is not valid is refused, not ignored', async () => {
    const own = await startServer({ RATE_LIMIT_KEYED: '3' });
    onTestFinished(() => own.close());
    for (const key of ['hck_wrong', revoked, '']) {
      const response = await post(own.url, LIST, { 'x-api-key': key });
      expect([response.status, response.headers.get('x-service-tier')]).toEqual([401, 'key']);
      expect(response.headers.get('www-authenticate')).toContain('X-API-Key');
      expect(await response.json()).toMatchObject({ type: '/problems/unauthorized' });
    }
    // Guessing is limited.
    expect(await statusOf(post(own.url, LIST, { 'x-api-key': 'hck_wrong' }))).toBe(429);
    expect(await statusOf(post(own.url, LIST))).toBe(200);
  });

  it('the official client sends the key and learns of a refusal', async () => {
    const own = await startServer({ RATE_LIMIT_ANONYMOUS: '4' });
    await expect(overHttp(own.url, 'modern', { 'X-API-Key': 'hck_wrong' })).rejects.toThrow(
      /401|nauthorized/,
    );
    const client = await overHttp(own.url, 'legacy');
    const calls = async () => {
      for (let n = 0; n < 4; n++) await call(client, 'coverage');
    };
    await expect(calls()).rejects.toThrow(/At most 4 requests a minute/);
    await client.close();
    await own.close();
  });
});

describe('Host and Origin', () => {
  it('a server on loopback answers to the names of this machine alone', async () => {
    const server = await startServer();
    const { port } = server;
    const hosts = {
      [`localhost:${port}`]: 200,
      [`[::1]:${port}`]: 200,
      LOCALHOST: 200,
      'rebound.example': 403,
      [`127.0.0.1.example:${port}`]: 403,
    };
    for (const [host, status] of Object.entries(hosts))
      expect(await rawStatus(port, host), host).toBe(status);
    const origins = {
      'http://localhost:6274': 200,
      'http://127.0.0.1': 200,
      'http://[::1]:8080': 200,
      'http://rebound.example': 403,
      'https://localhost.example': 403,
      null: 403,
      'not an origin': 403,
    };
    for (const [origin, status] of Object.entries(origins)) {
      const response = await post(server.url, LIST, { origin });
      expect(response.status, origin).toBe(status);
      if (status === 403)
        expect(await response.json()).toMatchObject({ type: '/problems/forbidden', status: 403 });
      else await response.arrayBuffer();
    }
    // The API stays open to every page: it is not a way into the network.
    const headers = { origin: 'http://rebound.example' };
    expect(await statusOf(fetch(`${server.url}/v1/coverage`, { headers }))).toBe(200);
    await server.close();
  });

  it('further names and pages are allowed by the operator', async () => {
    const server = await startServer({
      HIVECHECK_MCP_HOSTS: 'mcp.example.com, other.example',
      HIVECHECK_MCP_ORIGINS: 'https://app.example.com',
    });
    const hosts = ['MCP.example.com', 'mcp.example.com:8443', 'localhost', 'third.example'];
    const statuses = await Promise.all(hosts.map((host) => rawStatus(server.port, host)));
    expect(statuses).toEqual([200, 200, 200, 403]);
    expect(await statusOf(post(server.url, LIST, { origin: 'https://app.example.com' }))).toBe(200);
    expect(await statusOf(post(server.url, LIST, { origin: 'http://app.example.com' }))).toBe(403);
    await server.close();
    const open = await startServer({ HIVECHECK_MCP_HOSTS: '*', HIVECHECK_MCP_ORIGINS: '*' });
    expect(await rawStatus(open.port, 'third.example')).toBe(200);
    expect(await statusOf(post(open.url, LIST, { origin: 'https://any.example' }))).toBe(200);
    await open.close();
  });

  it('the configuration says who is expected', () => {
    expect(readConfig({}).mcpHosts).toEqual(['localhost', '127.0.0.1', '[::1]']);
    expect(readConfig({ HOST: '0.0.0.0' }).mcpHosts).toBeUndefined();
    expect(readConfig({ HOST: '0.0.0.0', HIVECHECK_MCP_HOSTS: 'a.example' }).mcpHosts).toContain('a.example');
    expect(readConfig({}, { mcpHosts: '*' }).mcpHosts).toBeUndefined();
    const wrong = () => readConfig({ HIVECHECK_MCP_HOSTS: 'http://a', HIVECHECK_MCP_ORIGINS: 'a.example/' });
    expect(wrong).toThrow(ConfigError);
    expect(wrong).toThrow(/HIVECHECK_MCP_HOSTS is “http:\/\/a”.*\nHIVECHECK_MCP_ORIGINS is “a.example\/”/);
  });

  /** `fetch` sends no Host of one’s own. */
  async function rawStatus(port: number, host: string): Promise<number> {
    const { request } = await import('node:http');
    const body = JSON.stringify(LIST);
    return new Promise((resolve, reject) => {
      const headers = { ...ACCEPT, host, 'content-length': Buffer.byteLength(body) };
      const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/mcp', headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', reject).end(body);
    });
  }
});

describe('the endpoint', async () => {
  const server = await startServer();
  afterAll(() => server.close());

  it('takes POST alone: there is no session to listen to or to end', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(`${server.url}/mcp`, { method, headers: ACCEPT });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
      await response.arrayBuffer();
    }
    const preflight = await fetch(`${server.url}/mcp`, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version');
    await preflight.arrayBuffer();
  });

  it('keeps no state: no session id, and each request stands alone', async () => {
    const response = await post(server.url, { ...CALL, id: 'a' });
    expect(response.headers.get('mcp-session-id')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toContain('"id":"a"');
  });

  it('takes 1 MiB and no more', async () => {
    const items = [{ key: 'HKLM\\a', value: 'b', data: 'x'.repeat(1024 * 1024 - 400) }];
    const verify = { ...CALL, params: { name: 'verify', arguments: { items } } };
    expect(JSON.stringify(verify).length).toBeLessThanOrEqual(1024 * 1024);
    expect(await statusOf(post(server.url, verify))).toBe(200);
    const large = JSON.stringify(verify).replace('xx', 'x'.repeat(600));
    const refused = await post(server.url, large);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ type: '/problems/body-too-large' });
  });

  it('takes more than 16 KiB for the arguments of a large tool alone', async () => {
    const pad = 'x'.repeat(20_000);
    const large = (name: string, more: object = {}) => ({
      ...CALL,
      params: { name, ...more, arguments: { items: [{ key: 'HKLM\\a', value: 'b', data: pad }] } },
    });
    const named = { 'mcp-method': 'tools/call', 'mcp-name': 'verify' };
    const { params, ...late } = large('verify');
    expect(await statusOf(post(server.url, large('verify')))).toBe(200);
    const refused: [what: string, body: unknown, headers?: Record<string, string>][] = [
      ['another tool', large('coverage')],
      ['another method', { ...LIST, params: { pad } }],
      ['another tool by a header', large('coverage'), named],
      ['a batch', [large('verify')]],
      ['beside the arguments', large('verify', { _meta: { pad } })],
      ['a name that comes late', { ...late, params: { arguments: params.arguments, name: 'verify' } }],
      ['the name elsewhere', { a: { name: 'verify' }, ...large('coverage') }],
      ['the method elsewhere', { a: { ...CALL, name: 'verify' }, ...LIST, params: { pad } }],
    ];
    for (const [what, body, headers] of refused) {
      const response = await post(server.url, body, headers).catch(() => undefined);
      // A client that still sends may see the end of the connection alone.
      expect([undefined, 413], what).toContain(response?.status);
      await response?.arrayBuffer();
    }
  });

  it('refuses what is no JSON, no UTF-8, another type, or too many messages', async () => {
    expect(await statusOf(post(server.url, LIST, { 'content-type': 'text/plain' }))).toBe(415);
    const bodies = [
      '{"jsonrpc":',
      '',
      '7',
      '[]',
      'null',
      '"a"',
      '{}',
      '[[]]',
      '{"jsonrpc":"2.0","method":7}',
    ];
    for (const body of [...bodies, Array(51).fill(LIST)])
      expect(await statusOf(post(server.url, body)), String(body)).toBe(400);
    const unknown = await post(server.url, { jsonrpc: '2.0', id: 1, method: 'guess' });
    expect(await unknown.text()).toContain('-32601');
  });

  it('an unknown revision is answered with those that are known', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2031-01-01',
      'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: meta } };
    const headers = { 'mcp-protocol-version': '2031-01-01', 'mcp-method': 'server/discover' };
    const response = await post(server.url, body, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: -32022, data: { supported: ['2026-07-28'] } },
    });
  });
});

describe('without a dataset', () => {
  it('is a 503 like everywhere', async () => {
    const app = packageApp({ snapshot: () => undefined });
    const response = await app.fetch(new Request('http://localhost/mcp', postInit(LIST, ACCEPT)));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ type: '/problems/dataset-unavailable' });
  });

  it('and an application that is given no MCP has no such path', async () => {
    const response = await createHttpApp(fakeService()).request('/mcp', { method: 'POST', body: '{}' });
    expect(response.status).toBe(404);
  });
});

describe('the queue of verify', () => {
  it('runs so many at once, keeps the order, and refuses what is too much', async () => {
    const queue = createQueue({ atOnce: 2, waiting: 3, ofOne: 5 });
    const events: string[] = [];
    const ends: (() => void)[] = [];
    const work = (name: string) =>
      queue('a', async () => {
        events.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (name === 'b') throw new Error('fails');
        return name;
      });
    const running = [...'abcde'].map((name) => work(name).catch((error: Error) => error.message));
    await expect(work('f')).rejects.toThrow(/Too many requests/);
    expect(events).toEqual(['a', 'b']);
    for (let n = 0; n < 5; n++) {
      await expect.poll(() => ends).toHaveLength(Math.min(n + 2, 5));
      ends[n]?.();
    }
    expect(await Promise.all(running)).toEqual(['a', 'fails', 'c', 'd', 'e']);
    expect(events).toEqual([...'abcde']);
    const again = work('g');
    await expect.poll(() => ends).toHaveLength(6);
    ends[5]?.();
    expect(await again).toBe('g');
  });
});
