import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientAddress, clientKey, parseNetworks } from '../../runtime/http/client.ts';
import { vectors } from '../vectors.ts';

describe('clientAddress', () => {
  const trusted = parseNetworks('10.0.0.0/8, fd00::/8 192.0.2.1');

  it.each(vectors<[string, string | null, string]>('client-addresses'))(
    'socket %s, header %s → %s',
    (socket, header, expected) => {
      expect(clientAddress(socket, header, trusted)).toBe(expected);
    },
  );

  it('never believes the header of a socket that is not trusted', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.string(), (header, noise) => {
        expect(clientAddress('203.0.113.9', `${noise}, ${header}`, trusted)).toBe('203.0.113.9');
      }),
    );
  });

  it('agrees with Node’s own block list on what is trusted', () => {
    const oracle = new BlockList();
    oracle.addSubnet('172.16.0.0', 12, 'ipv4');
    oracle.addSubnet('2001:db8::', 33, 'ipv6');
    const networks = parseNetworks('172.16.0.0/12,2001:db8::/33');
    const near = fc.tuple(fc.integer({ min: 12, max: 35 }), fc.nat(255)).map(([b, c]) => `172.${b}.${c}.1`);
    const near6 = fc
      .tuple(fc.nat(0xffff), fc.nat(0xffff))
      .map(([a, b]) => `2001:db8:${a.toString(16)}::${b.toString(16)}`);
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), near, near6), (socket) => {
        const believed = clientAddress(socket, '198.51.100.1', networks) === '198.51.100.1';
        const mapped = /^::ffff:[\d.]+$/i.test(socket);
        if (!mapped) expect(believed).toBe(oracle.check(socket, socket.includes(':') ? 'ipv6' : 'ipv4'));
      }),
      { numRuns: 500 },
    );
  });
});

describe('clientKey', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
    ['not:an:address', 'not:an:address'],
  ])('%s counts as %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  it('is one key for one /64 and never throws', () => {
    const group = fc.nat(0xffff).map((n) => n.toString(16));
    fc.assert(
      fc.property(fc.tuple(group, group, group, group), fc.tuple(group, group, group, group), (net, host) => {
        expect(clientKey([...net, ...host].join(':'))).toBe(net.join(':'));
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => typeof clientKey(text) === 'string'));
  });
});

describe('parseNetworks', () => {
  it('takes an IPv4 network in the form of IPv6 for what it is', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(32), fc.ipV4(), (address, prefix, other) => {
        const plain = parseNetworks(`${address}/${prefix}`);
        const mapped = parseNetworks(`::ffff:${address}/${96 + prefix}`);
        for (const socket of [address, `::ffff:${address}`, other]) {
          const [told, expected] = [mapped, plain].map((each) => clientAddress(socket, '198.51.100.1', each));
          expect(told).toBe(expected);
        }
      }),
    );
  });

  it.each(['10.0.0.0/33', '10/8', 'example.org', '10.0.0.0/8;', '::/129', '1', '::ffff:10.0.0.0/95'])(
    'refuses %s by name',
    (item) => {
      expect(() => parseNetworks(`127.0.0.1, ${item}`)).toThrow(item);
    },
  );
});
