/** What the rate limit counts a client's address as. */
import ipaddr from 'ipaddr.js';

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
