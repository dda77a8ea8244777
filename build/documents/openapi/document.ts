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
  cachedOperation,
  commonHeaders,
  describedOperation,
  json,
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
    '/v1/coverage': { get: cachedOperation('coverage', 'The figures.', json('CoverageEnvelope')) },
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

function changesOperation(): JsonSchema {
  const since = parameter('query', 'since', ChangesQuery.entries.since);
  const names: ProblemName[] = ['invalid-request', 'unknown-version'];
  return cachedOperation('changes', 'The changes.', json('ChangesEnvelope'), names, [since]);
}

function atomOperation(): JsonSchema {
  const content = { 'application/atom+xml': { schema: { type: 'string' } } };
  return cachedOperation('changesAtom', 'The feed.', content, ['unknown-version']);
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

function exampleOf(name: Operation): { body: object; answer: object } {
  const path = `POST /v1/${name}`;
  const { body, answer } = EXAMPLES.find(({ request }) => request === path) ?? LIST_EXAMPLES[name] ?? {};
  if (body === undefined || answer === undefined) throw new Error(`no example of ${name}`);
  return { body, answer };
}

/** Of the operations that the guide does not have. */
const LIST_EXAMPLES: Partial<Record<Operation, { body: object; answer: object }>> = head.examples;

function settingOperation(): JsonSchema {
  const { slug, lang } = SettingQuery.entries;
  const parameters = [
    { ...parameter('path', 'slug', slug), description: 'Slug or policyId.' },
    { ...parameter('query', 'lang', lang), description: 'Language of the texts, BCP 47.' },
    { name: 'Accept-Language', in: 'header', schema: { type: 'string' } },
  ];
  const names: ProblemName[] = ['invalid-request', 'unknown-setting'];
  return cachedOperation('setting', 'The record.', json('SettingEnvelope'), names, parameters);
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
