/** The client's address where proxies of ours pass requests on. */
import { BlockList, isIP } from 'node:net';

const typeOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/**
 * The networks whose members are proxies of ours.
 * @param list CIDRs or single addresses, separated by commas or blanks. Throws an Error that names the bad item.
 */
export function parseNetworks(list: string): BlockList {
  const networks = new BlockList();
  for (const item of list.split(/[\s,]+/).filter(Boolean)) {
    const [, address = '', digits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(item) ?? [];
    const most = isIP(address) === 4 ? 32 : 128;
    const prefix = Number(digits ?? most);
    // Wider than all of IPv4, in the form of IPv6.
    const isTooWide = /^::ffff:[\d.]+$/i.test(address) && prefix < 96;
    if (isIP(address) === 0 || prefix > most || isTooWide) {
      const form = 'an address or a network in CIDR notation, like 10.0.0.0/8 or fd00::/8';
      throw new Error(`“${item}” is not ${form}`);
    }
    networks.addSubnet(address, prefix, typeOf(address));
  }
  return networks;
}

/**
 * The right-most address of `X-Forwarded-For` that is not one of our proxies; the socket's own address when that is
 * not a proxy. A proxy that passes on something which is no address is itself taken for the client: all such
 * requests then share one limit, and no client can invent an address of its own.
 */
export function clientAddress(socket: string, forwardedFor: string | null, trusted: BlockList): string {
  let client = socket;
  for (const hop of forwardedFor?.split(',').reverse() ?? []) {
    const address = withoutPort(hop.trim());
    if (!trusted.check(client, typeOf(client)) || isIP(address) === 0) break;
    client = address;
  }
  return client;
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(hop);
  if (bracketed !== null) return bracketed[1] ?? '';
  return /^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(':')) : hop;
}
