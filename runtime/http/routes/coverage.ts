/** `GET /v1/coverage`: the figures of the dataset in service. */
import type { H3 } from 'h3';
import { etag } from '../etag.ts';
import { snapshotOf } from '../exchange.ts';
import { cacheableResponse, JSON_TYPE } from '../responses.ts';
import { addRoute, type Place } from './route.ts';

export function addCoverage(app: H3, place: Place): void {
  addRoute(app, place, 'GET', '/coverage', async (event) => {
    const snapshot = snapshotOf(event);
    const text = await snapshot.coverage();
    return cacheableResponse(event.req, place.headers, {
      text,
      tag: etag(snapshot.stamp.version, text),
      contentType: JSON_TYPE,
      caching: 'public',
    });
  });
}
