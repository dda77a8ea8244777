/** `GET /livez` and `GET /readyz`, for orchestrators and load balancers, and `GET /metrics`. */
import type { H3 } from 'h3';
import { FastResponse } from 'srvx';
import type { Liveness, Readiness } from '../../contract/answers.ts';
import type { Snapshot } from '../../service.ts';
import { snapshotOf } from '../exchange.ts';
import type { AppOptions } from '../options.ts';
import { unavailable } from '../problem.ts';
import { jsonResponse, NO_STORE } from '../responses.ts';
import { addRoute, type RoutePlace } from './route.ts';

/** A probe that takes longer has failed: orchestrators do not wait for long. */
const PROBE_LIMIT_MS = 2000;

export function addProbes(app: H3, place: RoutePlace, { ready, metrics }: AppOptions): void {
  addRoute(app, place, 'GET', '/livez', ({ req }) =>
    jsonResponse(place.headers, JSON.stringify({ status: 'alive' } satisfies Liveness), req.method),
  );
  addRoute(app, place, 'GET', '/readyz', async (event) => {
    if (ready?.() === false) throw unavailable('The server is shutting down.');
    const snapshot = snapshotOf(event);
    await probeInTime(snapshot);
    const text = JSON.stringify({ status: 'ready', dataset: snapshot.stamp } satisfies Readiness);
    return jsonResponse(place.headers, text, event.req.method);
  });
  if (metrics === undefined) return;
  addRoute(app, place, 'GET', '/metrics', async () => {
    const { contentType, text } = await metrics();
    return new FastResponse(text, { headers: [['content-type', contentType], NO_STORE] });
  });
}

async function probeInTime(snapshot: Snapshot): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const late = unavailable(`Reading a file of the dataset takes longer than ${PROBE_LIMIT_MS} ms.`);
    timer = setTimeout(reject, PROBE_LIMIT_MS, late);
  });
  try {
    await Promise.race([snapshot.probe(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
