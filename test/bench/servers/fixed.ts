/** The ceiling: h3 behind hivecheck's listener, with one fixed answer to everything. Argument: bytes of its body. */
import { H3 } from 'h3';
import { FastResponse } from 'srvx';
import { nodeListener } from '../../../runtime/node/listener.ts';
import { serve } from './serve.ts';

const body = JSON.stringify('x'.repeat(Math.max(0, Number(process.argv[2] ?? 0) - 2)));
/** As many and as long as hivecheck sends. */
const headers: [string, string][] = [
  ['content-type', 'application/json; charset=utf-8'],
  ['cache-control', 'no-store'],
  ['x-content-type-options', 'nosniff'],
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'X-Service-Tier, X-RateLimit-Limit, ETag, Retry-After, Link'],
  ['x-service-tier', 'anonymous'],
];

const app = new H3({ silent: true });
for (const path of ['/v1/resolve', '/v1/csp', '/v1/setting/:slug']) {
  app.all(path, () => new FastResponse(body, { status: 200, headers }));
}
await serve(nodeListener(app));
