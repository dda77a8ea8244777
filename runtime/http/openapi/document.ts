/**
 * The OpenAPI 3.1 document. 3.1 and not 3.2, because most tools read no 3.2 yet. `/mcp` is not in it: a client of the
 * Model Context Protocol learns all from the server, and one path for every message says nothing of them.
 */
import hivecheck from '../../../package.json' with { type: 'json' };
import { PROBLEMS, type ProblemName } from '../problem.ts';
import { componentSchemas, type JsonSchema, ref, type SchemaName } from './components.ts';
import { OPERATIONS } from './operations.ts';

type Operation = keyof typeof OPERATIONS;

const LIMITED: ProblemName[] = ['rate-limited', 'dataset-unavailable', 'internal'];
const BODY: ProblemName[] = ['malformed-body', 'invalid-request', 'body-too-large', 'unsupported-media-type'];

export function openApiDocument(): JsonSchema {
  return {
    openapi: '3.1.1',
    info: {
      title: 'hivecheck',
      version: hivecheck.version,
      summary:
        'Which documented setting writes this Windows registry value, is it valid for the target OS, is there an MDM equivalent.',
      description:
        'A verification service for automated agents. An absence is never filled with an assumption: what is not documented is answered with confidence none or verdict unknown, and a reason. Every operation is safe and may be repeated. Objects may gain fields; ignore those you do not know. The data is provided as is, without warranty; the service is independent of the vendors whose products it documents.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths: { ...tierPaths('anonymous'), ...tierPaths('key'), ...probePaths() },
    components: {
      schemas: componentSchemas(),
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      headers: answerHeaders,
    },
  };
}

function tierPaths(tier: 'anonymous' | 'key'): JsonSchema {
  const prefix = tier === 'key' ? '/k/v1' : '/v1';
  return {
    [`${prefix}/resolve`]: { post: bodyOperation('resolve', 'Resolve', tier) },
    [`${prefix}/csp`]: { post: bodyOperation('csp', 'Csp', tier) },
    [`${prefix}/search`]: { post: bodyOperation('search', 'Search', tier) },
    [`${prefix}/verify`]: { post: bodyOperation('verify', 'Verify', tier) },
    [`${prefix}/setting/{slug}`]: { get: settingOperation(tier) },
    [`${prefix}/coverage`]: { get: coverageOperation(tier) },
    [`${prefix}/health`]: { get: healthOperation(tier) },
  };
}

/** Outside both prefixes. */
function probePaths(): JsonSchema {
  const probe = (operationId: string, summary: string, names: ProblemName[]) => ({
    operationId,
    tags: ['probes'],
    summary,
    security: [],
    responses: {
      200: {
        description: 'Yes.',
        headers: common,
        content: { 'application/json': { schema: { type: 'object', required: ['status'] } } },
      },
      ...problems(names),
    },
  });
  return {
    '/livez': { get: probe('livez', 'Whether the process answers', ['internal']) },
    '/readyz': {
      get: probe('readyz', 'Whether a file of the dataset can be read', ['dataset-unavailable', 'internal']),
    },
  };
}

function coverageOperation(tier: 'anonymous' | 'key'): JsonSchema {
  return {
    ...described('coverage', tier),
    responses: {
      200: { description: 'The figures.', headers: cached, content: json('CoverageEnvelope') },
      304: { description: 'The copy named by If-None-Match is current.', headers: cached },
      ...problems([...keyed(tier), ...LIMITED]),
    },
  };
}

function bodyOperation(
  name: Operation,
  schema: 'Resolve' | 'Csp' | 'Search' | 'Verify',
  tier: 'anonymous' | 'key',
): JsonSchema {
  return {
    ...described(name, tier),
    requestBody: {
      required: true,
      description: `At most ${name === 'verify' ? '1 MiB' : '16 KiB'} of UTF-8. Unknown fields are ignored.`,
      content: { 'application/json': { schema: ref(`${schema}Request`) } },
    },
    responses: {
      200: { description: 'The answer.', headers: common, content: json(`${schema}Envelope`) },
      ...problems([
        ...BODY,
        ...keyed(tier),
        ...LIMITED,
        ...(name === 'verify' ? (['overloaded'] as const) : []),
      ]),
    },
  };
}

function settingOperation(tier: 'anonymous' | 'key'): JsonSchema {
  return {
    ...described('setting', tier),
    parameters: [
      {
        name: 'slug',
        in: 'path',
        required: true,
        description: 'Slug or policyId.',
        schema: { type: 'string' },
        example: 'windowsupdate.autoupdatecfg',
      },
      {
        name: 'lang',
        in: 'query',
        description: 'Language of the texts, BCP 47.',
        schema: { type: 'string' },
      },
      { name: 'Accept-Language', in: 'header', schema: { type: 'string' } },
      { name: 'If-None-Match', in: 'header', schema: { type: 'string' } },
    ],
    responses: {
      200: { description: 'The record.', headers: cached, content: json('SettingEnvelope') },
      304: { description: 'The copy named by If-None-Match is current.', headers: cached },
      ...problems(['invalid-request', ...keyed(tier), 'unknown-setting', ...LIMITED]),
    },
  };
}

function healthOperation(tier: 'anonymous' | 'key'): JsonSchema {
  return {
    ...described('health', tier),
    security: [],
    responses: {
      200: { description: 'The service answers.', headers: cached, content: json('Health') },
      304: { description: 'The copy named by If-None-Match is current.', headers: cached },
      ...problems(['dataset-unavailable', 'internal']),
    },
  };
}

function described(name: Operation, tier: 'anonymous' | 'key'): JsonSchema {
  const { summary, description } = OPERATIONS[name];
  return {
    operationId: tier === 'key' ? `${name}WithKey` : name,
    tags: [tier],
    summary,
    description,
    security: tier === 'key' ? [{ key: [] }] : [],
  };
}

function keyed(tier: 'anonymous' | 'key'): ProblemName[] {
  return tier === 'key' ? ['unauthorized'] : [];
}

/** Problems by status; two of one status share a response. */
function problems(names: ProblemName[]): JsonSchema {
  const responses: Record<string, JsonSchema> = {};
  for (const status of new Set(names.map((name) => PROBLEMS[name].status))) {
    const types = names.filter((name) => PROBLEMS[name].status === status);
    responses[status] = {
      description: types.map((name) => `${PROBLEMS[name].title} (\`/problems/${name}\`).`).join(' '),
      headers:
        status === 429 || status === 503 ? { ...common, 'Retry-After': headerRef('Retry-After') } : common,
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

function json(schema: SchemaName): JsonSchema {
  return { 'application/json': { schema: ref(schema) } };
}

function headerRef(name: string): JsonSchema {
  return { $ref: `#/components/headers/${name}` };
}

const answerHeaders: JsonSchema = {
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

const common: JsonSchema = {
  'X-Service-Tier': headerRef('X-Service-Tier'),
  'X-RateLimit-Limit': headerRef('X-RateLimit-Limit'),
  'Cache-Control': headerRef('Cache-Control'),
};
const cached: JsonSchema = { ...common, ETag: headerRef('ETag') };
