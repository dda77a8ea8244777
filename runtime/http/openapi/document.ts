/**
 * The OpenAPI 3.1 document. 3.1 and not 3.2, because most tools read no 3.2 yet. `/mcp` is not in it: a client of the
 * Model Context Protocol learns all from the server, and one path for every message says nothing of them. Nor are the
 * pages for people (`/`, `/about`, `/problems/…`) and `/metrics`.
 */
import hivecheck from '../../../package.json' with { type: 'json' };
import { ChangesQuery } from '../../contract/changes.ts';
import { SettingQuery } from '../../contract/requests.ts';
import type { Tier } from '../options.ts';
import type { ProblemName } from '../problem.ts';
import { componentSchemas, type JsonSchema, parameter, ref, type SchemaName } from './components.ts';
import {
  answerHeaders,
  commonHeaders,
  describedOperation,
  json,
  kept,
  type Operation,
  ofTier,
  problems,
} from './parts.ts';

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

function tierPaths(tier: Tier): JsonSchema {
  const prefix = tier === 'key' ? '/k/v1' : '/v1';
  return {
    [`${prefix}/resolve`]: { post: bodyOperation('resolve', 'Resolve', tier) },
    [`${prefix}/csp`]: { post: bodyOperation('csp', 'Csp', tier) },
    [`${prefix}/search`]: { post: bodyOperation('search', 'Search', tier) },
    [`${prefix}/verify`]: { post: bodyOperation('verify', 'Verify', tier) },
    [`${prefix}/convert`]: { post: bodyOperation('convert', 'Convert', tier) },
    [`${prefix}/setting/{slug}`]: { get: settingOperation(tier) },
    [`${prefix}/coverage`]: { get: coverageOperation(tier) },
    [`${prefix}/changes`]: {
      get: changesOperation(tier),
      post: bodyOperation('listChanges', 'ListChanges', tier),
    },
    [`${prefix}/changes.atom`]: { get: atomOperation(tier) },
    [`${prefix}/health`]: { get: healthOperation(tier) },
  };
}

/** Outside both prefixes. */
function probePaths(): JsonSchema {
  const probe = (operationId: string, summary: string, schema: SchemaName, names: ProblemName[]) => ({
    operationId,
    tags: ['probes'],
    summary,
    security: [],
    responses: {
      200: { description: 'Yes.', headers: commonHeaders, content: json(schema) },
      ...problems(names),
    },
  });
  return {
    '/livez': { get: probe('livez', 'Whether the process answers', 'Liveness', ['internal']) },
    '/readyz': {
      get: probe('readyz', 'Whether a file of the dataset can be read', 'Readiness', [
        'dataset-unavailable',
        'internal',
      ]),
    },
  };
}

function coverageOperation(tier: Tier): JsonSchema {
  return {
    ...describedOperation('coverage', tier),
    parameters: [IF_NONE_MATCH],
    responses: kept('The figures.', json('CoverageEnvelope'), ofTier(tier)),
  };
}

const IF_NONE_MATCH: JsonSchema = { name: 'If-None-Match', in: 'header', schema: { type: 'string' } };

function changesOperation(tier: Tier): JsonSchema {
  return {
    ...describedOperation('changes', tier),
    parameters: [parameter('query', 'since', ChangesQuery.entries.since), IF_NONE_MATCH],
    responses: kept(
      'The changes.',
      json('ChangesEnvelope'),
      ofTier(tier, 'invalid-request', 'unknown-version'),
    ),
  };
}

function atomOperation(tier: Tier): JsonSchema {
  return {
    ...describedOperation('changesAtom', tier),
    parameters: [IF_NONE_MATCH],
    responses: kept(
      'The feed.',
      { 'application/atom+xml': { schema: { type: 'string' } } },
      ofTier(tier, 'unknown-version'),
    ),
  };
}

function bodyOperation(
  name: Operation,
  schema: 'Resolve' | 'Csp' | 'Search' | 'Verify' | 'Convert' | 'ListChanges',
  tier: Tier,
): JsonSchema {
  const isList = name === 'verify' || name === 'convert' || name === 'listChanges';
  const since = name === 'listChanges' ? (['unknown-version'] as const) : [];
  return {
    ...describedOperation(name, tier),
    requestBody: {
      required: true,
      description: `At most ${isList ? '1 MiB' : '16 KiB'} of UTF-8. Unknown fields are ignored, and named in \`warnings\`.`,
      content: { 'application/json': { schema: ref(`${schema}Request`) } },
    },
    responses: {
      200: { description: 'The answer.', headers: commonHeaders, content: json(`${schema}Envelope`) },
      ...problems([...ofTier(tier, ...BODY, ...since), ...(isList ? (['overloaded'] as const) : [])]),
    },
  };
}

function settingOperation(tier: Tier): JsonSchema {
  const { slug, lang } = SettingQuery.entries;
  return {
    ...describedOperation('setting', tier),
    parameters: [
      { ...parameter('path', 'slug', slug), description: 'Slug or policyId.' },
      { ...parameter('query', 'lang', lang), description: 'Language of the texts, BCP 47.' },
      { name: 'Accept-Language', in: 'header', schema: { type: 'string' } },
      IF_NONE_MATCH,
    ],
    responses: kept(
      'The record.',
      json('SettingEnvelope'),
      ofTier(tier, 'invalid-request', 'unknown-setting'),
    ),
  };
}

function healthOperation(tier: Tier): JsonSchema {
  return {
    ...describedOperation('health', tier),
    security: [],
    responses: {
      200: { description: 'The service answers.', headers: commonHeaders, content: json('Health') },
      ...problems(['dataset-unavailable', 'internal']),
    },
  };
}
