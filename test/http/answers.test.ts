/** A table of requests: their answers on every platform and below both prefixes, as the OpenAPI document describes them. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../build/documents/openapi/operations.ts';
import { PROBLEMS } from '../../runtime/http/problem.ts';
import { vectors } from '../vectors.ts';
import { fieldsOf, problemOf } from './answered.ts';
import { STAMP } from './fake.ts';
import { type FixtureName, fixtureApp } from './fixtures.ts';
import { describeMatrix } from './matrix.ts';
import { newAjv, schemaAt } from './openapi.ts';

/** A path below `/v1` is asked below `/k/v1` with a key, too. */
interface Row {
  /** Not given: POST where there is something to post. */
  method?: string;
  path: string;
  body?: object;
  text?: string;
  headers?: Record<string, string>;
  fixture?: FixtureName;
  status: number;
  problem?: string;
  /** The fields that the problem names. */
  errors?: string[];
  shows?: object;
  says?: string;
  head?: Record<string, string | null>;
}

interface Media {
  schema: { $ref: string };
  example: object;
}
interface Answer {
  description?: string;
  $ref?: string;
  content?: Record<string, Media>;
  headers?: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  responses: Record<string, Answer>;
  requestBody?: { content: Record<string, Media> };
  parameters?: { name: string; schema: object }[];
  tags?: string[];
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  servers: { url: string }[];
  tags: { name: string }[];
  components: { schemas: Record<string, unknown>; responses: Record<string, Answer> };
}

const document = (await (await fixtureApp('full').request('/openapi.json')).json()) as OpenApi;

const checkOf = (pointer: string, form: 'strict' | 'tolerant' = 'strict') =>
  schemaAt(document, pointer, form);

function validate(pointer: string, value: unknown): void {
  const check = checkOf(pointer);
  expect(check(value) ? [] : check.errors).toEqual([]);
}

