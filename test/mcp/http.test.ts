/** The endpoint over HTTP: who may ask, how much, and what is none of the protocol. */
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { addKey, revokeKey } from '../../build/api-keys.ts';
import { createQueue } from '../../runtime/http/routes/verify.ts';
import { createApp as packageApp } from '../../runtime/index.ts';
import { answerMcp } from '../../runtime/mcp/http.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { postInit } from '../http/fake.ts';
import { newFolder } from '../scratch.ts';
import { type RepeatedText, repeatedText, vectors } from '../vectors.ts';
import { startServer } from './clients.ts';

const ACCEPT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'coverage', arguments: {} } };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

type Headers = Record<string, string>;

/** Not by `fetch`, which sends no Host of one’s own. */
async function post(url: string, body: unknown, more: Headers = {}) {
  const headers = { ...ACCEPT, ...more };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const sent = await request(`${url}/mcp`, { method: 'POST', headers, body: text });
  return { status: sent.statusCode, headers: sent.headers, text: await sent.body.text() };
}

const statusOf = async (url: string, body: unknown, headers?: Headers) =>
  (await post(url, body, headers)).status;

const started = async (env: Record<string, string>) => {
  const server = await startServer(env);
  onTestFinished(() => server.close());
  return server.url;
};

const file = join(await newFolder(), 'keys.json');
const good = (await addKey(file, 'good')).key;
const { id, key: revoked } = await addKey(file, 'bad');
await revokeKey(file, id);

describe('keys and limits', async () => {
  const limits = { RATE_LIMIT_ANONYMOUS: '3', RATE_LIMIT_KEYED: '5' };
  const server = await startServer({ HIVECHECK_KEYS: file, ...limits });
  const coverage = async () => (await fetch(`${server.url}/v1/coverage`)).status;
  afterAll(() => server.close());

  it('every message counts to the limit of /v1, whatever it is', async () => {
    expect(await statusOf(server.url, LIST)).toBe(200);
    // As does a request of the API.
    expect(await coverage()).toBe(200);
    expect(await statusOf(server.url, { ...LIST, method: 'ping' })).toBe(200);
    const { status, headers, text } = await post(server.url, CALL);
    expect(status).toBe(429);
    expect(headers).toMatchObject({ 'x-service-tier': 'anonymous', 'x-ratelimit-limit': '3' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const detail = expect.stringContaining('At most 3 requests a minute');
    expect(JSON.parse(text)).toMatchObject({ type: '/problems/rate-limited', instance: '/mcp', detail });
    expect(await coverage()).toBe(429);
  });

  it('counts before the body is read', async () => {
    const url = await started({ RATE_LIMIT_ANONYMOUS: '1' });
    expect(await statusOf(url, 'no JSON')).toBe(400);
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) });
    const init = { method: 'POST', headers: ACCEPT, body, duplex: 'half' } as const;
    expect((await fetch(`${url}/mcp`, init)).status).toBe(429);
  });

  it('a key has the limit of its tier; a batch counts each of its messages', async () => {
    const key = { 'x-api-key': good };
    const { status, headers } = await post(server.url, CALL, key);
    expect([status, headers['x-service-tier'], headers['x-ratelimit-limit']]).toEqual([200, 'key', '5']);
    const batch = [CALL, LIST, CALL].map((each, id) => ({ ...each, id }));
    expect(await statusOf(server.url, batch, key)).toBe(200);
    expect(await statusOf(server.url, batch, key)).toBe(429);
  });

  it('a key that is not valid is refused, not ignored', async () => {
    const url = await started({ HIVECHECK_KEYS: file, RATE_LIMIT_KEYED: '3' });
    for (const key of ['hck_wrong', revoked, '']) {
      const { status, headers, text } = await post(url, LIST, { 'x-api-key': key });
      expect([status, headers['x-service-tier']]).toEqual([401, 'key']);
      expect(headers['www-authenticate']).toContain('X-API-Key');
      expect(JSON.parse(text)).toMatchObject({ type: '/problems/unauthorized' });
    }
    expect(await statusOf(url, LIST, { 'x-api-key': 'hck_wrong' })).toBe(429);
    expect(await statusOf(url, LIST)).toBe(200);
  });
});

