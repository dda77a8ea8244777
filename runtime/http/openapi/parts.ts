/** What operations of the document share: problems, headers, references. */
import type { Tier } from '../options.ts';
import { PROBLEMS, type ProblemName } from '../problem.ts';
import { type JsonSchema, ref, type SchemaName } from './components.ts';
import { OPERATIONS } from './operations.ts';

export type Operation = keyof typeof OPERATIONS;

export function describedOperation(name: Operation, tier: Tier): JsonSchema {
  const { summary, description } = OPERATIONS[name];
  return {
    operationId: tier === 'key' ? `${name}WithKey` : name,
    tags: [tier],
    summary,
    description,
    security: tier === 'key' ? [{ key: [] }] : [],
  };
}

/** The names, and the problems that every endpoint of a tier has. */
export function ofTier(tier: Tier, ...names: ProblemName[]): ProblemName[] {
  const keyed = tier === 'key' ? (['unauthorized'] as const) : [];
  return [...names, ...keyed, 'rate-limited', 'dataset-unavailable', 'internal'];
}

/** Problems by status; two of one status share a response. */
export function problems(names: ProblemName[]): JsonSchema {
  const responses: Record<string, JsonSchema> = {};
  for (const status of new Set(names.map((name) => PROBLEMS[name].status))) {
    const types = names.filter((name) => PROBLEMS[name].status === status);
    responses[status] = {
      description: types.map((name) => `${PROBLEMS[name].title} (\`/problems/${name}\`).`).join(' '),
      headers:
        status === 429 || status === 503
          ? { ...commonHeaders, 'Retry-After': headerRef('Retry-After') }
          : commonHeaders,
      content: {
        'application/problem+json': {
          schema: {
            allOf: [ref('Problem')],
            properties: {
              type: { enum: types.map((name) => `/problems/${name}`) },
              status: { const: status },
            },
            ...(names.includes('invalid-request') && types.length === 1 && status === 400
              ? { required: ['errors'] }
              : {}),
          },
        },
      },
    };
  }
  return responses;
}

export function json(schema: SchemaName): JsonSchema {
  return { 'application/json': { schema: ref(schema) } };
}

function headerRef(name: string): JsonSchema {
  return { $ref: `#/components/headers/${name}` };
}

export const answerHeaders: JsonSchema = {
  'X-Service-Tier': {
    description: 'The tier of the path.',
    required: true,
    schema: { type: 'string', enum: ['anonymous', 'key'] },
  },
  'X-RateLimit-Limit': {
    description:
      'Requests per client address and minute under this prefix; absent where the operator sets no limit.',
    schema: { type: 'integer' },
  },
  'Cache-Control': { required: true, schema: { type: 'string' } },
  ETag: { description: 'Strong: dataset version and content.', required: true, schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer' } },
};

export const commonHeaders: JsonSchema = {
  'X-Service-Tier': headerRef('X-Service-Tier'),
  'X-RateLimit-Limit': headerRef('X-RateLimit-Limit'),
  'Cache-Control': headerRef('Cache-Control'),
};
const cached: JsonSchema = { ...commonHeaders, ETag: headerRef('ETag') };

/** The responses of an endpoint whose answers clients may keep. */
export function kept(description: string, content: JsonSchema, names: ProblemName[]): JsonSchema {
  return {
    200: { description, headers: cached, content },
    304: { description: 'The copy named by If-None-Match is current.', headers: cached },
    ...problems(names),
  };
}
