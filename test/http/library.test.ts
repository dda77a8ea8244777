/** What the package gives a program, and what an agent reads first. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../build/documents/guide.ts';
import { ROOT } from '../../build/paths.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import {
  type AppOptions,
  createApp,
  createService,
  loadMcp,
  Problem,
  type Snapshot,
} from '../../runtime/index.ts';
import { corpus } from '../corpus/dist.ts';
import { vectors } from '../vectors.ts';
import { postInit } from './fake.ts';

const { dataset } = await corpus();
const service = createService({ snapshot: () => dataset });
const app = createApp(service);
const snapshot = service.snapshot() as Snapshot;
const post = async (path: string, body: object) => {
  const response = await app.fetch(new Request(`http://localhost/v1/${path}`, postInit(body)));
  return { status: response.status, text: await response.text() };
};

const KEY = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';

type Ask = 'resolve' | 'csp' | 'search' | 'verify' | 'convert' | 'setting' | 'coverage';
/** Without what tools alone have. */
const CALLS = vectors<[name: Ask, args: Record<string, unknown>]>('mcp-calls').map(
  ([name, { detail: _, show: __, ...body }]) => [name, body] as const,
);

/** Of each endpoint some. */
const FIELDS = {
  scope: 'uSER',
  limit: 51,
  include: 'x',
  files: [{ name: 'a.reg', content: '' }],
  odd: undefined,
  q: undefined,
};
const WRONG = [undefined, null, 1, true, '', ['x'], { Edge: 1 }, 'x'.repeat(2000)];

/** Bodies of calls with fields of others, one of which may be wrong. */
function bodiesOf(name: Ask): fc.Arbitrary<object> {
  const good = CALLS.filter(([each]) => each === name).map(([, body]) => body);
  const own = good.flatMap((body) => Object.entries(body));
  const wrong = own.flatMap(([field]) => WRONG.map((value): [string, unknown] => [field, value]));
  const more = [...own, ...Object.entries(FIELDS)];
  return fc
    .tuple(fc.constantFrom(...good), fc.constantFrom(...more), fc.constantFrom(...more, ...wrong))
    .map(([body, ...others]) => ({ ...body, ...Object.fromEntries(others) }));
}

describe('a request of a program', () => {
  it.each(['resolve', 'csp', 'search', 'verify', 'convert'] as const)(
    'to %s has the answer that HTTP gives, or names what HTTP names',
    async (name) => {
      const ask = snapshot[name as 'resolve'] as (request: object) => Promise<object>;
      const seen = new Set<number>();
      await fc.assert(
        fc.asyncProperty(bodiesOf(name), async (body) => {
          const { status, text } = await post(name, body);
          seen.add(status);
          const answer = await ask(body).catch((error: unknown) => error);
          if (status === 200) {
            const told =
              answer instanceof Uint8Array ? new TextDecoder().decode(answer) : JSON.stringify(answer);
            expect(told).toBe(text);
            return;
          }
          expect(status).toBe(400);
          expect(answer).toBeInstanceOf(Problem);
          const { problem, message, errors } = answer as Problem;
          expect(JSON.parse(text)).toMatchObject({ type: `/problems/${problem}`, detail: message, errors });
        }),
        { numRuns: 150 },
      );
      expect([...seen].sort()).toEqual([200, 400]);
    },
  );

  it('has an answer of its own: what is changed in it is not in the next one', async () => {
    for (const [name, body] of CALLS) {
      if (name === 'verify' || name === 'convert') continue;
      const question = () => snapshot[name as 'resolve'](body as never);
      const answer = await question();
      const before = JSON.stringify(answer);
      spoil(answer);
      expect(JSON.stringify(await question()), name).toBe(before);
    }
  });

  it('has the defaults of HTTP, and no limit on the number of items', async () => {
    const found = await snapshot.search({ q: 'update' });
    expect(found).toMatchObject({ query: { lang: 'en-US', limit: 10 } });
    expect(found.result.matches).toHaveLength(10);
    const items = Array.from({ length: 1001 }, (_, at) => ({ key: KEY, value: `v${at}` }));
    const answer = await snapshot.verify({ items });
    expect(JSON.parse(new TextDecoder().decode(answer)).result.items).toHaveLength(1001);
  });
});

