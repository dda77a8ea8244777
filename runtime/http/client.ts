/** Who is asking: the client's address, and what the rate limit counts it as. */
import ipaddr from 'ipaddr.js';

/** Networks whose members are proxies of ours. */
export type TrustedNetworks = [address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number][];

/** `list`: CIDRs or single addresses, separated by commas or blanks. Throws an Error that names the bad item. */
export function parseNetworks(list: string): TrustedNetworks {
  const items = list.split(/[\s,]+/).filter((item) => item !== '');
  return items.map((item) => {
    try {
      const slash = item.indexOf('/');
      if (slash !== -1) {
        strict(item.slice(0, slash));
        return withoutMapping(ipaddr.parseCIDR(item));
      }
      const address = ipaddr.process(strict(item));
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    } catch {
      throw new Error(
        `“${item}” is not an address or a network in CIDR notation, like 10.0.0.0/8 or fd00::/8`,
      );
    }
  });
}

/**
 * The right-most address of `X-Forwarded-For` that is not one of our proxies; the socket's own address when that is
 * not a proxy. A proxy that passes on something which is no address is itself taken for the client: all such
 * requests then share one limit, and no client can invent an address of its own.
 */
export function clientAddress(socket: string, forwardedFor: string | null, trusted: TrustedNetworks): string {
  let client = socket;
  if (trusted.length === 0 || forwardedFor === null || !isTrusted(client, trusted)) return client;
  for (const hop of forwardedFor.split(',').reverse()) {
    const address = withoutPort(hop.trim());
    if (!isAddress(address)) return client;
    client = address;
    if (!isTrusted(client, trusted)) return client;
  }
  return client;
}

/** IPv4, mapped or not, counts as itself; IPv6 by /64, which is the least that one subscriber has. */
export function clientKey(address: string): string {
  if (!address.includes(':')) return address;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

function isTrusted(address: string, trusted: TrustedNetworks): boolean {
  if (!isAddress(address)) return false;
  const parsed = ipaddr.process(address);
  return trusted.some(([network, prefix]) => {
    if (parsed instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && parsed.match(network, prefix);
    return network instanceof ipaddr.IPv6 && parsed.match(network, prefix);
  });
}

/** The library also reads `1`, `0x7f.1` and octal parts as IPv4; in a header they are no addresses. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
}

/** Addresses are compared as IPv4 where they are IPv4 in the form of IPv6. */
function withoutMapping([address, prefix]: TrustedNetworks[number]): TrustedNetworks[number] {
  if (!(address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress())) return [address, prefix];
  // Wider than all of IPv4.
  if (prefix < 96) throw new Error('not a network');
  return [address.toIPv4Address(), prefix - 96];
}

function strict(text: string): string {
  if (!isAddress(text)) throw new Error('not an address');
  return text;
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(hop);
  if (bracketed !== null) return bracketed[1] ?? '';
  return /^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(':')) : hop;
}
