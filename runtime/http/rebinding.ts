/**
 * Against DNS rebinding: a web page can make its own name point to a server of the reader’s machine or network. The
 * browser then takes the server for the page’s own, but still sends the page’s name as `Host` and `Origin`.
 */
import type { McpOptions } from './options.ts';
import { Problem } from './problem.ts';

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
