/**
 * The HTTP edge, for whatever platform carries it: routes, and the one way that every request goes from arrival to
 * reply. Every request ends as a reply made here, problems included.
 */
import { DatasetUnavailable } from '../dataset/dataset.ts';
import { clientKey } from './client.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import type { EdgeOptions, Limiter, RequestLine, Tier } from './options.ts';
import { pages } from './pages.ts';
import { Problem, type ProblemName } from './problem.ts';
import { preflightReply, problemReply, type TierHeaders, tierHeaders } from './reply.ts';
import { allSteps, type EdgeReply, type EdgeRequest, type Reply } from './request.ts';
import type { Service, Snapshot } from './service.ts';

export interface Route {
  /** Of plain segments; the last one may be a parameter (`:slug`) or the rest of the path (`**`). */
  path: string;
  /** Neither throws nor rejects, nor does a step of it. */
  answer(request: EdgeRequest): Reply;
}

const PREFIXES: Record<Tier, string> = { anonymous: '/v1', key: '/k/v1' };

/** What is found out about a request on its way; the log line is made of it. */
interface Exchange {
  request: EdgeRequest;
  tier: Tier;
  snapshot: Snapshot | undefined;
  keyId?: string;
  problem?: ProblemName;
}

type Handler = (exchange: Exchange) => Reply;

/** All there are; one with a rest (`**`) is meant only where no other fits. */
export function edgeRoutes(service: Service, options: EdgeOptions = {}): Route[] {
  const headers: Record<Tier, TierHeaders> = {
    anonymous: tierHeaders('anonymous', options.limiters?.anonymous),
    key: tierHeaders('key', options.limiters?.key),
  };
  const routes: Route[] = [];
  const route = (path: string, tier: Tier, handler: Handler) =>
    routes.push({
      path,
      answer: (request) => conduct(request, tier, handler, service, options, headers[tier]),
    });

  for (const tier of ['anonymous', 'key'] as const) {
    for (const endpoint of endpoints()) {
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
      byMethod('GET', headers.anonymous, ({ request }) => page.answer(request, headers.anonymous)),
    );
  }
  route('/**', 'anonymous', notFound);
  return routes;
}

/** Runs a handler, turns whatever it throws into a problem, and logs the request. */
function conduct(
  request: EdgeRequest,
  tier: Tier,
  handler: Handler,
  service: Service,
  options: EdgeOptions,
  headers: TierHeaders,
): Reply {
  const exchange: Exchange = { request, tier, snapshot: undefined };
  const logged = options.log?.request ? logging(exchange, options.log.request) : unlogged;
  const failed = (error: unknown): EdgeReply => logged(failure(error, exchange, options, headers));
  const attempt = (step: () => Reply): Reply => {
    try {
      const reply = step();
      if (typeof reply === 'function') return () => attempt(reply);
      return reply instanceof Promise ? reply.then(logged, failed) : logged(reply);
    } catch (error) {
      return failed(error);
    }
  };
  return attempt(() => {
    exchange.snapshot = service.snapshot();
    return handler(exchange);
  });
}

const unlogged = (reply: EdgeReply): EdgeReply => reply;

function logging(exchange: Exchange, log: (line: RequestLine) => void): (reply: EdgeReply) => EdgeReply {
  const { request, tier } = exchange;
  const started = performance.now();
  // Now: a socket that is closed has no address.
  const { client } = request;
  return (reply) => {
    log({
      method: request.method,
      path: loggable(request.path),
      status: reply.status,
      tier,
      ms: Math.round((performance.now() - started) * 100) / 100,
      client,
      ...(exchange.keyId === undefined ? {} : { keyId: exchange.keyId }),
      ...(exchange.problem === undefined ? {} : { problem: exchange.problem }),
    });
    return reply;
  };
}

/** OPTIONS and wrong methods are answered before anything is counted, read or looked up. */
function byMethod(method: 'GET' | 'POST', headers: TierHeaders, handler: Handler): Handler {
  const allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
  return (exchange) => {
    const asked = exchange.request.method;
    if (asked === method || (asked === 'HEAD' && method === 'GET')) return handler(exchange);
    if (asked === 'OPTIONS') return preflightReply(headers, allow);
    throw new Problem('method-not-allowed', `This endpoint takes ${allow}.`, { headers: [['allow', allow]] });
  };
}

/** An open or merely counted request goes straight on: a promise more is felt when thousands come in a second. */
function answer(endpoint: Endpoint, options: EdgeOptions, headers: TierHeaders): Handler {
  const proceed = ({ request, snapshot }: Exchange): Reply => {
    if (snapshot === undefined) throw unavailable('No dataset is mounted at the moment.');
    return endpoint.answer(request, headers, snapshot);
  };
  const admit = async (exchange: Exchange, counted: Promise<void> | undefined): Promise<EdgeReply> => {
    await counted;
    if (exchange.tier === 'key') await authenticate(exchange, options);
    return allSteps(proceed(exchange));
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
function limit({ request, tier }: Exchange, options: EdgeOptions): Promise<void> | undefined {
  const limiter = options.limiters?.[tier];
  const hit = limiter?.hit(clientKey(request.client));
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

async function authenticate(exchange: Exchange, options: EdgeOptions): Promise<void> {
  const id = await options.keys?.check(exchange.request.header('x-api-key'));
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

function failure(error: unknown, exchange: Exchange, options: EdgeOptions, headers: TierHeaders): EdgeReply {
  const { method, path } = exchange.request;
  const problem = asProblem(error);
  if (problem !== error) options.log?.error(error, { method, path: loggable(path) });
  exchange.problem = problem.problem;
  return problemReply(headers, method, problem, path, exchange.snapshot?.stamp);
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
