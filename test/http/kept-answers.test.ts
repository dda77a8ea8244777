/** A kept answer is the one that would be made: over the whole corpus, across versions, after errors, within its bound. */
import { gunzipSync } from 'node:zlib';
import type { H3 } from 'h3';
import { beforeEach, expect, it, vi } from 'vitest';
import { createHttpApp } from '../../runtime/http/app.ts';
import { type Answer, keepAnswers } from '../../runtime/http/kept-answers.ts';
import { MIN_COMPRESSED_BYTES } from '../../runtime/http/responses.ts';
import { gzipAnswer } from '../../runtime/node/serve.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { fixture } from '../answer/fixture.ts';
import { corpus } from '../corpus/dist.ts';
import { LINES, NODES, PAIRS } from '../corpus/oracle.ts';
import { expectEqual, expectSame } from '../same.ts';
import { postInit } from './fake.ts';

const snapshotNamed = (version: string) => ({ stamp: { version } }) as Snapshot;
const text = ({ body }: Answer) => new TextDecoder().decode(body);
const answerOf = (body: string): Answer => ({ body: new TextEncoder().encode(body) });

it('another version has answers of its own, also those that were begun before', async () => {
  const keep = keepAnswers(1000);
  const [old, next] = [snapshotNamed('old'), snapshotNamed('next')];
  const answer = (snapshot: Snapshot, id = 'question') =>
    keep(snapshot, id, async () => answerOf(`“${snapshot.stamp.version}”`)).then(text);
  for (const _ of ['made', 'made and kept']) expect(await answer(old, 'other')).toBe('“old”');
  let finish = (_: Answer): void => {};
  const late = keep(old, 'question', () => new Promise((resolve) => (finish = resolve)));
  expect(await answer(next)).toBe('“next”');
  expect(await answer(next)).toBe('“next”');
  expect(await answer(next, 'other')).toBe('“next”');
  finish(answerOf('“old”'));
  expect(text(await late)).toBe('“old”');
  expect(await answer(next)).toBe('“next”');
  expect(await answer(old)).toBe('“old”');
});

it('what fails is asked for again', async () => {
  const keep = keepAnswers(1000);
  const snapshot = snapshotNamed('one');
  const failing = keep(snapshot, 'question', () => Promise.reject(new Error('no disk')));
  await expect(failing).rejects.toThrow('no disk');
  expect(text(await keep(snapshot, 'question', async () => answerOf('answer')))).toBe('answer');
});

it.each([
  [0, 0],
  [100, 7],
  [200, 15],
])('with %d bytes keeps the last %d answers of nine bytes', async (maxBytes, kept) => {
  const keep = keepAnswers(maxBytes);
  const snapshot = snapshotNamed('one');
  let made = 0;
  const askAll = async (ids: readonly number[]) => {
    made = 0;
    for (const id of ids) {
      const answer = await keep(snapshot, String(id).padStart(2, '0'), async () => {
        made++;
        return answerOf(`“${id % 10}”é`); // nine bytes
      });
      expect(text(answer)).toBe(`“${id % 10}”é`);
    }
    return made;
  };
  const all = Array.from({ length: 50 }, (_, at) => at);
  expect(await askAll(all)).toBe(50);
  expect(await askAll(all)).toBe(50);
  expect(await askAll(all.slice(50 - kept))).toBe(0);
  expect(await askAll(all)).toBe(50);
  expect(await askAll([50 - kept - 1])).toBe(1);
});

it('what is asked for once is not kept and pushes nothing out', async () => {
  const keep = keepAnswers(1000);
  const snapshot = snapshotNamed('one');
  const once = (id: string) => keep(snapshot, id, async () => answerOf('x'.repeat(100)));
  await once('often');
  await once('often');
  for (let at = 0; at < 1000; at++) await once(`crawled ${at}`);
  const kept = await keep(snapshot, 'often', () => Promise.reject(new Error('not kept')));
  expect(text(kept)).toBe('x'.repeat(100));
  await expect(keep(snapshot, 'crawled 999', () => Promise.reject(new Error('not kept')))).rejects.toThrow();
});

