/** `GET /v1/health` and `GET /v1/coverage`: what the dataset in service says of itself. */
import type { H3 } from 'h3';
import { snapshotOf } from '../exchange.ts';
import { JSON_TYPE, jsonResponse } from '../responses.ts';
import { addRoute, type RoutePlace, versionResponse } from './route.ts';

/** Of this moment: nobody may store it. */
export function addHealth(app: H3, place: RoutePlace): void {
  addRoute(app, place, 'GET', '/health', (event) =>
    jsonResponse(place.headers, JSON.stringify(snapshotOf(event).health()), event.req.method),
  );
}

export function addCoverage(app: H3, place: RoutePlace): void {
  addRoute(app, place, 'GET', '/coverage', async (event) => {
    return versionResponse(event, place, JSON.stringify(await snapshotOf(event).coverage()), JSON_TYPE);
  });
}
