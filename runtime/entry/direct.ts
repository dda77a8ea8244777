/**
 * The short way from Node's request to the edge and back. A web request and response for each question, which h3 needs
 * to route, cost more than the answer; whoever asks for a known path as it is documented gets it without them, and
 * every other request goes the long way. Both end at the same routes.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Route } from '../http/edge.ts';
import type { EdgeReply, EdgeRequest } from '../http/request.ts';
import { bodyAtHand, readMessage } from './serve-body.ts';
import { type Schedule, together } from './together.ts';

/** Means the same to every URL parser, which `..` does not. */
const PLAIN = /^\w[\w.-]*$/;

/**
 * `otherwise` answers what is no plain request for one of the routes; `client` gives the client's address; `schedule`
 * says when a request that is there is answered.
 */
export function directListener(
  routes: readonly Route[],
  otherwise: RequestListener,
  client: (message: IncomingMessage) => string,
  schedule: Schedule = together(),
): RequestListener {
  const whole = new Map<string, Route>();
  const parents = new Map<string, Route>();
  for (const route of routes) {
    if (route.path.endsWith('*')) continue;
    const colon = route.path.indexOf(':');
    if (colon === -1) whole.set(route.path, route);
    else parents.set(route.path.slice(0, colon), route);
  }
  return (message, response) => {
    const url = message.url ?? '';
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    const search = mark === -1 ? '' : url.slice(mark + 1);
    let route = whole.get(path);
    let param = '';
    if (route === undefined) {
      const slash = path.lastIndexOf('/') + 1;
      route = parents.get(path.slice(0, slash));
      param = path.slice(slash);
      if (route === undefined || !PLAIN.test(param)) return otherwise(message, response);
    }
    if (search.includes('#')) return otherwise(message, response);
    const request = new DirectRequest(message, path, param, search, client, schedule);
    schedule(() => answer(route, request, response));
  };
}

/** Returns the writing of the answer where it is there at once. */
function answer(route: Route, request: EdgeRequest, response: ServerResponse): (() => void) | undefined {
  const reply = route.answer(request);
  if (!(reply instanceof Promise)) return () => send(response, reply);
  reply.then(
    (late) => send(response, late),
    () => response.destroy(),
  );
  return undefined;
}

class DirectRequest implements EdgeRequest {
  readonly path: string;
  readonly param: string;
  readonly #client: (message: IncomingMessage) => string;
  readonly #schedule: Schedule;
  readonly #message: IncomingMessage;
  readonly #search: string;

  constructor(
    message: IncomingMessage,
    path: string,
    param: string,
    search: string,
    client: (message: IncomingMessage) => string,
    schedule: Schedule,
  ) {
    this.path = path;
    this.param = param;
    this.#client = client;
    this.#schedule = schedule;
    this.#message = message;
    this.#search = search;
  }

  get method(): string {
    return this.#message.method ?? 'GET';
  }

  get client(): string {
    return this.#client(this.#message);
  }

  query(name: string): string | null {
    const search = this.#search;
    if (search === '') return null;
    // One parameter and nothing to decode.
    const value = search.startsWith(`${name}=`) ? search.slice(name.length + 1) : '';
    if (PLAIN.test(value)) return value;
    return new URLSearchParams(search).get(name);
  }

  header(name: string): string | null {
    const value = this.#message.headers[name];
    return value === undefined ? null : String(value);
  }

  body(limit: number): string | Promise<string> {
    return bodyAtHand(this.#message, limit) ?? readMessage(this.#message, limit, this.#schedule);
  }
}

function send(response: ServerResponse, { status, headers, body }: EdgeReply): void {
  try {
    if (body === null) {
      response.writeHead(status, [...headers]).end();
      return;
    }
    const { socket } = response;
    // Node joins what is written with an empty end, in two microseconds: here the end finds nothing left to send.
    socket?.cork();
    response.writeHead(status, [...headers, 'content-length', String(body.length)]).write(body, 'latin1');
    socket?.uncork();
    response.end();
  } catch {
    // Whoever asked sees an end, and the process goes on.
    response.destroy();
  }
}
