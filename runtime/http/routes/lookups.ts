/** `POST /v1/resolve`, `/v1/csp`, `/v1/search`: a JSON object in, an envelope out. */
import type { EventHandler, H3 } from 'h3';
import type { JsonObject } from '../../format/json.ts';
import { decodeBody, parseObject, readBody } from '../body.ts';
import { snapshotOf } from '../exchange.ts';
import type { Keep } from '../kept-answers.ts';
import { jsonResponse } from '../responses.ts';
import type { Snapshot } from '../service.ts';
import { cspRequest, resolveRequest, searchRequest } from '../validate.ts';
import { addRoute, type RoutePlace } from './route.ts';

export function addLookups(app: H3, place: RoutePlace, keep: Keep): void {
  const add = (path: string, answer: (body: JsonObject, snapshot: Snapshot) => Promise<object>) => {
    const handler: EventHandler = async (event) => {
      const snapshot = snapshotOf(event);
      const body = decodeBody(await readBody(event));
      const make = async () => ({ body: JSON.stringify(await answer(parseObject(body), snapshot)) });
      return jsonResponse(place.headers, (await keep(snapshot, `${path} ${body}`, make)).body);
    };
    addRoute(app, place, 'POST', path, handler);
  };
  add('/resolve', (body, snapshot) => snapshot.resolve(resolveRequest(body, snapshot.languages)));
  add('/csp', (body, snapshot) => snapshot.csp(cspRequest(body, snapshot.languages)));
  add('/search', (body, snapshot) => snapshot.search(searchRequest(body, snapshot.languages)));
}
