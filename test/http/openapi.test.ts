import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../build/documents/openapi/operations.ts';
import { PROBLEMS } from '../../runtime/http/problem.ts';
import { BROKEN_SHARD, BUG, GOOD, postInit, SLUG } from './fake.ts';
import { fixtureApp } from './fixtures.ts';
import { describeMatrix } from './matrix.ts';

interface Media {
  schema: { $ref: string };
}
interface Answer {
  description?: string;
  $ref?: string;
  content?: Record<string, Media>;
  headers?: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  description: string;
  responses: Record<string, Answer>;
  requestBody?: unknown;
  parameters?: { name: string; schema: object }[];
}
interface OpenApi {
  paths: Record<string, Record<'get' | 'post', Operation | undefined>>;
  servers: { url: string }[];
  tags: { name: string }[];
  components: { schemas: Record<string, unknown>; responses: Record<string, Answer> };
}

const app = fixtureApp('full');
const document = (await (await app.request('/openapi.json')).json()) as OpenApi;

/** Clients must bear additive fields, this suite must not: a field that the document does not name is a failure. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)]);
  const copy: Record<string, unknown> = Object.fromEntries(entries);
  if (copy.type === 'object' && copy.properties !== undefined) copy.additionalProperties ??= false;
  return copy;
}

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ ...(closed(document) as object), $id: 'https://hivecheck.test/openapi' });

function validate(pointer: string, value: unknown): void {
  const check = ajv.compile({ $ref: `https://hivecheck.test/openapi#${pointer}` });
  expect(check(value) ? [] : check.errors).toEqual([]);
}

const pointerPart = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Holds a live answer against what the document says of this path, method and status. */
async function hold(asked: string, method: 'get' | 'post', response: Response): Promise<string> {
  // Under the second server of the document.
  const path = asked.replace(/^\/k\//, '/');
  const found = document.paths[path]?.[method]?.responses[response.status];
  const shared = found?.$ref?.replace('#/components/responses/', '');
  const described = shared === undefined ? found : document.components.responses[shared];
  expect(described, `${method} ${path} ${response.status} is documented`).toBeDefined();
  for (const [name, header] of Object.entries(described?.headers ?? {})) {
    expect(header).toEqual({ $ref: `#/components/headers/${name}` });
    if (name !== 'X-RateLimit-Limit') expect(response.headers.has(name), name).toBe(true);
  }
  const text = await response.text();
  if (described?.content === undefined) {
    expect(text).toBe('');
    return '';
  }
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  expect(Object.keys(described.content)).toEqual([type]);
  const place =
    shared === undefined
      ? ['paths', path, method, 'responses', String(response.status)]
      : ['components', 'responses', shared];
  const parts = [...place, 'content', type, 'schema'];
  const body: unknown = type === 'application/atom+xml' ? text : JSON.parse(text);
  validate(`/${parts.map(pointerPart).join('/')}`, body);
  return typeof body === 'object' && body !== null && 'type' in body ? String(body.type) : '';
}

const PRODUCTS = [
  null,
  {},
  { 'Microsoft Edge': '120', 'Firefox 128 ESR': '' },
  { Edge: 120 },
  { '': '120' },
  ['Edge 120'],
  'Edge 120',
  Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`p${at}`, '1'])),
];

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
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('has every endpoint once, with a server for each prefix and distinct operation ids', () => {
    const lookups = ['resolve', 'csp', 'search', 'verify', 'convert', 'setting/{slug}'];
    const paths = [...lookups, 'coverage', 'changes', 'changes.atom', 'health'];
    const expected = paths.map((path) => `/v1/${path}`);
    expected.push('/livez', '/readyz');
    expect(Object.keys(document.paths).sort()).toEqual(expected.sort());
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => operation?.operationId),
    );
    // changes has GET and POST.
    expect(new Set(ids).size).toBe(expected.length + 1);
    expect(document.servers.map(({ url }) => url)).toEqual(['/', '/k']);
  });

  it.each(Object.entries(OPERATIONS))(
    '%s says what to do with each verdict and confidence',
    (_, { description }) => {
      for (const word of [
        'supported',
        'unsupported',
        'unverified',
        'unknown',
        'official',
        'derived',
        'none',
      ]) {
        expect(description).toContain(`\`${word}\``);
      }
    },
  );

  it('has at most 120 kB, declared tags, a contact, and an example of each body that the schema accepts', () => {
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(120_000);
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const tags = operations.flatMap(
      (operation) => (operation as { tags?: string[] } | undefined)?.tags ?? [],
    );
    expect([...new Set(tags)].sort()).toEqual(document.tags.map(({ name }) => name).sort());
    for (const operation of operations) {
      const { content } = (operation?.requestBody ?? {}) as {
        content?: Record<string, Media & { example: object }>;
      };
      const media = content?.['application/json'];
      if (media === undefined) continue;
      validate(media.schema.$ref.slice(1), media.example);
      expect(operation?.responses[200]?.description).toContain('{"');
    }
  });

  it('describes every member of every schema', () => {
    const all = membersOf('', document.components.schemas);
    expect(all.length).toBeGreaterThan(400);
    expect(all.filter(([, schema]) => !isDescribed(schema)).map(([path]) => path)).toEqual([]);
  });

  it.each([
    [
      'ResolveRequest',
      'resolve',
      [
        {},
        GOOD.resolve,
        { key: '', value: '' },
        { key: 'a', value: 'b', targetOs: null },
        ...PRODUCTS.map((targetProducts) => ({ ...GOOD.resolve, targetProducts })),
      ],
    ],
    [
      'CspRequest',
      'csp',
      [
        {},
        GOOD.csp,
        { omaUri: 'a', scope: 'x' },
        { omaUri: 'a', scope: 'USER' },
        ...PRODUCTS.map((targetProducts) => ({ ...GOOD.csp, targetProducts })),
      ],
    ],
    [
      'SearchRequest',
      'search',
      [{}, GOOD.search, { q: 'a', limit: 51 }, { q: 'a', limit: 2.5 }, { q: 'a', limit: 50 }],
    ],
  ])('%s accepts what the endpoint accepts', async (schema, name, bodies) => {
    const check = ajv.compile({ $ref: `https://hivecheck.test/openapi#/components/schemas/${schema}` });
    for (const body of bodies) {
      const { status } = await app.request(`/v1/${name}`, postInit(body));
      expect(check(body), JSON.stringify(body)).toBe(status === 200);
    }
  });
});

