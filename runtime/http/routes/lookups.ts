/** `POST /v1/resolve`, `/v1/csp`, `/v1/search`: a JSON object in, an envelope out. `GET /v1/setting/{slug}`: a record. */
import type { EventHandler, H3Event } from 'h3';
import { settingAt } from '../../check/snapshot.ts';
import { decodedPart } from '../../format/text.ts';
import type { Snapshot } from '../../service.ts';
import { decodeBody, parseObject, readBody } from '../body.ts';
import { snapshotOf } from '../exchange.ts';
import type { Keep } from '../kept-answers.ts';
import { negotiateLanguage } from '../language.ts';
import { Problem } from '../problem.ts';
import { cacheableResponse, etag, JSON_TYPE, jsonResponse } from '../responses.ts';
import { addRoute, type RoutePlace } from './route.ts';

export function addLookups(place: RoutePlace, keep: Keep): void {
  const add = (method: 'resolve' | 'csp' | 'search') => {
    const path = `/${method}`;
    const handler: EventHandler = async (event) => {
      const snapshot = snapshotOf(event);
      const body = decodeBody(await readBody(event));
      const make = async () => ({ body: await snapshot.json(method, parseObject(body)) });
      return jsonResponse(place.headers, (await keep(snapshot, `${path} ${body}`, make)).body);
    };
    addRoute(place, 'POST', path, handler);
  };
  add('resolve');
  add('csp');
  add('search');
}

export function addSetting(place: RoutePlace, keep: Keep): void {
  addRoute(place, 'GET', '/setting/:slug', async (event) => {
    const snapshot = snapshotOf(event);
    const query = event.url.search === '' ? undefined : event.url.searchParams;
    const { lang, negotiated } = languageOf(query, event, snapshot);
    const slug = decodedPart(event.context.params?.slug ?? '');
    // A warning names each parameter that is not known.
    const request = { ...(query && Object.fromEntries(query)), slug, lang };
    // Letter case does not matter.
    const id = JSON.stringify(['setting', { ...request, slug: slug.toLowerCase() }]);
    const { body, tag = '' } = await keep(snapshot, id, async () => {
      const answer = await settingAt(snapshot, request);
      if (answer === undefined) {
        throw new Problem(
          'unknown-setting',
          'This dataset version has no setting with this slug or policyId; search, resolve and csp give slugs.',
        );
      }
      return { body: answer, tag: etag(snapshot.stamp.version, answer) };
    });
    return cacheableResponse(event.req, place.headers, {
      text: body,
      tag,
      contentType: JSON_TYPE,
      ...(negotiated && { vary: 'Accept-Language' }),
    });
  });
}

/** The query's language, else the best match of the header. */
function languageOf(
  query: URLSearchParams | undefined,
  { req }: H3Event,
  { languages }: Snapshot,
): { lang: string; negotiated: boolean } {
  const asked = query?.get('lang') ?? null;
  return asked === null
    ? { lang: negotiateLanguage(req.headers.get('accept-language'), languages), negotiated: true }
    : { lang: asked, negotiated: false };
}
