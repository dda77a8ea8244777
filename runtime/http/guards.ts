/** Checks before the endpoints: the rate limit, then the API key; for `/mcp` the allowed hosts and origins. */
import type { H3Event, Middleware } from 'h3';
import ipaddr from 'ipaddr.js';
import type { AppOptions, KeyStore, Limiter, McpOptions, Tier } from './options.ts';
import { Problem } from './problem.ts';

/** The limit comes first: guessing keys is limited like everything else. */
export function guards(tier: Tier, { limiters, keys }: AppOptions): Middleware[] {
  return tier === 'anonymous' ? limits(limiters?.anonymous) : [...limits(limiters?.key), requireKey(keys)];
}

/** The middleware that counts, or none where there is no limit. */
export function limits(limiter: Limiter | undefined): Middleware[] {
  return limiter === undefined ? [] : [(event) => countRequest(event, limiter)];
}

/** Throws a {@link Problem} where the request is one too many. */
export async function countRequest(event: H3Event, limiter: Limiter | undefined): Promise<void> {
  if (limiter === undefined) return;
  const seconds = await limiter.hit(clientKey(event.context.exchange.client));
  if (seconds <= 0) return;
  const wait = String(Math.ceil(seconds));
  const detail = `At most ${limiter.limit} requests a minute; wait ${wait} seconds. One verify answers for 1,000 values.`;
  throw new Problem('rate-limited', detail, { headers: [['retry-after', wait]] });
}

function requireKey(keys: KeyStore | undefined): Middleware {
  return async (event) => {
    if (!(await hasKey(event, keys)))
      throw unauthorized('This path needs a valid key in the header X-API-Key.');
  };
}

/** Whether the key of the request is valid; the log line then has its id. */
export async function hasKey(event: H3Event, keys: KeyStore | undefined): Promise<boolean> {
  const id = await keys?.check(event.req.headers.get('x-api-key'));
  if (id === undefined) return false;
  event.context.exchange.keyId = id;
  return true;
}

export function unauthorized(detail: string): Problem {
  return new Problem('unauthorized', detail, {
    headers: [['www-authenticate', 'ApiKey realm="hivecheck", header="X-API-Key"']],
  });
}

/**
 * Against DNS rebinding: a web page can make its own name point to a server of the reader’s machine or network. The
 * browser then takes the server for the page’s own, but still sends the page’s name as `Host` and `Origin`.
 */
export const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const;

/** Throws a {@link Problem} for a `Host` or `Origin` that is not allowed. Clients that are no browsers send no Origin. */
export function requireKnownPage(headers: Headers, { hosts, origins = [] }: McpOptions): void {
  const host = headers.get('host');
  if (hosts !== undefined && host !== null && !allowsName(hosts, hostNameOf(`http://${host}`))) {
    throw new Problem('forbidden', 'The header Host names none of the hosts that this server is reached by.');
  }
  const origin = headers.get('origin');
  if (origin !== null && !allowsOrigin(origins, origin)) {
    throw new Problem('forbidden', 'The header Origin names none of the pages that may call this server.');
  }
}

function allowsName(allowed: readonly string[], name: string | undefined): boolean {
  return allowed.includes('*') || (name !== undefined && allowed.includes(name));
}

function allowsOrigin(allowed: readonly string[], origin: string): boolean {
  if (allowed.includes('*') || allowed.includes(origin.toLowerCase())) return true;
  return allowsName(LOOPBACK_NAMES, hostNameOf(origin));
}

/** Lower-case, without the port. */
function hostNameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** IPv4, mapped or not, counts as itself; IPv6 by /64, which is the least that one subscriber has. */
export function clientKey(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
