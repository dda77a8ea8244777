/** What the package gives a program, and what an agent reads first. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../build/documents/guide.ts';
import { TOOLS } from '../../build/documents/tools.ts';
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
const LANG = fc.constantFrom('en-US', 'fr', 'FR-ca', 'xx', '', 'en_US', 5);
const wrong = fc.constantFrom(undefined, null, 1, true, 'x'.repeat(2000));
const common = {
  lang: LANG,
  targetProducts: fc.constantFrom({ Edge: '120' }, {}, null, ['Edge'], { Edge: 1 }),
};
const some = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { requiredKeys: [] });

const BODIES: Record<string, fc.Arbitrary<object>> = {
  resolve: some({
    key: fc.oneof({ weight: 4, arbitrary: fc.constant<unknown>(KEY) }, wrong),
    value: fc.oneof({ weight: 4, arbitrary: fc.constant<unknown>('ActiveHoursEnd') }, wrong),
    targetOs: fc.oneof(fc.constant<unknown>('Windows 11 24H2'), wrong),
    ...common,
  }),
  csp: some({
    omaUri: fc.oneof(fc.constant<unknown>('./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd'), wrong),
    scope: fc.constantFrom('Device', 'uSER', 'both', 1),
    ...common,
  }),
  search: some({
    q: fc.oneof({ weight: 4, arbitrary: fc.constant<unknown>(' update ') }, wrong),
    limit: fc.constantFrom(1, 50, 51, 0, -1, 0.5, '5', Number.NaN),
    lang: LANG,
  }),
  verify: some({
    items: fc.oneof(fc.constant<unknown>([{ key: KEY, value: 'ActiveHoursEnd', data: 9 }]), wrong),
    files: fc.oneof(fc.constant<unknown>([{ name: 'a.reg', content: '' }]), wrong),
    targetOs: fc.oneof(fc.constant<unknown>('Windows 11 24H2'), wrong),
    detail: fc.constantFrom('full', 'brief', 'x'),
    ...common,
  }),
  convert: some({
    items: fc.oneof(fc.constant<unknown>([{ key: KEY, value: 'ActiveHoursEnd', data: 9 }]), wrong),
    to: fc.oneof({ weight: 4, arbitrary: fc.constantFrom<unknown>('reg', 'pol', 'intune-catalog') }, wrong),
    include: fc.constantFrom('all', 'documented', 'x'),
    lang: LANG,
  }),
};

describe('a request of a program', () => {
  it.each(Object.keys(BODIES))(
    'to %s has the answer that HTTP gives, or names what HTTP names',
    async (name) => {
      const ask = snapshot[name as 'resolve'] as (request: object) => Promise<object>;
      const seen = new Set<number>();
      await fc.assert(
        fc.asyncProperty(BODIES[name] as fc.Arbitrary<object>, async (body) => {
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
        { numRuns: 300 },
      );
      expect([...seen].sort()).toEqual([200, 400]);
    },
  );

  it('to a setting', async () => {
    const slug = 'windowsupdate.autoupdatecfg';
    const french = await snapshot.setting({ slug, lang: 'fr-FR' });
    expect(await snapshot.setting({ slug, lang: 'fr' })).toStrictEqual(french);
    expect(french).not.toEqual(await snapshot.setting({ slug }));
  });

  it('has an answer of its own: what is changed in it is not in the next one', async () => {
    const products = { targetOs: 'Windows 11 24H2', targetProducts: { Edge: '120' } };
    const key = 'HKLM\\Software\\Policies\\Microsoft\\Edge';
    const omaUri = './Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd';
    const questions: (() => Promise<unknown>)[] = [
      () => snapshot.resolve({ key: KEY, value: 'ActiveHoursEnd', ...products }),
      () => snapshot.resolve({ key, value: 'SmartScreenEnabled', ...products }),
      () => snapshot.csp({ omaUri, targetProducts: { Edge: '120' } }),
      () => snapshot.search({ q: 'automatic updates' }),
      () => snapshot.setting({ slug: 'windowsupdate.autoupdatecfg' }),
      () => snapshot.coverage(),
    ];
    for (const question of questions) {
      const answer = await question();
      const before = JSON.stringify(answer);
      spoil(answer);
      expect(JSON.stringify(await question())).toBe(before);
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

describe('MCP', () => {
  it('is served for any host, unless it is turned off', async () => {
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
});

const http = createHttpApp(service);

describe.each(EXAMPLES)('$request', ({ request, body, answer }) => {
  it('answers as the example says', async () => {
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
  // One page.
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

it('docs/skill.md has the front matter of a skill, and names every tool', async () => {
  const text = await readFile(join(ROOT, 'docs', 'skill.md'), 'utf8');
  const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  expect(front).toMatch(/^name: [a-z0-9-]{1,64}$/m);
  const [, description = ''] = /^description: (.+)$/m.exec(front) ?? [];
  expect(description.length).toBeGreaterThan(50);
  expect(description.length).toBeLessThanOrEqual(1024);
  for (const { name } of TOOLS) expect(text).toContain(`\`${name}\``);
});
