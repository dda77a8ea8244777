/** Restricts downloads to hosts that their declaration allows, and to public addresses. */
import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Download } from './declarations.ts';
import { FetchError } from './errors.ts';

/** Hosts from which the vendors' forges and sites serve the files that their pages and APIs name. */
const HOSTS_OF_KIND: Partial<Record<Download['kind'], readonly string[]>> = {
  'download-center': ['www.microsoft.com', 'download.microsoft.com'],
  'github-release': ['github.com', 'objects.githubusercontent.com', 'release-assets.githubusercontent.com'],
};

/** Host names (`*.example.com` for every host below) that a source's requests may be redirected to. */
export function hostsOf(declared: Download): string[] {
  if (declared.kind === 'manual') return [];
  return [...(HOSTS_OF_KIND[declared.kind] ?? []), ...(declared.redirects ?? [])];
}

/** Host names of the URLs in a declaration. */
export function declaredHosts(declared: Download): string[] {
  const urls = [
    ...('urls' in declared ? declared.urls : []),
    ...('url' in declared ? [declared.url] : []),
    ...('page' in declared && declared.page ? [declared.page] : []),
  ];
  return urls.map((url) => new URL(url).hostname);
}

/** @param host As in a URL, port included. */
export function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  return allowed.some((rule) => (rule.startsWith('*.') ? host.endsWith(rule.slice(1)) : host === rule));
}

/** Excludes loopback, private, link-local, multicast, reserved addresses and translations into one of these. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) > 0 && ipaddr.process(address).range() === 'unicast';
}

/** A loopback host in a declaration is intended: a test, or a mirror on the same machine. */
export function isLoopback(hostname: string): boolean {
  const name = unbracketed(hostname);
  return name === 'localhost' || (isIP(name) > 0 && ipaddr.process(name).range() === 'loopback');
}

/** @throws FetchError for a URL with an address that is not public, unless it is among `exempt`. */
export function assertPublicUrl(url: URL, exempt: ReadonlySet<string>): void {
  const name = unbracketed(url.hostname);
  if (exempt.has(name) || isIP(name) === 0 || isPublicAddress(name)) return;
  throw new PrivateAddress(name, name);
}

function unbracketed(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Not retried: its `code` is not one of a temporary fault. */
class PrivateAddress extends FetchError {
  readonly code = 'EPRIVATEADDRESS';
  constructor(host: string, address: string) {
    super(`${host} is at ${address}, which is not a public address; only public hosts are asked`);
  }
}

type Callback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * For `connect.lookup`: connections use the addresses that it returns, so a name cannot resolve to another address
 * after the check. Every address of a name must be public.
 */
export function publicLookup(exempt: ReadonlySet<string>, resolve: Resolve = resolveName) {
  return (hostname: string, options: LookupOptions, callback: Callback): void => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const bad = addresses.find(({ address }) => !exempt.has(hostname) && !isPublicAddress(address));
      if (bad) return callback(new PrivateAddress(hostname, bad.address), []);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      callback(null, first?.address ?? '', first?.family);
    });
  };
}
