/** The problems (RFC 9457) that the API answers with; every one has a page under its `type`. */
import type { FieldError } from '../contract/answers.ts';
import type { DatasetStamp } from '../contract/words.ts';
import { DatasetUnavailable } from '../dataset/dataset.ts';

export const PROBLEMS = {
  'malformed-body': { status: 400, title: 'The body is not a JSON object' },
  'invalid-request': { status: 400, title: 'A field is missing, of the wrong type or out of bounds' },
  unauthorized: { status: 401, title: 'No valid key' },
  forbidden: { status: 403, title: 'The Host or Origin is not allowed' },
  'unknown-setting': { status: 404, title: 'No setting has this slug' },
  'unknown-version': { status: 404, title: 'The changes since this version are not known' },
  'unknown-endpoint': { status: 404, title: 'No such endpoint' },
  'method-not-allowed': { status: 405, title: 'The endpoint does not take this method' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The body is not declared as JSON' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'bad-request': { status: 400, title: 'The request is not valid HTTP' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'expectation-failed': { status: 417, title: 'The expectation cannot be met' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  'not-implemented': { status: 501, title: 'The method or encoding is not implemented' },
  overloaded: { status: 503, title: 'Too much work at once' },
  'dataset-unavailable': { status: 503, title: 'The dataset cannot answer this now' },
  internal: { status: 500, title: 'Unexpected error' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemName = keyof typeof PROBLEMS;

/** Thrown by routes and middleware; becomes the answer. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly problem: ProblemName;
  /** The message without the sentence on `errors`, for answers that have no such member. */
  readonly detail: string;
  readonly errors: FieldError[] | undefined;
  readonly headers: [string, string][];

  constructor(
    problem: ProblemName,
    detail: string,
    more?: { errors?: FieldError[]; headers?: [string, string][] },
  ) {
    super(more?.errors ? `${detail} “errors” says what is expected.` : detail);
    this.problem = problem;
    this.detail = detail;
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

export function unknownSetting(): Problem {
  const detail = 'This dataset version has no setting with this slug or policyId';
  return new Problem('unknown-setting', `${detail}; search, resolve and csp give slugs.`);
}

/** A 503 that names what of the dataset is missing. */
export function unavailable(detail: string): Problem {
  return new Problem('dataset-unavailable', detail, { headers: [['retry-after', '5']] });
}

/** The problem that a client gets for an error. An error that is not a {@link Problem} is for the operator. */
export function explain(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // Shows only the file's path below dist/: the error's message is for the operator.
  if (error instanceof DatasetUnavailable) {
    return unavailable(
      `A file of the dataset is missing, damaged, of another version or not read in time: ${error.file}`,
    );
  }
  const detail = 'The service failed with an unexpected error; the operator has a log entry.';
  return new Problem('internal', detail);
}

/** Each bad field with what is expected of it. */
export function fieldTexts({ errors = [] }: Problem): string[] {
  return errors.map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`);
}
