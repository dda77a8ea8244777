/** HTTPS without a proxy: a certificate, its key, and the same server behind them. Certificate and keys are of this test. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { Agent, fetch } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { ConfigError } from '../../runtime/node/config.ts';
import { serverConfig } from '../../runtime/node/server-config.ts';
import { newFolder } from '../scratch.ts';
import { GOOD, postInit, slowService } from './fake.ts';
import { clientOf, connectRaw, exchange, HEALTH, type StartOptions, start, started } from './running.ts';

const pem = (name: string) => join(ROOT, 'test', 'http', 'tls', name);
const ca = readFileSync(pem('cert.pem'), 'utf8');
const RESOLVE = postInit(GOOD.resolve) as object;
const dispatcher = new Agent({ connect: { ca } });
/** Node 22.23 does not recognize an IPv6 address in a certificate. */
const byName = new Agent({ connect: { ca, servername: 'localhost' } });
const FLAGS = { tlsCert: pem('cert.pem'), tlsKey: pem('key.pem') };

const startTls = (tls: StartOptions['tls'] = FLAGS, options: StartOptions = {}) =>
  start({ tls, timeouts: { headers: 500, idle: 400 }, ...options });

const running = await startTls();
afterAll(async () => {
  await running.close();
  await dispatcher.close();
  await byName.close();
});

const secureClient = () => clientOf(connectTls({ port: running.port, host: '127.0.0.1', ca }));

describe('a server with a certificate', () => {
  it('answers over HTTPS, by its name and over IPv6', async () => {
    expect(running.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const response = await fetch(`${running.url}/v1/resolve`, { ...RESOLVE, dispatcher });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ result: { matches: [{ slug: expect.any(String) }] } });
    const over6 = await started({ tls: FLAGS, env: { HOST: '::1' } });
    expect(over6.url).toMatch(/^https:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${over6.url}/livez`, { dispatcher: byName })).status).toBe(200);
  });

  it('answers what is not HTTP with a problem, and what is not TLS with nothing', async () => {
    const secure = secureClient();
    secure.socket.write('nonsense\r\n\r\n');
    expect(await secure.received).toMatch(/^HTTP\/1\.1 400 [\s\S]*\/problems\/bad-request/);
    expect(await exchange(running, HEALTH, true)).not.toContain('uptimeSeconds');
    expect((await fetch(`${running.url}/livez`, { dispatcher })).status).toBe(200);
  });

  it('ends a handshake that does not arrive in time, and a connection that is silent', async () => {
    const started = performance.now();
    await connectRaw(running).received;
    expect(performance.now() - started).toBeLessThan(3000);
    expect(await secureClient().received).toBe('');
  });

  it('stops while a handshake, an idle connection and a request are open', async () => {
    const stopped = await startTls(FLAGS, { service: slowService(() => sleep(300)) });
    const own = new Agent({ connect: { ca } });
    await (await fetch(`${stopped.url}/livez`, { dispatcher: own })).text();
    connectRaw(stopped);
    const arrived = once(stopped.server, 'request');
    const last = fetch(`${stopped.url}/v1/resolve`, { ...RESOLVE, dispatcher: own });
    await arrived;
    const started = performance.now();
    await stopped.close();
    expect(performance.now() - started).toBeLessThan(5000);
    expect((await last).status).toBe(200);
    await own.close();
  });
});

it('a certificate without its key, or with what is none of it, is named', async () => {
  expect(() => serverConfig({ TLS_CERT: 'a.pem' })).toThrow(/TLS_CERT and TLS_KEY need each other/);
  expect(() => serverConfig({}, { tlsKey: 'a.pem' })).toThrow(/TLS_CERT and --tls-key need each other/);
  const folder = await newFolder();
  const [empty, otherKind] = [join(folder, 'empty.pem'), join(folder, 'ed25519.pem')];
  await writeFile(empty, '');
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(otherKind, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const [type, format, cipher] = ['pkcs8', 'pem', 'aes-256-cbc'] as const;
  const encrypted = join(folder, 'encrypted.pem');
  await writeFile(encrypted, privateKey.export({ type, format, cipher, passphrase: 'x' }));
  const keys = [encrypted, pem('other-key.pem'), pem('missing.pem'), pem('cert.pem'), pem(''), otherKind];
  for (const files of [...keys.map((tlsKey) => ({ ...FLAGS, tlsKey })), { tlsCert: empty, tlsKey: empty }]) {
    const error: unknown = await startTls(files).catch((thrown: unknown) => thrown);
    expect(error, files.tlsKey).toBeInstanceOf(ConfigError);
    expect(String(error), files.tlsKey).toMatch(/certificate or its key cannot be used/);
  }
});
