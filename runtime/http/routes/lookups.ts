/** `POST /v1/resolve`, `/v1/csp`, `/v1/search`: a JSON object in, an envelope out. `GET /v1/setting/{slug}`: a record. */
import { settingAt } from '../../check/snapshot.ts';
import { decodedPart } from '../../format/text.ts';
import { decodeBody, parseObject, readBody } from '../body.ts';
import { snapshotOf } from '../exchange.ts';
import type { Keep } from '../kept-answers.ts';
import { negotiateLanguage } from '../language.ts';
import { unknownSetting } from '../problem.ts';
import { AS_JSON, cacheableResponse, etag, jsonResponse } from '../responses.ts';
import { addRoute, type RoutePlace } from './route.ts';

export function addLookups(place: RoutePlace, keep: Keep): void {
  for (const method of ['resolve', 'csp', 'search'] as const) {
    const path = `/${method}`;
    addRoute(place, 'POST', path, async (event) => {
      const snapshot = snapshotOf(event);
      const body = decodeBody(await readBody(event));
      const make = async () => ({ body: await snapshot.json(method, parseObject(body)) });
      return jsonResponse(place.headers, (await keep(snapshot, `${path} ${body}`, make)).body);
    });
  }
}

export function addSetting(place: RoutePlace, keep: Keep): void {
  addRoute(place, 'GET', '/setting/:slug', async (event) => {
    const snapshot = snapshotOf(event);
    const query = event.url.search === '' ? undefined : event.url.searchParams;
    const asked = query?.get('lang') ?? undefined;
    const lang = asked ?? negotiateLanguage(event.req.headers.get('accept-language'), snapshot.languages);
    const slug = decodedPart(event.context.params?.slug ?? '');
    // A warning names each parameter that is not known.
    const request = { ...(query && Object.fromEntries(query)), slug, lang };
    // Letter case does not matter.
    const id = JSON.stringify(['setting', { ...request, slug: slug.toLowerCase() }]);
    const { body, tag = '' } = await keep(snapshot, id, async () => {
      const answer = await settingAt(snapshot, request);
      if (answer === undefined) throw unknownSetting();
      return { body: answer, tag: etag(snapshot.stamp.version, answer) };
    });
    return cacheableResponse(event.req, place.headers, {
      text: body,
      tag,
      headers: [AS_JSON],
      ...(asked === undefined && { vary: 'Accept-Language' }),
    });
  });
}
