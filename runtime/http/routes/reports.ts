/** `GET /v1/health` and `GET /v1/coverage`: what the dataset in service says of itself. */
import type { H3 } from 'h3';
import { etag } from '../etag.ts';
import { snapshotOf } from '../exchange.ts';
import { cacheableResponse, JSON_TYPE, jsonResponse } from '../responses.ts';
import { addRoute, type Place } from './route.ts';

/** Of this moment: nobody may store it. */
export function addHealth(app: H3, place: Place): void {
  addRoute(app, place, 'GET', '/health', (event) =>
    jsonResponse(place.headers, JSON.stringify(snapshotOf(event).health()), event.req.method),
  );
}

export function addCoverage(app: H3, place: Place): void {
  addRoute(app, place, 'GET', '/coverage', async (event) => {
    const snapshot = snapshotOf(event);
    const text = await snapshot.coverage();
    const tag = etag(snapshot.stamp.version, text);
    return cacheableResponse(event.req, place.headers, { text, tag, contentType: JSON_TYPE });
  });
}
