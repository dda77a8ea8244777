/** The problems of connections: what Node refuses before there is a request for the application. */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DatasetStamp } from '../contract/words.ts';
import { loggable, tierBy } from '../http/exchange.ts';
import type { AppLog, AppOptions, Tier } from '../http/options.ts';
import { PROBLEMS, Problem, problemBody } from '../http/problem.ts';
import { problemHeaders, type TierHeaders, tierHeaders } from '../http/responses.ts';
import { currentResponse, endSlowly, type HttpServer, TINY_CHUNKS } from './http-internals.ts';
import { REFUSED } from './request-check.ts';

interface TransportOptions {
  stamp: () => DatasetStamp | undefined;
  /** For the headers of the answers. */
  limiters: AppOptions['limiters'];
  /** Called with each problem that the application does not see, as with those of a request. */
  log: AppLog;
}

/** Answers with problem documents where Node would send a bare status line or close the connection. */
export function answerTransportProblems(server: HttpServer, options: TransportOptions): void {
  const refuse = (socket: Duplex, problem: Problem, method = ''): void => {
    const request = currentResponse(socket)?.req;
    const isLate = problem.problem === 'request-timeout' || problem.problem === 'overloaded';
    // The application logs a request that it has itself. What follows a complete one is another.
    if (request !== undefined && (isLate || !request.complete)) REFUSED.set(request, problem);
    else logProblem(socket, problem, method);
    const tier = tierOfMessage(request);
    const headers = tierHeaders(tier, options.limiters?.[tier]);
    endSlowly(socket, rawResponse(problem, headers, options.stamp()));
  };
  const logProblem = (socket: Duplex, { problem }: Problem, method: string): void => {
    const { status } = PROBLEMS[problem];
    const client = 'remoteAddress' in socket ? String(socket.remoteAddress ?? '') : '';
    const line = { method, path: '', endpoint: '', status, tier: 'anonymous', ms: 0, client } as const;
    options.log.request?.({ ...line, problem });
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // What comes after the last answer; a reset closes the connection by itself.
    if (socket.writableEnded) return;
    // Not one that was reset, or whose handshake failed.
    const isOpen = !/^(ECONNRESET$|ERR_(TLS|SSL)_)/.test(error.code ?? '') && socket.writable;
    if (isOpen && !isAnswering(socket)) return refuse(socket, connectionProblem(error));
    // The next request is late, and the answer before it is still being sent.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket instanceof Socket)
      reportCut(socket, options.log.cut);
    socket.destroy();
  });
  server.on('connect', (_request, socket) => {
    // Node has taken its own listener away: the reset of a client would end the process.
    socket.on('error', () => socket.destroy()).resume();
    refuse(socket, new Problem('not-implemented', 'CONNECT is not served.'), 'CONNECT');
  });
  // A silent connection: one in the middle of a request gets a problem, one between requests does not.
  server.on('timeout', (socket) => {
    const moved = socket.bytesRead + socket.bytesWritten;
    // Timers come before sockets in a turn of the event loop: what a late turn has not read or answered yet comes first.
    setImmediate(() => {
      if (socket.bytesRead + socket.bytesWritten > moved) return;
      const isWorking = currentResponse(socket)?.req.complete === true;
      if (socket.writable && isIncomplete(socket)) return refuse(socket, isWorking ? tooLong() : timedOut());
      reportCut(socket, options.log.cut);
      socket.destroy();
    });
  });
}

function connectionProblem({ code }: NodeJS.ErrnoException): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers-too-large', 'Request line and headers may have at most 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return timedOut();
    case TINY_CHUNKS:
      return new Problem(
        'bad-request',
        'The body arrives in chunks of less than 32 bytes; send larger ones.',
      );
    default:
      return new Problem('bad-request', 'What arrived is not a valid HTTP request.');
  }
}

function timedOut(): Problem {
  return new Problem('request-timeout', 'The request did not arrive in time.');
}

function tooLong(): Problem {
  const detail = 'The answer was not ready in time; send fewer values in one request, or try again later.';
  return new Problem('overloaded', detail, { headers: [['retry-after', '1']] });
}

/** To be called before a connection is ended: whether an answer is cut by that. */
export function reportCut(socket: Socket, report: AppLog['cut']): void {
  const request = currentResponse(socket)?.req;
  if (request === undefined || !isAnswering(socket)) return;
  const path = loggable(requestPath(request));
  report?.({ method: request.method ?? '', path, client: socket.remoteAddress ?? '' });
}

/** Something of a response is sent: anything more would be read as a part of it. */
function isAnswering(socket: object): boolean {
  return currentResponse(socket)?.headersSent === true;
}

function isIncomplete(socket: { bytesRead: number; bytesWritten: number }): boolean {
  const response = currentResponse(socket);
  if (response !== undefined) return !response.headersSent;
  return socket.bytesRead > 0 && socket.bytesWritten === 0;
}

/** Nobody's where the request was not read so far as to have a path. */
function tierOfMessage(request: IncomingMessage | undefined): Tier {
  return request === undefined
    ? 'anonymous'
    : tierBy(requestPath(request), () => 'x-api-key' in request.headers);
}

function requestPath({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

function rawResponse(problem: Problem, tier: TierHeaders, stamp: DatasetStamp | undefined): string {
  const { status } = PROBLEMS[problem.problem];
  const body = problemBody(problem, '', stamp);
  const headers = [
    ...problemHeaders(tier, problem),
    ['content-length', String(Buffer.byteLength(body))],
    ['connection', 'close'],
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`;
}
