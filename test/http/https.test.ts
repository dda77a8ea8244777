/** HTTPS without a proxy: a certificate, its key, and the same server behind them. Certificate and keys are of this test. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { Agent, fetch } from 'undici';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { readConfig } from '../../cli/serve-config.ts';
import type { ResolveRequest } from '../../runtime/contract/requests.ts';
import { ConfigError } from '../../runtime/node/config.ts';
import { serve } from '../../runtime/node/serve.ts';
import { FakeSnapshot, fakeService, GOOD, postInit } from './fake.ts';

const pem = (name: string) => join(ROOT, 'test', 'http', 'tls', name);
const ca = readFileSync(pem('cert.pem'), 'utf8');
const OFF = { PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '0' };
const start = (
  flags: { tlsCert?: string; tlsKey?: string },
  env: Record<string, string> = OFF,
  service = fakeService(),
) => serve({ service, config: readConfig(env, flags), timeouts: { headers: 500, idle: 400 } });
const dispatcher = new Agent({ connect: { ca } });
/** Node 22.23 does not recognize an IPv6 address in a certificate. */
const byName = new Agent({ connect: { ca, servername: 'localhost' } });
const FLAGS = { tlsCert: pem('cert.pem'), tlsKey: pem('key.pem') };

const running = await start(FLAGS);
afterAll(async () => {
  await running.close();
  await dispatcher.close();
  await byName.close();
});

/** What arrives until the connection ends. */
const received = (socket: ReturnType<typeof connect>) =>
  new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });

describe('a server with a certificate', () => {
  it('answers over HTTPS, by its name and over IPv6', async () => {
    expect(running.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const response = await fetch(`${running.url}/v1/resolve`, {
      ...(postInit(GOOD.resolve) as object),
      dispatcher,
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ result: { matches: [{ slug: expect.any(String) }] } });
    const over6 = await start(FLAGS, { ...OFF, HOST: '::1' });
    onTestFinished(() => over6.close());
    expect(over6.url).toMatch(/^https:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${over6.url}/livez`, { dispatcher: byName })).status).toBe(200);
  });

  it('is not trusted without the certificate', async () => {
    await expect(fetch(`${running.url}/livez`)).rejects.toThrow();
  });

  it('answers what is not HTTP with a problem, and what is not TLS with nothing', async () => {
    const { port } = running;
    const secure = connectTls({ port, host: '127.0.0.1', ca });
    secure.write('nonsense\r\n\r\n');
    expect(await received(secure)).toMatch(/^HTTP\/1\.1 400 [\s\S]*\/problems\/bad-request/);
    const plain = connect(port, '127.0.0.1');
    plain.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await received(plain)).not.toContain('alive');
    expect((await fetch(`${running.url}/livez`, { dispatcher })).status).toBe(200);
  });

  it('ends a handshake that does not arrive in time, and a connection that is silent', async () => {
    const silent = connect(running.port, '127.0.0.1');
    const started = performance.now();
    await received(silent);
    expect(performance.now() - started).toBeLessThan(3000);
    const secure = connectTls({ port: running.port, host: '127.0.0.1', ca });
    expect(await received(secure)).toBe('');
  });

  it('stops while a handshake, an idle connection and a request are open', async () => {
    const snapshot = new FakeSnapshot();
    const slow = { ...fakeService(), snapshot: () => Object.assign(snapshot, { resolve }) };
    const resolve = async (request: ResolveRequest) => {
      await sleep(300);
      return new FakeSnapshot().resolve(request);
    };
    const stopped = await start(FLAGS, OFF, slow);
    const own = new Agent({ connect: { ca } });
    await (await fetch(`${stopped.url}/livez`, { dispatcher: own })).text();
    const raw = connect(stopped.port, '127.0.0.1');
    raw.on('error', () => {});
    const arrived = once(stopped.server, 'request');
    const last = fetch(`${stopped.url}/v1/resolve`, {
      ...(postInit(GOOD.resolve) as object),
      dispatcher: own,
    });
    await arrived;
    const started = performance.now();
    await stopped.close();
    expect(performance.now() - started).toBeLessThan(5000);
    expect((await last).status).toBe(200);
    await own.close();
  });
});

it('a certificate without its key, or with what is none of it, is named', async () => {
  expect(() => readConfig({ TLS_CERT: 'a.pem' })).toThrow(/TLS_CERT and TLS_KEY need each other/);
  expect(() => readConfig({}, { tlsKey: 'a.pem' })).toThrow(/TLS_CERT and --tls-key need each other/);
  for (const tlsKey of [pem('other-key.pem'), pem('missing.pem'), pem('cert.pem'), pem('')]) {
    await expect(start({ ...FLAGS, tlsKey }), tlsKey).rejects.toThrow(ConfigError);
    await expect(start({ ...FLAGS, tlsKey }), tlsKey).rejects.toThrow(
      /certificate or its key cannot be used/,
    );
  }
});