it.each([
  ['/v1/setting/{slug}', 'lang', `/v1/setting/${SLUG}`, ['en-US', '', 'fr', 'fr'.repeat(33)]],
  ['/v1/changes', 'since', '/v1/changes', ['6a69d202', '', '../x', 'x'.repeat(65)]],
])('the parameters of %s accept what the endpoint accepts for %s', async (path, name, url, values) => {
  const parameters: { name: string; schema: object }[] = document.paths[path]?.get?.parameters ?? [];
  const check = ajv.compile(parameters.find((each) => each.name === name)?.schema ?? false);
  for (const value of values) {
    const { status } = await app.request(`${url}?${new URLSearchParams({ [name]: value })}`);
    expect(check(value), value).toBe(status === 200);
  }
});

/** Answered before there is an operation; see socket.test.ts. `overloaded` needs many requests of verify at once. */
const OF_CONNECTIONS = [
  'bad-request',
  'request-timeout',
  'expectation-failed',
  'headers-too-large',
  'not-implemented',
  'overloaded',
  // Of /mcp, which describes itself: the document leaves it out.
  'forbidden',
];

describeMatrix('live answers', (ask) => {
  it('of the probes are as described', async () => {
    for (const path of ['/livez', '/readyz']) await hold(path, 'get', await ask(path));
    await hold('/readyz', 'get', await ask('/readyz', {}, 'empty'));
  });

  describe.each(['/v1', '/k/v1'])('under %s', (prefix) => {
    const headers = { 'x-api-key': 'hck_good' };
    const resolve = (body: unknown, more: Record<string, string> = {}) =>
      ask(`${prefix}/resolve`, postInit(body, { ...headers, ...more }));

    it.each(Object.keys(GOOD))('of %s are as described', async (name) => {
      const body = name === 'resolve' ? GOOD.resolve : name === 'csp' ? GOOD.csp : GOOD.search;
      const path = `${prefix}/${name}`;
      await hold(path, 'post', await ask(path, postInit(body, headers)));
    });

    it('of resolve without a match carry a reason', async () => {
      await hold(`${prefix}/resolve`, 'post', await resolve({ key: 'a', value: '' }));
    });

    it('of setting, coverage and changes are as described, and so are their 304s; health is never stored', async () => {
      for (const [path, url] of [
        [`${prefix}/setting/{slug}`, `${prefix}/setting/${SLUG}`],
        [`${prefix}/coverage`, `${prefix}/coverage`],
        [`${prefix}/changes`, `${prefix}/changes?since=6a69d202`],
        [`${prefix}/changes.atom`, `${prefix}/changes.atom`],
      ] as const) {
        const response = await ask(url, { headers });
        const tag = response.headers.get('etag') ?? '';
        await hold(path, 'get', response);
        const again = await ask(url, { headers: { ...headers, 'if-none-match': tag } });
        expect(again.status).toBe(304);
        await hold(path, 'get', again);
      }
      const health = await ask(`${prefix}/health`, { headers });
      expect([health.headers.get('cache-control'), health.headers.get('etag')]).toEqual(['no-store', null]);
      await hold(`${prefix}/health`, 'get', health);
    });

    it('cover every problem', async () => {
      const setting = `${prefix}/setting/{slug}`;
      const seen = new Set<string>();
      const post = async (response: Response | Promise<Response>) =>
        seen.add(await hold(`${prefix}/resolve`, 'post', await response));
      await post(resolve('{'));
      await post(resolve({}));
      await post(resolve({ key: 'x'.repeat(20_000) }));
      await post(resolve({}, { 'content-type': 'text/plain' }));
      await post(resolve({ key: BROKEN_SHARD, value: 'v' }));
      await post(resolve({ key: BUG, value: 'v' }));
      await post(ask(`${prefix}/resolve`, postInit(GOOD.resolve, headers), 'limited'));
      await post(ask(`${prefix}/resolve`, postInit(GOOD.resolve, headers), 'empty'));
      if (prefix === '/k/v1') await post(ask(`${prefix}/resolve`, postInit(GOOD.resolve)));
      seen.add(await hold(setting, 'get', await ask(`${prefix}/setting/no.body`, { headers })));
      seen.add(await hold(setting, 'get', await ask(`${prefix}/setting/${SLUG}?lang=xx`, { headers })));
      const changes = await ask(`${prefix}/changes?since=unknown`, { headers });
      seen.add(await hold(`${prefix}/changes`, 'get', changes));
      await hold(`${prefix}/health`, 'get', await ask(`${prefix}/health`, {}, 'empty'));
      // Two problems belong to no operation; they are held against the schema alone.
      for (const [path, method] of [
        [`${prefix}/nothing`, 'GET'],
        [`${prefix}/resolve`, 'GET'],
      ] as const) {
        const body: unknown = await (await ask(path, { method })).json();
        validate('/components/schemas/Problem', body);
        seen.add((body as { type: string }).type);
      }
      if (prefix === '/v1') seen.add('/problems/unauthorized');
      expect([...seen].sort()).toEqual(
        Object.keys(PROBLEMS)
          .filter((name) => !OF_CONNECTIONS.includes(name))
          .map((name) => `/problems/${name}`)
          .sort(),
      );
    });
  });
});
