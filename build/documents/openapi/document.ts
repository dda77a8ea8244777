/**
 * The OpenAPI document, in 3.1 because most tools cannot read 3.2 yet. It omits `/mcp` (a client of the Model Context
 * Protocol learns all from the server, and one path for every message would not describe them), the pages for people
 * (`/`, `/about`, `/problems/…`) and `/metrics`.
 */
import hivecheck from '../../../package.json' with { type: 'json' };
import { ChangesQuery } from '../../../runtime/contract/changes.ts';
import { SettingQuery } from '../../../runtime/contract/requests.ts';
import type { ProblemName } from '../../../runtime/http/problem.ts';
import { EXAMPLES } from '../guide.ts';
import { componentSchemas, type JsonSchema, parameter, ref, type SchemaName } from './components.ts';
import head from './document.json' with { type: 'json' };
import type { Operation } from './operations.ts';
import {
  commonHeaders,
  describedOperation,
  json,
  kept,
  ofEvery,
  problemResponses,
  problems,
} from './parts.ts';

const BODY: ProblemName[] = ['malformed-body', 'invalid-request', 'body-too-large', 'unsupported-media-type'];

export function openApiDocument(): JsonSchema {
  const paths = { ...apiPaths(), ...probePaths() };
  return {
    openapi: '3.1.1',
    info: { title: 'hivecheck', version: hivecheck.version, ...head.info },
    servers: head.servers,
    tags: head.tags,
    paths,
    components: {
      schemas: componentSchemas(),
      responses: problemResponses(),
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      headers: head.headers,
    },
  };
}

function apiPaths(): JsonSchema {
  return {
    '/v1/resolve': { post: bodyOperation('resolve', 'Resolve') },
    '/v1/csp': { post: bodyOperation('csp', 'Csp') },
    '/v1/search': { post: bodyOperation('search', 'Search') },
    '/v1/verify': { post: bodyOperation('verify', 'Verify') },
    '/v1/convert': { post: bodyOperation('convert', 'Convert') },
    '/v1/setting/{slug}': { get: settingOperation() },
    '/v1/coverage': { get: coverageOperation() },
    '/v1/changes': {
      get: changesOperation(),
      post: bodyOperation('listChanges', 'ListChanges'),
    },
    '/v1/changes.atom': { get: atomOperation() },
    '/v1/health': { get: healthOperation() },
  };
}

/** Paths outside both prefixes. */
function probePaths(): JsonSchema {
  const probe = (operationId: string, summary: string, schema: SchemaName, names: ProblemName[]) => ({
    servers: [{ url: '/' }],
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

function coverageOperation(): JsonSchema {
  return {
    ...describedOperation('coverage'),
    parameters: [IF_NONE_MATCH],
    responses: kept('The figures.', json('CoverageEnvelope'), ofEvery()),
  };
}

const IF_NONE_MATCH: JsonSchema = { name: 'If-None-Match', in: 'header', schema: { type: 'string' } };

function changesOperation(): JsonSchema {
  return {
    ...describedOperation('changes'),
    parameters: [parameter('query', 'since', ChangesQuery.entries.since), IF_NONE_MATCH],
    responses: kept('The changes.', json('ChangesEnvelope'), ofEvery('invalid-request', 'unknown-version')),
  };
}

function atomOperation(): JsonSchema {
  const content = { 'application/atom+xml': { schema: { type: 'string' } } };
  return {
    ...describedOperation('changesAtom'),
    parameters: [IF_NONE_MATCH],
    responses: kept('The feed.', content, ofEvery('unknown-version')),
  };
}

function bodyOperation(
  name: Operation,
  schema: 'Resolve' | 'Csp' | 'Search' | 'Verify' | 'Convert' | 'ListChanges',
): JsonSchema {
  const isList = name === 'verify' || name === 'convert' || name === 'listChanges';
  const since = name === 'listChanges' ? (['unknown-version'] as const) : [];
  const { body, answer } = exampleOf(name);
  return {
    ...describedOperation(name),
    requestBody: {
      required: true,
      description: `At most ${isList ? '1 MiB' : '16 KiB'} of UTF-8. Unknown fields are ignored, and named in \`warnings\`.`,
      content: { 'application/json': { schema: ref(`${schema}Request`), example: body } },
    },
    responses: {
      200: {
        description: `The answer. To the example, most members left out: \`${JSON.stringify(answer)}\``,
        headers: commonHeaders,
        content: json(`${schema}Envelope`),
      },
      ...problems([...ofEvery(...BODY, ...since), ...(isList ? (['overloaded'] as const) : [])]),
    },
  };
}

/** The example of an operation with a body. */
function exampleOf(name: Operation): { body: object; answer: object } {
  const path = `POST /v1/${name}`;
  const { body, answer } = EXAMPLES.find(({ request }) => request === path) ?? LIST_EXAMPLES[name] ?? {};
  if (body === undefined || answer === undefined) throw new Error(`no example of ${name}`);
  return { body, answer };
}

const items = [{ omaUri: './Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd', data: 17 }];

const LIST_EXAMPLES: Partial<Record<Operation, { body: object; answer: object }>> = {
  convert: {
    body: { to: 'intune-oma-uri', items },
    answer: { result: { mediaType: 'application/json', converted: 1, left: [] } },
  },
  listChanges: {
    body: { since: '6a69d203', items },
    answer: { result: { complete: true, items: [], added: [], removed: [], changed: [] } },
  },
};

function settingOperation(): JsonSchema {
  const { slug, lang } = SettingQuery.entries;
  return {
    ...describedOperation('setting'),
    parameters: [
      { ...parameter('path', 'slug', slug), description: 'Slug or policyId.' },
      { ...parameter('query', 'lang', lang), description: 'Language of the texts, BCP 47.' },
      { name: 'Accept-Language', in: 'header', schema: { type: 'string' } },
      IF_NONE_MATCH,
    ],
    responses: kept('The record.', json('SettingEnvelope'), ofEvery('invalid-request', 'unknown-setting')),
  };
}

function healthOperation(): JsonSchema {
  return {
    ...describedOperation('health'),
    security: [],
    responses: {
      200: { description: 'The service answers.', headers: commonHeaders, content: json('Health') },
      ...problems(['dataset-unavailable', 'internal']),
    },
  };
}
