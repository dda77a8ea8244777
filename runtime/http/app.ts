/** The HTTP application, for every platform: what each request passes through, and what becomes of errors. */
import { H3, type H3Event } from 'h3';
import { FastResponse } from 'srvx';
import { DatasetUnavailable } from '../dataset/dataset.ts';
import { Disconnected } from './body.ts';
import { type Exchange, loggable, requestOf, tierOf } from './exchange.ts';
import { countRequest } from './guards.ts';
import type { AppOptions, RequestLine, Tier } from './options.ts';
import { Problem, unavailable } from './problem.ts';
import { problemResponse, type TierHeaders, tierHeaders } from './responses.ts';
import { addRoutes } from './routes/index.ts';
import type { Service } from './service.ts';

/** What log lines say of a request whose client left before the answer. */
const CLIENT_CLOSED_REQUEST = 499;

export function createApp(service: Service, options: AppOptions = {}): H3 {
  const headers: Record<Tier, TierHeaders> = {
    anonymous: tierHeaders('anonymous', options.limiters?.anonymous),
    key: tierHeaders('key', options.limiters?.key),
  };
  const logRequest = options.log?.request;
  const app = new H3({
    silent: true,
    // A URL with broken percent-encoding reaches the routes too: h3 would answer it with a body of its own.
    allowMalformedURL: true,
    onRequest: (event) => {
      beginExchange(event, service, options);
      const refusal = options.refuse?.(event.req);
      if (refusal !== undefined) return refuse(event, refusal, options);
    },
    onError: (error, event) => answerError(error, event, options, headers),
    ...(logRequest && { onResponse: (response, event) => logRequest(lineOf(response, event)) }),
  });
  addRoutes(app, options, headers);
  return app;
}

/** What the platform gave may throw: the answer to that error needs the exchange. */
function beginExchange({ req, context }: H3Event, service: Service, options: AppOptions): void {
  const { client, limiters, log } = options;
  const logged = log?.request !== undefined;
  const exchange: Exchange = { snapshot: undefined, started: logged ? performance.now() : 0, client: '' };
  context.exchange = exchange;
  const wanted = logged || limiters?.anonymous !== undefined || limiters?.key !== undefined;
  if (wanted) exchange.client = client?.(req) ?? req.ip ?? '';
  exchange.snapshot = service.snapshot();
}

/** Counted like any other request: malformed ones must not be a way past the limit. */
async function refuse(event: H3Event, problem: Problem, { limiters }: AppOptions): Promise<never> {
  const limiter = limiters?.[tierOf(event)];
  if (limiter !== undefined) await countRequest(event, limiter);
  throw problem;
}

/** h3 wraps what is not an error of its own: the cause is what was thrown. */
function answerError(
  error: Error,
  event: H3Event,
  options: AppOptions,
  headers: Record<Tier, TierHeaders>,
): Response {
  const thrown = error.cause instanceof Error ? error.cause : error;
  // Where the platform ended the connection it has told the client why.
  const told = thrown instanceof Disconnected ? options.refuse?.(event.req) : undefined;
  if (thrown instanceof Disconnected && told === undefined) {
    return new FastResponse(null, { status: CLIENT_CLOSED_REQUEST });
  }
  const { method } = event.req;
  const path = event.url.pathname;
  const problem = told ?? problemOf(thrown);
  if (problem !== thrown && told === undefined) logCause(thrown, event, options);
  const { exchange } = event.context;
  exchange.problem = problem.problem;
  return problemResponse(method, headers[tierOf(event)], problem, path, exchange.snapshot?.stamp);
}

/** A log that fails takes no answer away; h3 does the same for lines of requests. */
function logCause(error: Error, { req, url }: H3Event, { log }: AppOptions): void {
  try {
    log?.error(error, { method: req.method, path: loggable(url.pathname) });
  } catch {}
}

function problemOf(error: Error): Problem {
  if (error instanceof Problem) return error;
  // Shows only the file's path below dist/: the error's message is for the operator.
  if (error instanceof DatasetUnavailable) {
    return unavailable(`A file of the dataset is missing, damaged or not read in time: ${error.file}`);
  }
  return new Problem(
    'internal',
    'The service failed with an unexpected error; the operator has a log entry.',
  );
}

function lineOf(response: Response, event: H3Event): RequestLine {
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
