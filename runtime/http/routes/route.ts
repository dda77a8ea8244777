/** Adding one endpoint: its method, and the answers to all other methods. */
import type { EventHandler, H3, Middleware } from 'h3';
import { Problem } from '../problem.ts';
import { preflightResponse, type TierHeaders } from '../responses.ts';

/** Where an endpoint is served: its prefix, and what all endpoints below it share. */
export interface RoutePlace {
  prefix: string;
  headers: TierHeaders;
  middleware: Middleware[];
}

/** GET serves HEAD too. OPTIONS and wrong methods are answered before anything is counted, read or looked up. */
export function addRoute(
  app: H3,
  { prefix, headers, middleware }: RoutePlace,
  method: 'GET' | 'POST',
  path: string,
  handler: EventHandler,
): void {
  const route = prefix + path;
  const allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
  app.on(method, route, handler, { middleware });
  // h3 falls back from HEAD to GET only where no route takes every method, as the last one here does.
  if (method === 'GET') app.head(route, handler, { middleware });
  app.options(route, () => preflightResponse(headers, allow));
  app.all(route, () => {
    throw new Problem('method-not-allowed', `This endpoint takes ${allow}.`, { headers: [['allow', allow]] });
  });
}

export function unknownEndpoint(): never {
  throw new Problem('unknown-endpoint', 'Nothing is served at this path. GET / lists the endpoints.');
}