/** Changes every text, number and list in it. */
function spoil(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return;
  for (const [name, value] of Object.entries(answer)) {
    spoil(value);
    if (typeof value !== 'object') Reflect.set(answer, name, 'spoilt');
  }
  if (Array.isArray(answer)) answer.push('spoilt');
  else Reflect.set(answer, 'spoilt', true);
}

it('MCP is served for any host, unless it is turned off', async () => {
  const statusOf = async (options: AppOptions) => {
    const app = createApp(service, options);
    const response = await app.fetch(
      new Request('http://any.example/mcp', postInit({}, { host: 'any.example' })),
    );
    const { endpoints } = (await (await app.fetch(new Request('http://localhost/'))).json()) as {
      endpoints: object;
    };
    return [response.status, Object.hasOwn(endpoints, 'mcp')];
  };
  expect(await statusOf({})).toEqual([400, true]);
  expect(await statusOf({ mcp: { load: loadMcp, hosts: ['localhost'] } })).toEqual([403, true]);
  expect(await statusOf({ mcp: false })).toEqual([404, false]);
});

const http = createHttpApp(service);

it.each(EXAMPLES)('$request answers as the example says', async ({ request, body, answer }) => {
  const [method, path = ''] = request.split(' ');
  const response = await http.request(path, body === undefined ? { method: method ?? '' } : postInit(body));
  expect(response.status).toBe(200);
  const { result, ...envelope } = (await response.json()) as { result: { matches?: object[] } };
  const { matches } = (answer as { result: { matches?: object[] } }).result;
  // Of several matches the example has the first.
  const first =
    matches === undefined ? result : { ...result, matches: result.matches?.slice(0, matches.length) };
  expect({ ...envelope, result: first }).toMatchObject(answer);
});

it('/ and /llms.txt have every example, the rule and the ways on', async () => {
  const index = await http.request('/');
  expect(index.headers.get('link')).toContain('</openapi.json>; rel="service-desc"');
  expect(await index.json()).toMatchObject({ guide: '/llms.txt', examples: EXAMPLES });
  const guide = await http.request('/llms.txt');
  expect(guide.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  const text = await guide.text();
  for (const { request, body, answer } of EXAMPLES)
    for (const part of [request, ...(body ? [JSON.stringify(body)] : []), JSON.stringify(answer)])
      expect(text).toContain(part);
  expect(text).toContain('never filled with an assumption');
  expect(text).toContain('Read compatibility.verdict for a registry write');
  expect(Buffer.byteLength(text)).toBeLessThan(5000);
});

it('the catalog of APIs names what is served', async () => {
  const response = await http.request('/.well-known/api-catalog');
  expect(response.headers.get('content-type')).toContain('application/linkset+json');
  expect(response.headers.get('link')).toContain('rel="api-catalog"');
  const { linkset } = (await response.json()) as { linkset: Record<string, { href: string }[]>[] };
  for (const [relation, links] of Object.entries(linkset[0] ?? {})) {
    if (relation === 'anchor') continue;
    for (const { href } of links) expect((await http.request(href)).status, href).toBe(200);
  }
});

it('docs/skill.md has the front matter of a skill', async () => {
  const text = await readFile(join(ROOT, 'docs', 'skill.md'), 'utf8');
  const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  expect(front).toMatch(/^name: [a-z0-9-]{1,64}$/m);
  const [, description = ''] = /^description: (.+)$/m.exec(front) ?? [];
  expect(description.length).toBeGreaterThan(50);
  expect(description.length).toBeLessThanOrEqual(1024);
});
