/**
 * The short way from Node's request to the edge and back. A web request and response for each question, which h3 needs
 * to route, cost more than the answer; whoever asks for a known path as it is documented gets it without them, and
 * every other request goes the long way. Both end at the same routes.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Route } from '../http/edge.ts';
import type { EdgeReply, EdgeRequest, Reply } from '../http/request.ts';
import { bodyAtHand, readMessage } from './serve-body.ts';
import { type Schedule, type Task, together } from './together.ts';

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
    schedule(new DirectExchange(route, message, response, { path, param, search }, client, schedule));
  };
}

/** Where a request leads. */
interface Address {
  path: string;
  param: string;
  search: string;
}

/** A request on its way: the edge's view of it, and its steps from there to the answer's last byte. */
class DirectExchange implements EdgeRequest, Task {
  readonly path: string;
  readonly param: string;
  readonly #route: Route;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #search: string;
  readonly #client: (message: IncomingMessage) => string;
  readonly #schedule: Schedule;
  /** What is left to do for the reply. */
  #left: (() => Reply) | undefined;
  #reply: EdgeReply | undefined;
  /** Steps of writing that are done. */
  #written = 0;
  #socket: Socket | null = null;

  constructor(
    route: Route,
    message: IncomingMessage,
    response: ServerResponse,
    { path, param, search }: Address,
    client: (message: IncomingMessage) => string,
    schedule: Schedule,
  ) {
    this.path = path;
    this.param = param;
    this.#route = route;
    this.#message = message;
    this.#response = response;
    this.#search = search;
    this.#client = client;
    this.#schedule = schedule;
  }

  step(): boolean {
    try {
      return this.#reply === undefined ? this.#answer() : this.#write(this.#reply);
    } catch {
      // Whoever asked sees an end, and the process goes on.
      this.#response.destroy();
      return false;
    }
  }

  #answer(): boolean {
    const left = this.#left;
    const reply = left === undefined ? this.#route.answer(this) : left();
    if (reply instanceof Promise) {
      reply.then(
        (late) => {
          this.#reply = late;
          this.#schedule(this);
        },
        () => this.#response.destroy(),
      );
      return false;
    }
    if (typeof reply === 'function') this.#left = reply;
    else this.#reply = reply;
    return true;
  }

  /** In three steps, so that a body goes to the system in the second, and all that is work of Node's before or after. */
  #write({ status, headers, body }: EdgeReply): boolean {
    const response = this.#response;
    switch (this.#written++) {
      case 0:
        if (body === null) {
          response.writeHead(status, [...headers]);
        } else {
          // Node joins what is written with an empty end, in two microseconds: here the end finds nothing left to send.
          this.#socket = response.socket;
          this.#socket?.cork();
          response
            .writeHead(status, [...headers, 'content-length', String(body.length)])
            .write(body, 'latin1');
        }
        return true;
      case 1:
        this.#socket?.uncork();
        return true;
      default:
        response.end();
        return false;
    }
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
