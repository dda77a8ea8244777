/** `GET /v1/changes?since=<version>` and the same feed for feed readers, `GET /v1/changes.atom`. */
import type { H3 } from 'h3';
import { snapshotOf } from '../exchange.ts';
import { Problem } from '../problem.ts';
import { JSON_TYPE } from '../responses.ts';
import { changesRequest } from '../validate.ts';
import { addRoute, type RoutePlace, versionResponse } from './route.ts';

const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

export function addChanges(app: H3, place: RoutePlace): void {
  addRoute(app, place, 'GET', '/changes', async (event) => {
    const answer = await snapshotOf(event).changes(changesRequest(event.url.searchParams));
    return versionResponse(event, place, known(answer), JSON_TYPE);
  });
  addRoute(app, place, 'GET', '/changes.atom', async (event) => {
    const feed = await snapshotOf(event).changesAtom(`${place.prefix}/changes`);
    return versionResponse(event, place, known(feed), ATOM_TYPE);
  });
}

function known(answer: string | { unknown: string }): string {
  if (typeof answer === 'string') return answer;
  throw new Problem('unknown-version', answer.unknown);
}
