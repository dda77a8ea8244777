/** `GET /v1/health`, `/v1/coverage`, `/v1/changes` and `/v1/changes.atom`: what the dataset in service says of itself. For orchestrators `GET /livez`, `/readyz` and `/metrics`. */
import type { H3Event } from 'h3';
import type { UnknownVersion } from '../../answer/changes.ts';
import type { Liveness, Readiness } from '../../contract/answers.ts';
import type { Snapshot } from '../../service.ts';
import { snapshotOf } from '../exchange.ts';
import type { AppOptions } from '../options.ts';
import { Problem, unavailable } from '../problem.ts';
import { AS_JSON, cacheableResponse, etag, jsonResponse, NO_STORE, respond } from '../responses.ts';
import { addMethods, addRoute, type RoutePlace } from './route.ts';
import { listHandler, type VerifySlots } from './verify.ts';

const AS_ATOM: [string, string] = ['content-type', 'application/atom+xml; charset=utf-8'];

/** Describes this moment, so no cache may store it. */
export function addHealth(place: RoutePlace): void {
  addRoute(place, 'GET', '/health', (event) =>
    jsonResponse(place.headers, JSON.stringify(snapshotOf(event).health()), event.req.method),
  );
}

export function addReports(place: RoutePlace, slots: VerifySlots, options: AppOptions): void {
  addRoute(place, 'GET', '/coverage', async (event) => {
    return versionResponse(event, place, JSON.stringify(await snapshotOf(event).coverage()));
  });
  addMethods(place, '/changes', {
    GET: async (event) => {
      const { searchParams } = event.url;
      const since = searchParams.get('since') ?? '';
      // The problem names a parameter that is not known.
      const answer = await snapshotOf(event).changes({ ...Object.fromEntries(searchParams), since });
      return versionResponse(event, place, known(answer));
    },
    POST: listHandler(place, slots, options, async (body, snapshot, call) =>
      known(await snapshot.listChanges(body, call)),
    ),
  });
  addRoute(place, 'GET', '/changes.atom', async (event) => {
    const feed = await snapshotOf(event).changesAtom(`${place.prefix}/changes`);
    return versionResponse(event, place, known(feed), AS_ATOM);
  });
}

function known(answer: string | UnknownVersion): string {
  if (typeof answer === 'string') return answer;
  throw new Problem('unknown-version', answer.unknown);
}

/** A text that follows from the dataset version alone. */
function versionResponse(event: H3Event, { headers }: RoutePlace, text: string, form = AS_JSON) {
  const tag = etag(snapshotOf(event).stamp.version, text);
  return cacheableResponse(event.req, headers, { text, tag, headers: [form] });
}

/** A probe that takes longer has failed: orchestrators do not wait for long. */
const PROBE_LIMIT_MS = 2000;

export function addProbes(place: RoutePlace, { ready, metrics }: AppOptions): void {
  addRoute(place, 'GET', '/livez', ({ req }) =>
    jsonResponse(place.headers, JSON.stringify({ status: 'alive' } satisfies Liveness), req.method),
  );
  addRoute(place, 'GET', '/readyz', async (event) => {
    if (ready?.() === false) throw unavailable('The server is shutting down.');
    const snapshot = snapshotOf(event);
    await probeInTime(snapshot);
    const text = JSON.stringify({ status: 'ready', dataset: snapshot.stamp } satisfies Readiness);
    return jsonResponse(place.headers, text, event.req.method);
  });
  if (metrics === undefined) return;
  addRoute(place, 'GET', '/metrics', async () => {
    const { contentType, text } = await metrics();
    return respond('GET', 200, [['content-type', contentType], NO_STORE], text);
  });
}

async function probeInTime(snapshot: Snapshot): Promise<void> {
  const late = unavailable(`Reading a file of the dataset takes longer than ${PROBE_LIMIT_MS} ms.`);
  const limit = new Promise<never>((_resolve, reject) => {
    AbortSignal.timeout(PROBE_LIMIT_MS).addEventListener('abort', () => reject(late));
  });
  await Promise.race([snapshot.probe(), limit]);
}
