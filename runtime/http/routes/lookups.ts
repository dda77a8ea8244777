/** `POST /v1/resolve`, `/v1/csp`, `/v1/search`: a JSON object in, an envelope out. */
import type { EventHandler, H3 } from 'h3';
import { decodeBody, parseObject, readBody } from '../body.ts';
import { snapshotOf } from '../exchange.ts';
import type { Keep } from '../kept-answers.ts';
import { jsonResponse } from '../responses.ts';
import { addRoute, type RoutePlace } from './route.ts';

export function addLookups(app: H3, place: RoutePlace, keep: Keep): void {
  const add = (method: 'resolve' | 'csp' | 'search') => {
    const path = `/${method}`;
    const handler: EventHandler = async (event) => {
      const snapshot = snapshotOf(event);
      const body = decodeBody(await readBody(event));
      const make = async () => ({ body: JSON.stringify(await snapshot[method](parseObject(body))) });
      return jsonResponse(place.headers, (await keep(snapshot, `${path} ${body}`, make)).body);
    };
    addRoute(app, place, 'POST', path, handler);
  };
  add('resolve');
  add('csp');
  add('search');
}
