/** A kept answer is the one that would be made: over the whole corpus, across versions, after errors, within its bound. */
import { describe, expect, it } from 'vitest';
import { createHttpApp } from '../../runtime/http/app.ts';
import { type Answer, keepAnswers } from '../../runtime/http/kept-answers.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { corpus } from '../corpus/dist.ts';
import { NODES, PAIRS } from '../corpus/oracle.ts';
import { expectSame } from '../same.ts';
import { postInit } from './fake.ts';

const TARGET = 'Windows 11 24H2';
const snapshotNamed = (version: string) => ({ stamp: { version } }) as Snapshot;

const { ask } = await corpus();

describe('over the whole corpus', () => {
  it('a tenth of the pairs and nodes', async () => {
    const keep = keepAnswers(1 << 20);
    // The cache knows nothing of what it keeps: some of each length are enough.
    const some = PAIRS.filter((_, at) => at % 10 === 0);
    const pairs = new Map(some.map(({ key, value = '1' }) => [`${key}\0${value}`, { key, value }]));
    const isKept = async (id: string, make: () => Promise<Uint8Array<ArrayBuffer>>) => {
      const making = async () => ({ body: await make() });
      const made = text(await keep(ask, id, making));
      expectSame(text(await keep(ask, id, making)), made, id);
      const kept = await keep(ask, id, () => Promise.reject(new Error(`${id} is not kept`)));
      expectSame(text(kept), made, id);
    };
    for (const [id, { key, value }] of pairs) {
      const request = { key: `HKLM\\${key}`, value, lang: 'fr-FR', targetOs: TARGET };
      await isKept(id, () => ask.json('resolve', request));
    }
    for (const { omaUri } of NODES.filter((_, at) => at % 10 === 0))
      await isKept(omaUri, () => ask.json('csp', { omaUri, lang: 'en-US' }));
    expect(pairs.size).toBeGreaterThan(1_400);
  });

  it('by endpoint and body', async () => {
    const app = createHttpApp({ snapshot: () => ask }, { keptBytes: 4 << 20 });
    const post = async (path: string, body: object) =>
      (await app.request(`/v1/${path}`, postInit(body))).text();
    for (const { key, value = '1' } of PAIRS.filter((_, at) => at % 50 === 0)) {
      const request = { key: `HKLM\\${key}`, value, lang: 'fr-FR', targetOs: TARGET };
      const made = JSON.stringify(await ask.resolve(request));
      expectSame(await post('resolve', request), made);
      expectSame(await post('resolve', request), made, 'the second time');
      expectSame(await post('resolve', request), made, 'the third time');
    }
    const both = { omaUri: NODES[0]?.omaUri, q: 'update', lang: 'en-US' };
    expect(JSON.parse(await post('csp', both)).query).toHaveProperty('omaUri');
    expect(JSON.parse(await post('search', both)).query).toHaveProperty('q');
  });
});

const text = ({ body }: Answer) => new TextDecoder().decode(body);
const answerOf = (body: string): Answer => ({ body: new TextEncoder().encode(body) });

it('another version has answers of its own, also those that were begun before', async () => {
  const keep = keepAnswers(1000);
  const [old, next] = [snapshotNamed('old'), snapshotNamed('next')];
  const answer = (snapshot: Snapshot) =>
    keep(snapshot, 'question', async () => answerOf(`“${snapshot.stamp.version}”`)).then(text);
  let finish = (_: Answer): void => {};
  const late = keep(old, 'question', () => new Promise((resolve) => (finish = resolve)));
  expect(await answer(next)).toBe('“next”');
  expect(await answer(next)).toBe('“next”');
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
  [100, 9],
  [200, 18],
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
