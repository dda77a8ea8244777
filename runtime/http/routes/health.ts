/** `GET /v1/health`: status of the service and version of its dataset. */
import type { H3 } from 'h3';
import { etag } from '../etag.ts';
import { snapshotOf } from '../exchange.ts';
import { cacheableResponse, JSON_TYPE } from '../responses.ts';
import { addRoute, type Place } from './route.ts';

export function addHealth(app: H3, place: Place): void {
  addRoute(app, place, 'GET', '/health', (event) => {
    const snapshot = snapshotOf(event);
    const text = JSON.stringify(snapshot.health());
    return cacheableResponse(event.req, place.headers, {
      text,
      tag: etag(snapshot.stamp.version, text),
      contentType: JSON_TYPE,
      caching: 'revalidate',
    });
  });
}
