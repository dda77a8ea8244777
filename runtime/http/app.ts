/** The HTTP application, for every platform: the steps of each request, and the answers to errors. */
import { H3, type H3Event } from 'h3';
import { FastResponse } from 'srvx';
import type { Service } from '../service.ts';
import { Disconnected } from './body.ts';
import { type Exchange, logError, requestOf, tierOf } from './exchange.ts';
import { countRequest } from './guards.ts';
import type { AppLog, AppOptions, RequestLine, Tier } from './options.ts';
import { explain, type Problem } from './problem.ts';
import { problemResponse, type TierHeaders, tierHeaders } from './responses.ts';
import { addRoutes } from './routes/index.ts';

/** The status in log lines of a request whose client left before the answer. */
const CLIENT_CLOSED_REQUEST = 499;

export function createHttpApp(service: Service, given: AppOptions = {}): H3 {
  const options = { ...given, ...(given.log && { log: unfailing(given.log) }) };
  const headers: Record<Tier, TierHeaders> = {
    anonymous: tierHeaders('anonymous', options.limiters?.anonymous, options.gzip !== undefined),
    key: tierHeaders('key', options.limiters?.key, options.gzip !== undefined),
  };
  const app = new H3({
    silent: true,
    // A URL with broken percent-encoding reaches the routes too: h3 would answer it with a body of its own.
    allowMalformedURL: true,
    onRequest: (event) => {
      const { req, context } = event;
      const exchange: Exchange = { snapshot: undefined, started: performance.now(), client: '' };
      // Functions of the platform may throw: the answer to that error needs the exchange, so it is set first.
      context.exchange = exchange;
      exchange.client = options.client?.(req) ?? req.ip ?? '';
      exchange.snapshot = service.snapshot();
      const refusal = options.refuse?.(req);
      if (refusal !== undefined) return countAndRefuse(event, refusal, options);
    },
    onError: (error, event) => answerError(error, event, options, headers),
    ...(options.log?.request && {
      onResponse: (response, event) => options.log?.request?.(requestLine(response, event)),
    }),
  });
  addRoutes(app, options, headers);
  return app;
}

/** A log whose errors do not reach an answer. */
function unfailing(log: AppLog): AppLog {
  // A log may be an async function.
  const attempt = async (write: () => void): Promise<void> => {
    try {
      await write();
    } catch {}
  };
  return {
    ...(log.request && { request: (line) => void attempt(() => log.request?.(line)) }),
    error: (error, where) => void attempt(() => log.error(error, where)),
    cut: (request) => void attempt(() => log.cut?.(request)),
  };
}

/** Counts the request like any other: malformed ones must not bypass the limit. */
async function countAndRefuse(event: H3Event, problem: Problem, { limiters }: AppOptions): Promise<never> {
  await countRequest(event, limiters?.[tierOf(event)]);
  throw problem;
}

function answerError(
  error: Error,
  event: H3Event,
  { refuse, log }: AppOptions,
  headers: Record<Tier, TierHeaders>,
): Response {
  const { req, url, context } = event;
  // h3 wraps what is not an error of its own: the cause is what was thrown.
  const thrown = error.cause instanceof Error ? error.cause : error;
  const hasLeft = thrown instanceof Disconnected;
  // Where the platform ended the connection it has sent the reason to the client.
  const problem = hasLeft ? refuse?.(req) : explain(thrown);
  if (problem === undefined) return new FastResponse(null, { status: CLIENT_CLOSED_REQUEST });
  // Details that a client must not see.
  if (!hasLeft && problem !== thrown) logError(thrown, event, log);
  context.exchange.problem = problem.problem;
  const stamp = context.exchange.snapshot?.stamp;
  return problemResponse(req.method, headers[tierOf(event)], problem, url.pathname, stamp);
}

function requestLine(response: Response, event: H3Event): RequestLine {
  const { exchange, matchedRoute } = event.context;
  return {
    ...requestOf(event),
    endpoint: matchedRoute?.route ?? '',
    status: response.status,
    tier: tierOf(event),
    ms: Math.round((performance.now() - exchange.started) * 100) / 100,
    ...(exchange.keyId !== undefined && { keyId: exchange.keyId }),
    ...(exchange.problem !== undefined && { problem: exchange.problem }),
  };
}
