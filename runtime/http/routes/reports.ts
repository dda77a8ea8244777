/** `GET /v1/health`, `/v1/coverage`, `/v1/changes` and `/v1/changes.atom`: what the dataset in service says of itself. */
import type { H3, H3Event } from 'h3';
import type { UnknownVersion } from '../../answer/changes.ts';
import { etag } from '../etag.ts';
import { snapshotOf } from '../exchange.ts';
import type { AppOptions } from '../options.ts';
import { Problem } from '../problem.ts';
import { cacheableResponse, JSON_TYPE, jsonResponse } from '../responses.ts';
import { addMethods, addRoute, type RoutePlace } from './route.ts';
import { listHandler, type VerifySlots } from './verify.ts';

const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

/** Of this moment: nobody may store it. */
export function addHealth(app: H3, place: RoutePlace): void {
  addRoute(app, place, 'GET', '/health', (event) =>
    jsonResponse(place.headers, JSON.stringify(snapshotOf(event).health()), event.req.method),
  );
}

export function addReports(app: H3, place: RoutePlace, slots: VerifySlots, options: AppOptions): void {
  addRoute(app, place, 'GET', '/coverage', async (event) => {
    return versionResponse(event, place, JSON.stringify(await snapshotOf(event).coverage()), JSON_TYPE);
  });
  addMethods(app, place, '/changes', {
    GET: async (event) => {
      const answer = await snapshotOf(event).changes({
        since: event.url.searchParams.get('since') ?? '',
      });
      return versionResponse(event, place, known(answer), JSON_TYPE);
    },
    POST: listHandler(place, slots, options, async (body, snapshot, call) =>
      known(await snapshot.listChanges(body, call)),
    ),
  });
  addRoute(app, place, 'GET', '/changes.atom', async (event) => {
    const feed = await snapshotOf(event).changesAtom(`${place.prefix}/changes`);
    return versionResponse(event, place, known(feed), ATOM_TYPE);
  });
}

function known(answer: string | UnknownVersion): string {
  if (typeof answer === 'string') return answer;
  throw new Problem('unknown-version', answer.unknown);
}

/** A text that follows from the dataset version alone. */
function versionResponse(event: H3Event, { headers }: RoutePlace, text: string, contentType: string) {
  const tag = etag(snapshotOf(event).stamp.version, text);
  return cacheableResponse(event.req, headers, { text, tag, contentType });
}
