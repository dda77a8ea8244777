/**
 * The ceiling: a fixed body of the given size in answer to everything. Arguments: kind, bytes of the body, status.
 * Kinds: `h3` (through hivecheck's listener), `h3-json` (the same, after reading the request's JSON), `h3-serve`
 * (h3's own `serve`), `listhen` (listhen alone with h3's node handler), `node` (node:http alone).
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { H3, serve, toNodeHandler } from 'h3';
import { listen } from 'listhen';
import { FastResponse } from 'srvx';
import { listenOn, nodeListener } from '../../../runtime/node/listener.ts';
import { announce } from '../child.ts';

const [kind = 'h3', bytes = '0', code = '200'] = process.argv.slice(2);
const status = Number(code);
const body = status === 304 ? null : JSON.stringify('x'.repeat(Math.max(0, Number(bytes) - 2)));
/** As many and as long as hivecheck sends. */
const headers: [string, string][] = [
  ['content-type', 'application/json; charset=utf-8'],
  ['cache-control', 'no-store'],
  ['x-content-type-options', 'nosniff'],
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'X-Service-Tier, X-RateLimit-Limit, ETag, Retry-After'],
  ['x-service-tier', 'anonymous'],
];

const app = new H3({ silent: true });
for (const path of ['/v1/resolve', '/v1/csp', '/v1/health', '/v1/setting/:slug']) {
  app.all(path, (event) => (kind === 'h3-json' ? event.req.json().then(fixedAnswer) : fixedAnswer()));
}

function fixedAnswer(): Response {
  return new FastResponse(body, { status, headers });
}

const url = `http://127.0.0.1:${await start()}`;
console.log(`listens on ${url}`);
announce(url);

async function start(): Promise<number> {
  switch (kind) {
    case 'node': {
      const all = {
        ...Object.fromEntries(headers),
        ...(body === null ? {} : { 'content-length': body.length }),
      };
      const server = createServer((_request, response) => response.writeHead(status, all).end(body));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return (server.address() as AddressInfo).port;
    }
    case 'h3-serve': {
      const server = serve(app, { port: 0, hostname: '127.0.0.1', silent: true });
      await server.ready();
      return Number(new URL(server.url ?? '').port);
    }
    case 'listhen': {
      const { server } = await listen(toNodeHandler(app), { port: 0, hostname: '127.0.0.1', showURL: false });
      return (server.address() as AddressInfo).port;
    }
    default: {
      const server = await listenOn(nodeListener(app), { host: '127.0.0.1', port: 0 });
      return (server.address() as AddressInfo).port;
    }
  }
}
