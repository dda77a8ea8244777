/** `GET /v1/health` and `GET /v1/coverage`: what the dataset in service says of itself. */
import type { H3 } from 'h3';
import { etag } from '../etag.ts';
import { snapshotOf } from '../exchange.ts';
import { type Cacheable, cacheableResponse, JSON_TYPE } from '../responses.ts';
import type { Snapshot } from '../service.ts';
import { addRoute, type Place } from './route.ts';

export function addHealth(app: H3, place: Place): void {
  addReport(app, place, '/health', 'revalidate', (snapshot) => JSON.stringify(snapshot.health()));
}

export function addCoverage(app: H3, place: Place): void {
  addReport(app, place, '/coverage', 'public', (snapshot) => snapshot.coverage());
}

function addReport(
  app: H3,
  place: Place,
  path: string,
  caching: Cacheable['caching'],
  textOf: (snapshot: Snapshot) => Promise<string> | string,
): void {
  addRoute(app, place, 'GET', path, async (event) => {
    const snapshot = snapshotOf(event);
    const text = await textOf(snapshot);
    const tag = etag(snapshot.stamp.version, text);
    return cacheableResponse(event.req, place.headers, { text, tag, contentType: JSON_TYPE, caching });
  });
}