const POLICY_ID = 'Example.Policies.Test::Plain';
const PATH = '/v1/setting/a.plain';

/** What was looked up for `kept`. */
let made: string[];
let anew: H3;
let kept: H3;

const snapshot = await fixture();

function serve(of: Snapshot): void {
  made = [];
  const served = counted(of);
  anew = createHttpApp({ snapshot: () => of });
  kept = createHttpApp({ snapshot: () => served }, { keptBytes: 1 << 20, keys: { check: () => 'id' } });
}

beforeEach(() => serve(snapshot));

function counted(of: Snapshot): Snapshot {
  const json: Snapshot['json'] = (lookUp, request) => {
    made.push('slug' in request ? String(request.slug) : JSON.stringify(request));
    return of.json(lookUp, request);
  };
  return { ...of, json };
}

async function response(app: H3, path: string, init: RequestInit = {}) {
  const got = await app.request(path, init);
  return { status: got.status, headers: [...got.headers], body: await got.text() };
}

/** The answer is the same each time, and not made a third time. */
async function expectKept(path: string, init: RequestInit = {}): Promise<void> {
  const right = await response(anew, path, init);
  expectSame(right.status, 200, path);
  for (const _ of ['made', 'made and kept']) expectEqual(await response(kept, path, init), right, path);
  made = [];
  expectEqual(await response(kept, path, init), right, path);
  expectEqual(made, [], path);
}

it('over the whole corpus, by endpoint and body', async () => {
  serve((await corpus()).ask);
  // The cache knows nothing of what it keeps: some of each length are enough.
  const some = <T>(list: readonly T[]) => list.filter((_, at) => at % 100 === 0);
  for (const { key, value = '1' } of some(PAIRS)) {
    const request = { key: `HKLM\\${key}`, value, lang: 'fr-FR', targetOs: 'Windows 11 24H2' };
    await expectKept('/v1/resolve', postInit(request));
  }
  for (const { omaUri } of some(NODES)) await expectKept('/v1/csp', postInit({ omaUri }));
  for (const slug of some(LINES.map((line) => line.slug))) {
    for (const method of ['HEAD', 'GET']) await expectKept(`/v1/setting/${slug}`, { method });
    await expectKept(`/v1/setting/${slug}?lang=fr`);
    await expectKept(`/v1/setting/${slug}`, { headers: { 'accept-language': 'fr' } });
  }
  const both = postInit({ omaUri: NODES[0]?.omaUri, q: 'update', lang: 'en-US' });
  for (const path of ['/v1/csp', '/v1/search']) await expectKept(path, both);
});

it('a cached answer is compressed once, and sent to those alone who accept it', async () => {
  const { ask } = await corpus();
  const gzip = vi.fn(gzipAnswer);
  const app = createHttpApp({ snapshot: () => ask }, { keptBytes: 1 << 20, gzip });
  const long = LINES.filter((line) => JSON.stringify(line).length > 2 * MIN_COMPRESSED_BYTES).slice(0, 9);
  for (const { slug } of long) {
    const asked = async (accepted: string) => {
      const answer = await app.request(`/v1/setting/${slug}`, { headers: { 'accept-encoding': accepted } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return String(answer.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes);
    };
    const whole = await asked('identity');
    for (const accepted of ['gzip', 'gzip', 'identity', 'gzip']) expect(await asked(accepted)).toBe(whole);
  }
  // The first answer of each is not compressed, the second one is made and kept.
  expect([long.length, gzip.mock.calls.length]).toEqual([9, 9]);
});

it('by slug or policyId, in any letter case, percent-encoded or not, under both prefixes', async () => {
  const right = await response(anew, PATH);
  for (const slug of ['a.plain', 'A.Plain', 'a%2Eplain', POLICY_ID, POLICY_ID.toUpperCase()]) {
    expect(await response(kept, `/v1/setting/${slug}`)).toEqual(right);
  }
  for (const _ of ['made', 'kept']) expect((await response(kept, `/k${PATH}`)).body).toBe(right.body);
  expect(made).toEqual(['a.plain', 'A.Plain', POLICY_ID, POLICY_ID.toUpperCase()]);
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