/** A message, by default the list of tools; `{pad}` in it stands for so many letters. */
interface Row {
  what: string;
  status: number;
  headers?: Headers;
  body?: unknown;
  text?: RepeatedText;
  pad?: number;
  shows?: object;
}

const PROBLEM: Record<number, string> = {
  403: 'forbidden',
  413: 'body-too-large',
  415: 'unsupported-media-type',
};

describe('the endpoint', async () => {
  const server = await startServer();
  afterAll(() => server.close());

  it.each(vectors<Row>('mcp-messages'))('a message $what: $status', async (row) => {
    const { what, status, headers, body = LIST, text = JSON.stringify(body), pad = 0, shows } = row;
    const message = repeatedText(text).replaceAll('{pad}', 'x'.repeat(pad));
    const sent = await post(server.url, message, headers).catch(() => undefined);
    // Of what is too large a client that still sends may see the end of the connection alone.
    expect(what.startsWith('of that size') ? [undefined, 413] : [status]).toContain(sent?.status);
    const problem = PROBLEM[status];
    if (problem && sent)
      expect(JSON.parse(sent.text)).toMatchObject({ type: `/problems/${problem}`, status });
    // An answer with 200 is a stream of one event.
    const answer = sent?.text.replace(/^[\s\S]*^data: /m, '') ?? '';
    if (shows) expect(JSON.parse(answer)).toMatchObject(shows);
  });

  it('takes POST alone: there is no session to listen to or to end', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(`${server.url}/mcp`, { method, headers: ACCEPT });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    }
    const preflight = await fetch(`${server.url}/mcp`, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version');
  });

  it('keeps no state: no session id, and each request stands alone', async () => {
    const { headers, text } = await post(server.url, { ...CALL, id: 'a' });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(headers['mcp-session-id']).toBeUndefined();
    expect(text).toContain('"id":"a"');
  });

  it('the API stays open to every page: it is not a way into the network', async () => {
    const headers = { origin: 'http://rebound.example' };
    expect((await fetch(`${server.url}/v1/coverage`, { headers })).status).toBe(200);
  });

  it('further names and pages are allowed by the operator', async () => {
    const url = await started({
      HIVECHECK_MCP_HOSTS: 'mcp.example.com, other.example',
      HIVECHECK_MCP_ORIGINS: 'https://app.example.com',
    });
    const hosts = ['MCP.example.com', 'mcp.example.com:8443', 'localhost', 'third.example'];
    const statuses = await Promise.all(hosts.map((host) => statusOf(url, LIST, { host })));
    expect(statuses).toEqual([200, 200, 200, 403]);
    expect(await statusOf(url, LIST, { origin: 'https://app.example.com' })).toBe(200);
    expect(await statusOf(url, LIST, { origin: 'http://app.example.com' })).toBe(403);
    const open = await started({ HIVECHECK_MCP_HOSTS: '*', HIVECHECK_MCP_ORIGINS: '*' });
    const any = { host: 'third.example', origin: 'https://any.example' };
    expect(await statusOf(open, LIST, any)).toBe(200);
  });

  it('without a dataset is a 503 like everywhere', async () => {
    const app = packageApp({ snapshot: () => undefined });
    const response = await app.fetch(new Request('http://localhost/mcp', postInit(LIST, ACCEPT)));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ type: '/problems/dataset-unavailable' });
  });
});

it('the calls of a batch take a turn of the event loop each, and those for changes a place of the queue too', async () => {
  let [turn, queued] = [0, 0];
  const count = setInterval(() => turn++, 0);
  const turns = new Set<number>();
  const fails = () => {
    turns.add(turn);
    for (const end = performance.now() + 5; performance.now() < end; );
    throw new Error('no answer');
  };
  const inTurn = <T>(work: () => Promise<T>) => {
    queued++;
    return work();
  };
  const body = ['search', 'changes', 'changes', 'search'].map((name, id) => ({
    ...CALL,
    id,
    params: { name },
  }));
  const request = new Request('http://localhost/mcp', postInit(body, ACCEPT));
  const snapshot = { languages: [], search: fails, listChanges: fails } as unknown as Snapshot;
  const answer = await answerMcp({ request, body, snapshot, inTurn, report: () => {} });
  expect(await answer.text()).toContain('"id":3');
  clearInterval(count);
  expect([turns.size, queued]).toEqual([4, 2]);
});

it('the queue of verify runs so many at once, keeps the order, and refuses what is too much', async () => {
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
