/** Adds one endpoint: its method, and the answers to all other methods. */
import type { EventHandler, H3, Middleware } from 'h3';
import { Problem } from '../problem.ts';
import { preflightResponse, type TierHeaders } from '../responses.ts';

/** Where an endpoint is served: its prefix, and what all endpoints below it share. */
export interface RoutePlace {
  app: H3;
  prefix: string;
  headers: TierHeaders;
  middleware: Middleware[];
}

type Method = 'GET' | 'POST';

export function addRoute(place: RoutePlace, method: Method, path: string, handler: EventHandler): void {
  addMethods(place, path, { [method]: handler });
}

/** GET serves HEAD too. OPTIONS and wrong methods are answered before anything is counted, read or looked up. */
export function addMethods(
  { app, prefix, headers, middleware }: RoutePlace,
  path: string,
  { GET, POST }: Partial<Record<Method, EventHandler>>,
): void {
  const route = prefix + path;
  const allow = [...(GET ? ['GET', 'HEAD'] : []), ...(POST ? ['POST'] : []), 'OPTIONS'].join(', ');
  if (POST) app.post(route, POST, { middleware });
  if (GET) {
    app.get(route, GET, { middleware });
    // h3 falls back from HEAD to GET only where no route takes every method, as the last one here does.
    app.head(route, GET, { middleware });
  }
  app.options(route, () => preflightResponse(headers, allow));
  app.all(route, () => {
    throw new Problem('method-not-allowed', `This endpoint takes ${allow}.`, { headers: [['allow', allow]] });
  });
}

export function unknownEndpoint(): never {
  throw new Problem('unknown-endpoint', 'Nothing is served at this path. GET / lists the endpoints.');
}
