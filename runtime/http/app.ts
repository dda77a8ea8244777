/**
 * The HTTP edge: an h3 application over a {@link Service}. Every request ends as a `Response` made here: h3's own
 * errors quote the URL, and know neither 405 nor problem details.
 */
import { H3, type H3Event } from 'h3';
import { DatasetUnavailable } from '../dataset.ts';
import { clientKey } from './client.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import type { AppOptions, Limiter, Tier } from './options.ts';
import { pages } from './pages.ts';
import { Problem, type ProblemName } from './problem.ts';
import { preflightReply, problemReply, type TierHeaders, tierHeaders } from './reply.ts';
import type { Service, Snapshot } from './service.ts';

const PREFIXES: Record<Tier, string> = { anonymous: '/v1', key: '/k/v1' };

/** What is found out about a request on its way; the log line is made of it. */
interface Exchange {
  event: H3Event;
  tier: Tier;
  client: string;
  snapshot: Snapshot | undefined;
  keyId?: string;
  problem?: ProblemName;
}

type Handler = (exchange: Exchange) => Response | Promise<Response>;

export function createApp(service: Service, options: AppOptions = {}): H3 {
  // A URL with broken percent-encoding comes to us too: h3 would answer it with a body of its own.
  const app = new H3({ silent: true, allowMalformedURL: true });
  const headers: Record<Tier, TierHeaders> = {
    anonymous: tierHeaders('anonymous', options.limiters?.anonymous),
    key: tierHeaders('key', options.limiters?.key),
  };
  const route = (path: string, tier: Tier, handler: Handler) =>
    app.all(path, (event) => conduct(event, tier, handler, service, options, headers[tier]));

  for (const tier of ['anonymous', 'key'] as const) {
    for (const endpoint of endpoints(options)) {
      route(
        PREFIXES[tier] + endpoint.path,
        tier,
        byMethod(endpoint.method, headers[tier], answer(endpoint, options, headers[tier])),
      );
    }
    route(`${PREFIXES[tier]}/**`, tier, async (exchange) => {
      await limit(exchange, options);
      return notFound();
    });
  }
  for (const page of pages()) {
    route(
      page.path,
      'anonymous',
      byMethod('GET', headers.anonymous, ({ event }) => page.answer(event, headers.anonymous)),
    );
  }
  route('/**', 'anonymous', notFound);
  return app;
}

/** Runs a handler, turns whatever it throws into a problem, and logs the request. */
async function conduct(
  event: H3Event,
  tier: Tier,
  handler: Handler,
  service: Service,
  options: AppOptions,
  headers: TierHeaders,
): Promise<Response> {
  const started = performance.now();
  const client = options.client?.(event.req) ?? event.req.ip ?? '';
  const exchange: Exchange = { event, tier, client, snapshot: undefined };
  let response: Response;
  try {
    exchange.snapshot = service.snapshot();
    response = await handler(exchange);
  } catch (error) {
    response = failure(error, exchange, options, headers);
  }
  options.log?.request?.({
    method: event.req.method,
    path: loggable(event.url.pathname),
    status: response.status,
    tier,
    ms: Math.round((performance.now() - started) * 100) / 100,
    client,
    ...(exchange.keyId === undefined ? {} : { keyId: exchange.keyId }),
    ...(exchange.problem === undefined ? {} : { problem: exchange.problem }),
  });
  return response;
}

/** OPTIONS and wrong methods are answered before anything is counted, read or looked up. */
function byMethod(method: 'GET' | 'POST', headers: TierHeaders, handler: Handler): Handler {
  const allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
  return (exchange) => {
    const asked = exchange.event.req.method;
    if (asked === method || (asked === 'HEAD' && method === 'GET')) return handler(exchange);
    if (asked === 'OPTIONS') return preflightReply(headers, allow);
    throw new Problem('method-not-allowed', `This endpoint takes ${allow}.`, { headers: [['allow', allow]] });
  };
}

/** An open or merely counted request goes straight on: a promise more is felt when thousands come in a second. */
function answer(endpoint: Endpoint, options: AppOptions, headers: TierHeaders): Handler {
  const proceed = ({ event, snapshot }: Exchange): Promise<Response> => {
    if (snapshot === undefined) throw unavailable('No dataset is mounted at the moment.');
    return endpoint.answer(event, headers, snapshot);
  };
  const admit = async (exchange: Exchange, counted: Promise<void> | undefined): Promise<Response> => {
    await counted;
    if (exchange.tier === 'key') await authenticate(exchange, options);
    return proceed(exchange);
  };
  return (exchange) => {
    if (endpoint.open === true) return proceed(exchange);
    const counted = limit(exchange, options);
    return counted === undefined && exchange.tier === 'anonymous'
      ? proceed(exchange)
      : admit(exchange, counted);
  };
}

/** Before the key is looked at: guessing keys is limited like everything else. */
function limit({ client, tier }: Exchange, options: AppOptions): Promise<void> | undefined {
  const limiter = options.limiters?.[tier];
  const hit = limiter?.hit(clientKey(client));
  if (limiter === undefined || hit === undefined) return undefined;
  const judge = (seconds: number): void => {
    if (seconds > 0) throw rateLimited(limiter, seconds);
  };
  return typeof hit === 'number' ? void judge(hit) : hit.then(judge);
}

function rateLimited(limiter: Limiter, seconds: number): Problem {
  const wait = String(Math.ceil(seconds));
  return new Problem('rate-limited', `At most ${limiter.limit} requests a minute; wait ${wait} seconds.`, {
    headers: [['retry-after', wait]],
  });
}

async function authenticate(exchange: Exchange, options: AppOptions): Promise<void> {
  const id = await options.keys?.check(exchange.event.req.headers.get('x-api-key'));
  if (id === undefined) {
    throw new Problem('unauthorized', 'This path needs a valid key in the header X-API-Key.', {
      headers: [['www-authenticate', 'ApiKey realm="hivecheck", header="X-API-Key"']],
    });
  }
  exchange.keyId = id;
}

function notFound(): never {
  throw new Problem('unknown-endpoint', 'Nothing is served at this path. GET / lists the endpoints.');
}

function failure(error: unknown, exchange: Exchange, options: AppOptions, headers: TierHeaders): Response {
  const { event } = exchange;
  const path = event.url.pathname;
  const problem = asProblem(error);
  if (problem !== error) options.log?.error(error, { method: event.req.method, path: loggable(path) });
  exchange.problem = problem.problem;
  return problemReply(headers, event.req.method, problem, path, exchange.snapshot?.stamp);
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // Only the file's path below dist/ is told: the error's message is the operator's.
  if (error instanceof DatasetUnavailable) {
    return unavailable(`A file of the dataset is missing or is not what its manifest says: ${error.file}`);
  }
  return new Problem('internal', 'The service failed in an unforeseen way; the operator has a log entry.');
}

function unavailable(detail: string): Problem {
  return new Problem('dataset-unavailable', detail, { headers: [['retry-after', '5']] });
}

/** A key that someone puts into the path must not end in a log. */
function loggable(path: string): string {
  return path.includes('hck_') ? path.replaceAll(/hck_[\dA-Za-z]*/g, 'hck_…') : path;
}
