/** Shared parts of the operations: problems, headers, references. */
import { PROBLEMS, type ProblemName } from '../../../runtime/http/problem.ts';
import { type JsonSchema, ref, type SchemaName } from './components.ts';
import { OPERATIONS, type Operation } from './operations.ts';

export function describedOperation(name: Operation): JsonSchema {
  const { tag, summary, description } = OPERATIONS[name];
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    security: [{}, { key: [] }],
  };
}

/** The given problems and those of every endpoint; `unauthorized` belongs to the server /k alone. */
export function ofEvery(...names: ProblemName[]): ProblemName[] {
  return [...names, 'unauthorized', 'rate-limited', 'dataset-unavailable', 'internal'];
}

/** Problems by status; those of one status share a response, and operations share responses. */
export function problems(names: readonly ProblemName[]): JsonSchema {
  const statuses = [...new Set(names.map((name) => PROBLEMS[name].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const types = names.filter((name) => PROBLEMS[name].status === status);
      const id = types.join('.');
      shared.set(id, types);
      return [status, { $ref: `#/components/responses/${id}` }];
    }),
  );
}

/** Problem responses that operations refer to. */
const shared = new Map<string, readonly ProblemName[]>();

/** Call after all operations are made. */
export function problemResponses(): JsonSchema {
  const notModified = { description: 'The copy named by If-None-Match is current.', headers: cached };
  return {
    'not-modified': notModified,
    ...Object.fromEntries([...shared].map(([id, types]) => [id, problemOf(types)])),
  };
}

function problemOf(types: readonly ProblemName[]): JsonSchema {
  const [first] = types;
  const { status } = PROBLEMS[first ?? 'internal'];
  const retry = status === 429 || status === 503;
  const isFields = types.length === 1 && first === 'invalid-request';
  const properties = {
    type: { enum: types.map((name) => `/problems/${name}`) },
    status: { type: 'integer', const: status },
  };
  const schema = { allOf: [ref('Problem')], properties, ...(isFields && { required: ['errors'] }) };
  return {
    description: types.map((name) => `${PROBLEMS[name].title} (\`/problems/${name}\`).`).join(' '),
    headers: retry ? { ...commonHeaders, 'Retry-After': headerRef('Retry-After') } : commonHeaders,
    content: { 'application/problem+json': { schema } },
  };
}

export function json(schema: SchemaName): JsonSchema {
  return { 'application/json': { schema: ref(schema) } };
}

function headerRef(name: string): JsonSchema {
  return { $ref: `#/components/headers/${name}` };
}

export const commonHeaders: JsonSchema = {
  'X-Service-Tier': headerRef('X-Service-Tier'),
  'X-RateLimit-Limit': headerRef('X-RateLimit-Limit'),
  'Cache-Control': headerRef('Cache-Control'),
};
const cached: JsonSchema = { ...commonHeaders, ETag: headerRef('ETag') };

/** An operation whose answers clients may cache. */
export function cachedOperation(
  name: Operation,
  description: string,
  content: JsonSchema,
  names: ProblemName[] = [],
  parameters: JsonSchema[] = [],
): JsonSchema {
  return {
    ...describedOperation(name),
    parameters: [...parameters, { name: 'If-None-Match', in: 'header', schema: { type: 'string' } }],
    responses: {
      200: { description, headers: cached, content },
      304: { $ref: '#/components/responses/not-modified' },
      ...problems(ofEvery(...names)),
    },
  };
}
