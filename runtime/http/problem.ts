/** The problems (RFC 9457) that the API answers with; every one has a page under its `type`. */
import type { FieldError } from '../contract/answers.ts';
import type { DatasetStamp } from '../contract/words.ts';
import { DatasetUnavailable } from '../dataset/dataset.ts';

/** `about` is the text of the page: the cause, and what the client should do. */
export const PROBLEMS = {
  'malformed-body': {
    status: 400,
    title: 'The body is not a JSON object',
    about: 'The body could not be read as one JSON object in UTF-8. Send an object, without trailing text.',
  },
  'invalid-request': {
    status: 400,
    title: 'A field is missing, of the wrong type or out of bounds',
    about:
      'The member “errors” names every bad field at once: “pointer” is a JSON Pointer to the field (a query parameter is named the same way), “detail” says what is expected. Correct them all and ask again; repeating the request unchanged cannot succeed.',
  },
  unauthorized: {
    status: 401,
    title: 'No valid key',
    about:
      'Paths under /k/v1/ need a valid key in the header X-API-Key, and a key that is sent to /mcp must be valid. A missing, an unknown and a revoked key get the same answer. The same endpoints without a key are under /v1/.',
  },
  forbidden: {
    status: 403,
    title: 'The Host or Origin is not allowed',
    about:
      'For /mcp the header Host must name this server, and the header Origin, where a browser sends one, a page that may call it: otherwise any web page could reach a server of the local network. The operator allows further names with HIVECHECK_MCP_HOSTS and HIVECHECK_MCP_ORIGINS.',
  },
  'unknown-setting': {
    status: 404,
    title: 'No setting has this slug',
    about:
      'The dataset version named in “dataset” has no setting with this slug or policyId. Find slugs with resolve, csp or search.',
  },
  'unknown-version': {
    status: 404,
    title: 'The changes since this version are not known',
    about:
      'The feed of changes does not lead from the version named in “since” to the dataset in service: the version is too old, was never in service here, or there is no feed. “detail” says which. Nothing is said about what changed: take every setting for changed, and ask for each anew.',
  },
  'unknown-endpoint': {
    status: 404,
    title: 'No such endpoint',
    about: 'Nothing is served at this path. GET / lists the endpoints, /openapi.json describes them.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The endpoint does not take this method',
    about: 'The header Allow lists the methods that the endpoint takes.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    about:
      'Requests with a list (verify, convert, changes), and calls of the MCP tools of these names, may have 1 MiB (1,048,576 bytes), every other request 16 KiB (16,384 bytes). The connection is closed after this answer.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body is not declared as JSON',
    about: 'Send the header “Content-Type: application/json” and an uncompressed UTF-8 body.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    about:
      'The client address has used up its requests of this one-minute window. Wait for as many seconds as the header Retry-After says.',
  },
  'bad-request': {
    status: 400,
    title: 'The request is not valid HTTP',
    about:
      'The message is not HTTP, has no Host header or several, or its Host or request target is not valid. Correct the client; repeating the request unchanged cannot succeed.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request took too long to arrive',
    about: 'The head or the body did not arrive in time. The connection is closed; send the request again.',
  },
  'expectation-failed': {
    status: 417,
    title: 'The expectation cannot be met',
    about: 'The only expectation that is met is “Expect: 100-continue”. Leave the header out.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    about: 'Request line and headers together may have at most 16 KiB.',
  },
  'not-implemented': {
    status: 501,
    title: 'The method or encoding is not implemented',
    about:
      'CONNECT is not served, and “Transfer-Encoding” may be chunked only. Send a plain HTTP/1.1 request.',
  },
  overloaded: {
    status: 503,
    title: 'Too much work at once',
    about:
      'The service has as much work as it takes at once, or the answer took too long to make: then send fewer values in one request. Wait for as many seconds as the header Retry-After says.',
  },
  'dataset-unavailable': {
    status: 503,
    title: 'The dataset cannot answer this now',
    about:
      'A file that the answer needs is missing, fails its checksum or cannot be read in time, or no dataset is mounted. The service never gives a partial or a guessed answer. Wait for as many seconds as the header Retry-After says; other questions may be answered meanwhile.',
  },
  internal: {
    status: 500,
    title: 'Unexpected error',
    about: 'The service failed with an unexpected error. The operator has a log entry; try again later.',
  },
} as const satisfies Record<string, { status: number; title: string; about: string }>;

export type ProblemName = keyof typeof PROBLEMS;

/** Thrown by routes and middleware; becomes the answer. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly problem: ProblemName;
  readonly errors: FieldError[] | undefined;
  readonly headers: [string, string][];

  constructor(
    problem: ProblemName,
    detail: string,
    more?: { errors?: FieldError[]; headers?: [string, string][] },
  ) {
    super(detail);
    this.problem = problem;
    this.errors = more?.errors;
    this.headers = more?.headers ?? [];
  }
}

/** `instance` is the request's path as it was sent, without the query. */
export function problemBody(problem: Problem, instance: string, dataset: DatasetStamp | undefined): string {
  const { status, title } = PROBLEMS[problem.problem];
  const type = `/problems/${problem.problem}`;
  return JSON.stringify({
    type,
    title,
    status,
    detail: problem.message,
    instance,
    dataset: dataset && { version: dataset.version, generatedAt: dataset.generatedAt },
    errors: problem.errors,
  });
}

/** A 503 that names what of the dataset is missing. */
export function unavailable(detail: string): Problem {
  return new Problem('dataset-unavailable', detail, { headers: [['retry-after', '5']] });
}

/** What a client may know of an error. The error itself is for the operator, where it is not a {@link Problem}. */
export function explain(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // Shows only the file's path below dist/: the error's message is for the operator.
  if (error instanceof DatasetUnavailable) {
    return unavailable(`A file of the dataset is missing, damaged or not read in time: ${error.file}`);
  }
  const detail = 'The service failed with an unexpected error; the operator has a log entry.';
  return new Problem('internal', detail);
}

/** Each bad field with what is expected of it. */
export function fieldTexts({ errors = [] }: Problem): string[] {
  return errors.map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`);
}
