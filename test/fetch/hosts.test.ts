/** Which hosts and addresses a download may lead to. */
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { hostsOf, isAllowedHost, isPublicAddress, publicLookup } from '../../build/pipeline/fetch/hosts.ts';
import { Http } from '../../build/pipeline/fetch/http.ts';

test('only public addresses are public', () => {
  const refused = [
    ['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.255', '169.254.169.254', '172.16.0.1'],
    ['172.31.255.255', '192.0.2.1', '192.168.1.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ['::', '::1', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1'],
    ['64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '', 'localhost', '1.2.3', 'fe80::1%eth0'],
  ].flat();
  const accepted = ['1.1.1.1', '172.15.0.1', '172.32.0.1', '192.167.1.1', '2606:4700::1', '::ffff:8.8.8.8'];
  expect(refused.filter(isPublicAddress)).toEqual([]);
  expect(accepted.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test('a rule names one host, or every host below one', () => {
  expect(isAllowedHost('dl.example.com', ['dl.example.com'])).toBe(true);
  expect(isAllowedHost('a.b.example.com', ['*.example.com'])).toBe(true);
  for (const host of ['example.com', 'badexample.com', 'example.com.evil.net', 'dl.example.com:8443'])
    expect(isAllowedHost(host, ['*.example.com', 'dl.example.com']), host).toBe(false);
  const version = { from: 'release' as const };
  const release = { kind: 'github-release' as const, repo: 'a/b', asset: 'x', version, pick: {} };
  expect(hostsOf({ ...release, redirects: ['cdn.example.com'] })).toContain(
    'release-assets.githubusercontent.com',
  );
  expect(hostsOf({ ...release, redirects: ['cdn.example.com'] })).toContain('cdn.example.com');
});

describe('the look-up of a name', () => {
  const lookup = (addresses: string[], exempt: string[] = [], all = true) =>
    new Promise<string | LookupAddress[]>((resolve, reject) => {
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      publicLookup(new Set(exempt), (_host, _options, callback) => callback(null, found))(
        'dl.example.com',
        { all },
        (error, result) => (error ? reject(error) : resolve(result)),
      );
    });

  test('lets public addresses through, as one or all', async () => {
    expect(await lookup(['1.1.1.1', '2606:4700::1'])).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    expect(await lookup(['1.1.1.1', '2606:4700::1'], [], false)).toBe('1.1.1.1');
  });

  test('refuses a name with any address that is not public, unless it is exempt', async () => {
    await expect(lookup(['1.1.1.1', '10.0.0.1'])).rejects.toThrow('dl.example.com is at 10.0.0.1');
    await expect(lookup(['::1'], [], false)).rejects.toThrow('dl.example.com is at ::1');
    expect(await lookup(['127.0.0.1'], ['dl.example.com'])).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });
});

test('no connection is made to this machine, unless a declaration names it', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const ask = async (loopback: string[]) => {
    const http = new Http({ userAgent: 'test', attempts: 1, loopback });
    const failure = await http.text(`https://localhost:${port}/`).catch((error: unknown) => String(error));
    await http.close();
    return failure;
  };
  expect(await ask([])).toMatch(/localhost is at (127\.0\.0\.1|::1), which is not a public address/);
  // A name that is not of this machine cannot be exempted.
  expect(await ask(['example.com'])).toContain('which is not a public address');
  expect(connections).toBe(0);
  expect(await ask(['localhost'])).not.toContain('public address');
  expect(connections).toBe(1);
  await new Promise((done) => server.close(done));
});
