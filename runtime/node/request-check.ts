/** Refuses requests that Node's parser accepts and the application must not see. */
import { IncomingMessage } from 'node:http';
import type { PlatformRequest } from '../http/options.ts';
import { Problem } from '../http/problem.ts';

/** A name, an IPv4 address or a bracketed IPv6 address, and a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i;
const MAX_PORT = 65_535;

/** The problem that was sent while the application worked on a request: broken off, or late. */
export const REFUSED = new WeakMap<IncomingMessage, Problem>();

/** The problem of a request that is not valid HTTP; undefined for a valid one. */
export function refuseUnsound(request: PlatformRequest): Problem | undefined {
  const message = request.runtime?.node?.req;
  if (!(message instanceof IncomingMessage)) return undefined;
  const refused = REFUSED.get(message);
  if (refused !== undefined) return refused;
  const { headers, url = '' } = message;
  if (!isSoundHost(message)) return badRequest('The request needs one Host header with a valid host.');
  if (!isSoundTarget(url))
    return badRequest('The request target is neither a path nor a valid http URL; neither has a backslash.');
  const encoding = headers['transfer-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'chunked') {
    return new Problem('not-implemented', 'Transfer-Encoding may be chunked only.', { headers: CLOSE });
  }
  const { expect } = headers;
  if (expect !== undefined && expect.trim().toLowerCase() !== '100-continue') {
    return new Problem('expectation-failed', 'Expect may be 100-continue only.', { headers: CLOSE });
  }
  return undefined;
}

const CLOSE: [string, string][] = [['connection', 'close']];

function badRequest(detail: string): Problem {
  return new Problem('bad-request', detail, { headers: CLOSE });
}

function isSoundHost({ headers, rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  const { host } = headers;
  // Only HTTP/1.0 may go without.
  if (host === undefined) return httpVersionMinor === 0;
  const [whole, port] = HOST.exec(host) ?? [];
  return whole !== undefined && Number(port ?? 0) <= MAX_PORT && countHosts(rawHeaders) === 1;
}

/** Node keeps the first of several Host headers and drops the others. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

function isSoundTarget(target: string): boolean {
  // A URL parser takes it for a slash, and proxies do not: a path that they close would be open by another spelling.
  if (/^[^?]*\\/.test(target)) return false;
  if (target.startsWith('/') || target === '*') return true;
  return /^https?:\/\//i.test(target) && URL.canParse(target);
}