const pointerTo = (...parts: string[]) =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** As the document has it. */
const pathIn = (path: string) =>
  path
    .replace(/\?.*/, '')
    .replace(/^\/k\//, '/')
    .replace(/^(\/v1\/setting)\/.*/, '$1/{slug}');

/** Holds a live answer against what the document says of its path, method and status. */
function hold({ path, method = '' }: Row, { status, headers }: Response, text: string): void {
  const operation = document.paths[pathIn(path)]?.[method.toLowerCase()];
  if (!operation) {
    // A problem of no operation.
    if (status >= 400 && text !== '') validate('/components/schemas/Problem', JSON.parse(text));
    return;
  }
  const shared = operation.responses[status]?.$ref?.split('/').at(-1);
  const place =
    shared === undefined
      ? ['paths', pathIn(path), method.toLowerCase(), 'responses', `${status}`]
      : ['components', 'responses', shared];
  const described =
    shared === undefined ? operation.responses[status] : document.components.responses[shared];
  expect(described, `${method} ${path} ${status} is documented`).toBeDefined();
  for (const [name, header] of Object.entries(described?.headers ?? {})) {
    expect(header).toEqual({ $ref: `#/components/headers/${name}` });
    if (name !== 'X-RateLimit-Limit') expect(headers.has(name), name).toBe(true);
  }
  const types = Object.keys(described?.content ?? {});
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  expect(types).toEqual(text === '' ? [] : [type]);
  if (text === '') return;
  validate(pointerTo(...place, 'content', type, 'schema'), type.endsWith('json') ? JSON.parse(text) : text);
}

/** Too long for the table. */
const LONG: Row[] = [
  { path: '/v1/resolve', text: 'x'.repeat(20_000), status: 413, problem: 'body-too-large' },
  {
    path: '/v1/changes',
    body: { since: '6a69d202', items: Array(1001).fill({ omaUri: './Device/A' }) },
    ...{ status: 400, problem: 'invalid-request', errors: ['/items'] },
  },
];
const ROWS = [...vectors<Row>('http-answers'), ...LONG].map((row) => ({
  ...row,
  method: row.method ?? (row.body === undefined && row.text === undefined ? 'GET' : 'POST'),
}));

/** Answered before there is an operation (connections.test.ts), with many requests of verify at once, or by /mcp. */
const ELSEWHERE = [
  ...['bad-request', 'request-timeout', 'expectation-failed', 'headers-too-large', 'not-implemented'],
  ...['overloaded', 'forbidden'],
];

it('the table has every problem', () => {
  const all = Object.keys(PROBLEMS).filter((name) => !ELSEWHERE.includes(name));
  expect([...new Set(ROWS.flatMap(({ problem = [] }) => problem))].sort()).toEqual(all.sort());
});

describeMatrix('an answer of the table', (ask) => {
  it.each(ROWS)('$# $method $path: $status', async (row) => {
    const { method, path, body, text = JSON.stringify(body), status, problem, head = {} } = row;
    for (const prefix of path.startsWith('/v1/') ? ['', '/k'] : ['']) {
      const headers = { ...(method === 'POST' && { 'content-type': 'application/json' }), ...row.headers };
      const key = prefix === '/k' && { 'x-api-key': 'hck_good' };
      const init = { method, headers: { ...headers, ...key }, ...(text !== undefined && { body: text }) };
      const response = await ask(prefix + path, init, row.fixture);
      const answer = await response.clone().text();
      expect(response.status, answer).toBe(status);
      for (const [name, value] of Object.entries(head)) expect(response.headers.get(name)).toBe(value);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      hold(row, response, answer);
      if (problem !== undefined && method !== 'HEAD') {
        const told = await problemOf(response);
        expect(told).toMatchObject({ type: `/problems/${problem}`, status });
        expect(told.dataset).toEqual(row.fixture === 'empty' ? undefined : STAMP);
        expect(fieldsOf({ ...told, errors: told.errors ?? [] })).toEqual(row.errors ?? []);
        // Neither the query nor what the machine says is told.
        expect(answer).not.toMatch(/secret|\.ts|TypeError|hck_/);
      } else if (method === 'POST') {
        const shown = ['content-type', 'cache-control', 'access-control-allow-origin', 'x-service-tier'];
        const tier = prefix === '' ? 'anonymous' : 'key';
        const expected = ['application/json; charset=utf-8', 'no-store', '*', tier];
        expect(shown.map((name) => response.headers.get(name))).toEqual(expected);
        expect(JSON.parse(answer).dataset).toEqual(STAMP);
      }
      if (row.shows) expect(JSON.parse(answer)).toMatchObject(row.shows);
      expect(answer).toContain(row.says ?? '');
    }
    expect(Object.hasOwn(Object.prototype, 'value')).toBe(false);
  });
});

interface SchemaLike {
  description?: string;
  const?: unknown;
  $ref?: string;
  anyOf?: SchemaLike[];
  properties?: Record<string, SchemaLike>;
}

/** The members of all objects in it, with their paths. */
function membersOf(path: string, schema: unknown): [path: string, schema: SchemaLike][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = Object.entries((schema as SchemaLike).properties ?? {});
  return [
    ...own.map(([name, each]): [string, SchemaLike] => [`${path}.${name}`, each]),
    // What stands in `then` says more of members that are described above.
    ...Object.entries(schema).flatMap(([name, each]) =>
      name === 'then' ? [] : membersOf(`${path}/${name}`, each),
    ),
  ];
}

/** By itself, by what it names or is one of; a constant says all there is. */
function isDescribed({ description, const: constant, $ref, anyOf = [] }: SchemaLike): boolean {
  if (description !== undefined || constant !== undefined || anyOf.some(isDescribed)) return true;
  const name = $ref?.replace('#/components/schemas/', '');
  return name !== undefined && name in document.components.schemas;
}

describe('the OpenAPI document', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

  it('is valid OpenAPI 3.1, of at most 120 kB', async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect([result.valid, result.errors ?? []]).toEqual([true, []]);
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(120_000);
    // Clients made by orval took each for a string.
    expect(JSON.stringify(document)).not.toMatch(/\{"const":(true|\d)/);
  });

  it('has every endpoint once, with a server for each prefix, distinct operation ids and declared tags', () => {
    const lookUps = ['resolve', 'csp', 'search', 'verify', 'convert', 'setting/{slug}'];
    const paths = [...lookUps, 'coverage', 'changes', 'changes.atom', 'health'].map((path) => `/v1/${path}`);
    expect(Object.keys(document.paths).sort()).toEqual([...paths, '/livez', '/readyz'].sort());
    // changes has GET and POST.
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(paths.length + 3);
    expect(document.servers.map(({ url }) => url)).toEqual(['/', '/k']);
    const tags = new Set(operations.flatMap((operation) => operation.tags ?? []));
    expect([...tags].sort()).toEqual(document.tags.map(({ name }) => name).sort());
  });

  it.each(Object.entries(OPERATIONS))(
    '%s says what to do with each verdict and confidence',
    (_, { description }) => {
      const verdicts = ['supported', 'unsupported', 'unverified', 'unknown'];
      for (const word of [...verdicts, 'official', 'derived', 'none'])
        expect(description).toContain(`\`${word}\``);
    },
  );

  it('has an example of each body that the schema accepts, and of its answer', () => {
    const posted = operations.flatMap((operation) => (operation.requestBody ? [operation] : []));
    expect(posted.length).toBeGreaterThan(5);
    for (const { requestBody, responses } of posted) {
      const media = requestBody?.content['application/json'];
      validate(media?.schema.$ref.slice(1) ?? '', media?.example);
      expect(responses[200]?.description).toContain('{"');
    }
  });

  it('describes every member of every schema', () => {
    const all = membersOf('', document.components.schemas);
    expect(all.length).toBeGreaterThan(400);
    expect(all.filter(([, schema]) => !isDescribed(schema)).map(([path]) => path)).toEqual([]);
  });

  it('accepts the bodies and parameters that the endpoint accepts', () => {
    let checked = 0;
    const ajv = newAjv();
    for (const { path, method, body, status, problem } of ROWS) {
      // Which languages there are the document does not know.
      if ((status !== 200 && problem !== 'invalid-request') || path.endsWith('lang=xx')) continue;
      const operation = document.paths[pathIn(path)]?.[method.toLowerCase()];
      const query = new URLSearchParams(path.split('?')[1]);
      for (const { name, schema } of operation?.parameters ?? []) {
        const value = query.get(name);
        if (value === null) continue;
        checked++;
        expect(ajv.compile(schema)(value), path).toBe(status === 200);
      }
      const media = operation?.requestBody?.content['application/json'];
      if (media === undefined || body === undefined) continue;
      checked++;
      expect(checkOf(media.schema.$ref.slice(1), 'tolerant')(body), JSON.stringify(body)).toBe(
        status === 200,
      );
    }
    expect(checked).toBeGreaterThan(50);
  });
});
