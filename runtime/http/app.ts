/** The edge as an h3 application: the way in wherever there are web requests, and on Node for what has no shorter one. */
import { H3, type H3Event } from 'h3';
import { FastResponse, type ServerRequest } from 'srvx';
import { toBytes } from '../bytes.ts';
import { readBodyStream } from './body.ts';
import { edgeRoutes, type Route } from './edge.ts';
import type { AppOptions, WebClient } from './options.ts';
import { allSteps, type EdgeReply, type EdgeRequest } from './request.ts';
import type { Service } from './service.ts';

export function createApp(service: Service, options: AppOptions = {}): H3 {
  return appOf(edgeRoutes(service, options), options.client);
}

export function appOf(routes: readonly Route[], client?: WebClient): H3 {
  // A URL with broken percent-encoding comes to us too: h3 would answer it with a body of its own.
  const app = new H3({ silent: true, allowMalformedURL: true });
  for (const route of routes) {
    const name = /:(\w+)$/.exec(route.path)?.[1];
    app.all(route.path, async (event) =>
      responseOf(await allSteps(route.answer(requestOf(event, name, client)))),
    );
  }
  return app;
}

function requestOf(event: H3Event, name: string | undefined, client: WebClient | undefined): EdgeRequest {
  const request: ServerRequest = event.req;
  return {
    method: request.method,
    path: event.url.pathname,
    param: (name === undefined ? undefined : event.context.params?.[name]) ?? '',
    client: client?.(request) ?? request.ip ?? '',
    query: (parameter) => event.url.searchParams.get(parameter),
    header: (header) => request.headers.get(header),
    body: (limit) => readBodyStream(request, limit),
  };
}

/** Where there is no Node, `FastResponse` is the platform's own `Response`. */
function responseOf({ status, headers, body }: EdgeReply): Response {
  const pairs: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] ?? '', headers[at + 1] ?? '']);
  return new FastResponse(body === null ? null : toBytes(body), { status, headers: pairs });
}
