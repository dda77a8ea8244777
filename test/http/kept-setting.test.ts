/** `GET /v1/setting/{slug}` from a kept answer: the same response as from one that is made anew. */
import type { H3 } from 'h3';
import { beforeEach, expect, it } from 'vitest';
import { joinUtf8, parseJson } from '../../runtime/answer/json.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { fixture } from '../answer/fixture.ts';

const SLUGS = [
  ...['a.plain', 'a.twin', 'a.parts', 'a.useronly', 'a.unmapped', 'a.old', 'a.preview', 'a.derived'],
  ...['a.frenchonly', 'a.halffrench', 'a.nameless', 'a.dlisted', 'a.citem', 'a.belement', 'a.slash'],
];
const POLICY_ID = 'Example.Policies.Test::Plain';
const PATH = '/v1/setting/a.plain';

/** What `anew` and `kept` serve. */
let served: Snapshot;
/** Slugs that were looked up for `kept`. */
let made: string[];
let anew: H3;
let kept: H3;

const snapshot = await fixture();

beforeEach(() => {
  made = [];
  served = counted(snapshot);
  const service = { snapshot: () => served };
  anew = createHttpApp({ snapshot: () => snapshot });
  kept = createHttpApp(service, { keptBytes: 1 << 20 });
});

function counted(of: Snapshot, version = of.stamp.version): Snapshot {
  const stamp = { ...of.stamp, version };
  const json: Snapshot['json'] = async (lookUp, request) => {
    if ('slug' in request) made.push(String(request.slug));
    const answer = await of.json(lookUp, request);
    if (answer === undefined) return answer;
    const envelope = parseJson<object>(answer);
    return joinUtf8([JSON.stringify({ ...envelope, dataset: { ...stamp } })]) as typeof answer;
  };
  return { ...of, stamp, json };
}

async function response(app: H3, path: string, init: RequestInit = {}) {
  const got = await app.request(path, init);
  return { status: got.status, headers: [...got.headers], body: await got.text() };
}

const tagOf = async (app: H3) => (await app.request(PATH)).headers.get('etag') ?? '';

it('every setting of a small dataset, in every way to ask for the language', async () => {
  const asked = [...SLUGS, POLICY_ID].flatMap((slug) => [
    [slug, {}] as const,
    [`${slug}?lang=fr`, {}] as const,
    [slug, { headers: { 'accept-language': 'fr' } }] as const,
  ]);
  for (const [at, [path, init]] of [...asked, ...asked, ...asked].entries()) {
    if (at === 2 * asked.length) made = [];
    const right = await response(anew, `/v1/setting/${path}`, init);
    expect(right.status).toBe(200);
    expect(await response(kept, `/v1/setting/${path}`, init)).toEqual(right);
  }
  expect(made).toEqual([]);
});

it('by slug or policyId, in any letter case, percent-encoded or not', async () => {
  const right = await response(anew, PATH);
  for (const slug of ['a.plain', 'A.Plain', 'a%2Eplain', POLICY_ID, POLICY_ID.toUpperCase()]) {
    expect(await response(kept, `/v1/setting/${slug}`)).toEqual(right);
  }
  expect(made).toEqual(['a.plain', 'A.Plain', POLICY_ID, POLICY_ID.toUpperCase()]);
});

it('under both prefixes', async () => {
  const keys = { check: () => 'id' };
  const app = createHttpApp({ snapshot: () => served }, { keptBytes: 1 << 20, keys });
  const { body } = await response(app, PATH);
  for (const prefix of ['/k', '', '/k']) expect((await response(app, prefix + PATH)).body).toBe(body);
  expect(made).toHaveLength(2);
});

it('HEAD and If-None-Match', async () => {
  const tag = await tagOf(anew);
  for (const init of [{ method: 'HEAD' }, { headers: { 'if-none-match': tag } }]) {
    const right = await response(anew, PATH, init);
    expect(right.body).toBe('');
    expect(right.headers).toContainEqual(['etag', tag]);
    for (const _ of ['made', 'kept']) expect(await response(kept, PATH, init)).toEqual(right);
  }
  expect((await response(kept, PATH, { headers: { 'if-none-match': tag } })).status).toBe(304);
  expect((await response(kept, PATH, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  expect(made).toHaveLength(2);
});

it('another version has its own answer and tag', async () => {
  const [old, next] = [served, counted(snapshot, 'fedcba98')];
  const tag = await tagOf(kept);
  for (const _ of ['made and kept', 'kept']) expect(await tagOf(kept)).toBe(tag);
  served = next;
  const answer = await response(kept, PATH);
  expect(JSON.parse(answer.body).dataset.version).toBe('fedcba98');
  expect(await tagOf(kept)).toMatch(/^"fedcba98-/);
  expect((await response(kept, PATH, { headers: { 'if-none-match': tag } })).status).toBe(200);
  served = old;
  expect(await tagOf(kept)).toBe(tag);
});

it('unknown settings are not kept', async () => {
  for (const slug of ['nobody.knows', 'a.plai', '::', '%ZZ', '%20']) {
    const right = await response(anew, `/v1/setting/${slug}`);
    expect(right.status).toBe(404);
    for (const times of [1, 2, 3]) {
      made = [];
      expect(await response(kept, `/v1/setting/${slug}`), `time ${times}`).toEqual(right);
      // What does not decode cannot be a slug.
      expect(made).toHaveLength(slug === '%ZZ' ? 0 : 1);
    }
  }
});
