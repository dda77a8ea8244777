/** What an agent reads first: its examples are true, and lead on. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../build/documents/guide.ts';
import { TOOLS } from '../../build/documents/tools.ts';
import { ROOT } from '../../build/paths.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { createService } from '../../runtime/service.ts';
import { corpus } from '../corpus/dist.ts';
import { postInit } from './fake.ts';

const { dataset } = await corpus();
const app = createHttpApp(createService({ snapshot: () => dataset }));

describe.each(EXAMPLES)('$request', ({ request, body, answer }) => {
  it('answers as the example says', async () => {
    const [method, path = ''] = request.split(' ');
    const response = await app.request(path, body === undefined ? { method: method ?? '' } : postInit(body));
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
  const index = await app.request('/');
  expect(index.headers.get('link')).toContain('</openapi.json>; rel="service-desc"');
  expect(await index.json()).toMatchObject({ guide: '/llms.txt', examples: EXAMPLES });
  const guide = await app.request('/llms.txt');
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
  const response = await app.request('/.well-known/api-catalog');
  expect(response.headers.get('content-type')).toContain('application/linkset+json');
  expect(response.headers.get('link')).toContain('rel="api-catalog"');
  const { linkset } = (await response.json()) as { linkset: Record<string, { href: string }[]>[] };
  for (const [relation, links] of Object.entries(linkset[0] ?? {})) {
    if (relation === 'anchor') continue;
    for (const { href } of links) expect((await app.request(href)).status, href).toBe(200);
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
