/** Product versions in the answers: for every setting, also over HTTP, against the pure functions. Single cases: answers-named.jsonl. */
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { Item } from '../../build/compile/context.ts';
import type { Coverage } from '../../build/compile/coverage.ts';
import { lifecycleOf } from '../../build/supported-on/lifecycle.ts';
import { CspEnvelope, ResolveEnvelope } from '../../runtime/contract/answers.ts';
import type { ProductVerdict } from '../../runtime/contract/product.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { createService } from '../../runtime/service.ts';
import { record } from '../answers.ts';
import { committedContext } from '../corpus/context.ts';
import { corpus } from '../corpus/dist.ts';
import { postInit } from '../http/fake.ts';
import { readingOf } from '../products/corpus.ts';
import { expectEqual, expectMembers, expectSame } from '../same.ts';
import { expected, pairOf, QUESTIONS, SYSTEMS, versionsOf } from './product-oracle.ts';

const { dataset, ask: snapshot } = await corpus();
const items = new Map((await committedContext()).items.map((item) => [item.setting.slug, item]));
const app = createHttpApp(createService({ snapshot: () => dataset }));

async function ask(path: string, body: object): Promise<{ status: number; text: string }> {
  const response = await app.request(path, postInit(body));
  return { status: response.status, text: await response.text() };
}

interface Question {
  targetProducts: Record<string, string>;
  targetOs: string | null;
  /** Else without HTTP, which takes longer than the answer. */
  overHttp: boolean;
}

async function resolved(item: Item, { overHttp, ...question }: Question): Promise<ResolveEnvelope> {
  const { key = '', valueName: value = '' } = pairOf(item) ?? {};
  if (!overHttp) return snapshot.resolve({ key, value, lang: 'en-US', ...question });
  const { status, text } = await ask('/v1/resolve', { key, value, ...question });
  expectSame(status, 200);
  const answer = JSON.parse(text) as ResolveEnvelope;
  expectSame(JSON.stringify(v.parse(ResolveEnvelope, answer)).length, text.length, key);
  return answer;
}

/** Asks for the first pair of the setting, and returns the verdict on its product. */
async function expectPart(item: Item, question: Question) {
  const { slug } = item.setting;
  const { targetProducts, targetOs } = question;
  const answer = await resolved(item, question);
  expectEqual(answer.query.targetProducts, targetProducts);
  const { matches = [], compatibility } = answer.result;
  const own = matches.find((match) => match.slug === slug);
  expectEqual(own?.products, versionsOf(item), slug);
  const part = (matches.length === 1 ? compatibility : own?.compatibility)?.product;
  const wanted = expected(item, targetProducts, targetOs);
  if (wanted !== undefined) expectMembers(part, wanted, slug);
  // Without a range no version is ever supported or unsupported.
  else if (part) expectSame(part.verdict, 'unverified', slug);
  const warned = answer.warnings.some((line) => line.startsWith(`${slug}: ${part?.reason}`));
  const isEnded = part?.verdict === 'unverified' && own?.products?.some(({ worksUntil }) => worksUntil);
  expectSame(warned, part?.verdict === 'unsupported' || isEnded === true, slug);
  return part?.verdict ?? 'none';
}

it('resolve with targetProducts says of settings what the pure functions say', {
  timeout: 240_000,
}, async () => {
  const verdicts: string[] = [];
  const asked = [...items.values()].filter(
    (item) => pairOf(item) && (readingOf(item) ?? item.productName) !== undefined,
  );
  // Each second setting with one of the questions, and the neighbours with the others.
  for (const [at, item] of asked.entries()) {
    if (at % 2 !== 0) continue;
    const targetProducts = QUESTIONS[(at / 2) % QUESTIONS.length] ?? {};
    const targetOs = SYSTEMS[at % SYSTEMS.length] ?? null;
    verdicts.push(await expectPart(item, { targetProducts, targetOs, overHttp: at % 10 === 0 }));
  }
  for (const verdict of ['supported', 'unsupported', 'unverified', 'unknown']) {
    expect(verdicts.filter((each) => each === verdict).length, verdict).toBeGreaterThan(100);
  }
});

function isDropped({ setting, lifecycle, source }: Item): boolean {
  const isOfWindows = (setting.line ?? source.line) === 'windows';
  const isMarked = lifecycle !== undefined && lifecycle.state !== 'deprecated';
  return isMarked || (setting.removedIn !== undefined && !isOfWindows);
}

it('resolve with targetProducts changes nothing but the part on the product, the question and its warnings', async () => {
  for (const [at, item] of [...items.values()].entries()) {
    const pair = pairOf(item);
    // What a product dropped has a verdict by its version.
    if (at % 97 !== 0 || pair === undefined || isDropped(item)) continue;
    const body = { key: pair.key, value: pair.valueName, targetOs: 'Windows 11 24H2' };
    const plain = await ask('/v1/resolve', body);
    for (const none of [{}, null]) {
      expect(await ask('/v1/resolve', { ...body, targetProducts: none })).toEqual(plain);
    }
    const before = JSON.parse(plain.text) as ResolveEnvelope;
    const asked = await ask('/v1/resolve', { ...body, targetProducts: QUESTIONS[0] });
    const after = JSON.parse(asked.text) as ResolveEnvelope;
    for (const { compatibility } of [after.result, ...(after.result.matches ?? [])]) {
      delete compatibility?.product;
    }
    expect(after.result).toEqual(before.result);
    expect(after.warnings).toEqual(expect.arrayContaining(before.warnings));
  }
});

it('what a product dropped is supported for a version that is documented, and otherwise for none', {
  timeout: 120_000,
}, async () => {
  const counts = { dropped: 0, older: 0 };
  for (const item of items.values()) {
    const { setting } = item;
    if (!isDropped(item) || pairOf(item) === undefined) continue;
    const own = async (targetProducts?: Record<string, string>) => {
      const question = { targetProducts: targetProducts ?? {}, targetOs: 'Windows 11 24H2', overHttp: false };
      const { matches = [], compatibility } = (await resolved(item, question)).result;
      return matches.length > 1
        ? matches.find(({ slug }) => slug === setting.slug)?.compatibility
        : compatibility;
    };
    expect(await own(), setting.slug).toMatchObject({
      verdict: 'unverified',
      registry: { verdict: 'unverified' },
    });
    counts.dropped++;
    const [{ product, to, worksUntil } = {}] = versionsOf(item) ?? [];
    if (product === undefined || to === undefined) continue;
    expectMembers(await own({ [product]: worksUntil ?? to }), { verdict: 'supported' }, setting.slug);
    const newer = await own({ [product]: '999' });
    expectMembers(newer, { verdict: 'unverified' }, setting.slug);
    for (const part of [newer?.registry, newer?.mdm])
      expect(part?.verdict, setting.slug).not.toBe('supported');
    counts.older++;
  }
  expect(counts.dropped).toBeGreaterThan(350);
  expect(counts.older).toBeGreaterThan(80);
});

it('csp with targetProducts judges the product of each match, without a target OS', {
  timeout: 120_000,
}, async () => {
  const [question = {}] = QUESTIONS;
  const verdicts = new Set<ProductVerdict['verdict']>();
  for (const [at, item] of [...items.values()].entries()) {
    const { ingestion } = item;
    if (at % 13 !== 0 || ingestion === undefined) continue;
    const { csp } = await record(snapshot, item.setting.slug);
    const omaUri = csp?.omaUri ?? '';
    const { status, text } = await ask('/v1/csp', { omaUri, targetProducts: question });
    expectSame(status, 200);
    const answer = JSON.parse(text) as CspEnvelope;
    expectSame(JSON.stringify(v.parse(CspEnvelope, answer)).length, text.length, omaUri);
    const own = answer.result.matches.find(({ slug }) => slug === item.setting.slug);
    const wanted = expected(item, question, null);
    const part = own?.compatibility?.product;
    if (wanted !== undefined) expectMembers(part, wanted, omaUri);
    if (own?.compatibility) expectSame(own.compatibility.verdict, 'unknown', omaUri);
    if (part) verdicts.add(part.verdict);
  }
  expect(verdicts).toContain('supported');
  expect(verdicts).toContain('unsupported');
});

it('the record and the figures tell versions and lifecycle of every setting', {
  timeout: 120_000,
}, async () => {
  for (const [at, [slug, item]] of [...items].entries()) {
    if (at % 7 !== 0) continue;
    const { products, lifecycle } = await record(snapshot, slug);
    expectEqual(products, versionsOf(item), slug);
    expectEqual(lifecycle, lifecycleOf(item.setting, item.categories), slug);
  }
});

it('the record and the figures count them', async () => {
  const { products } = await dataset.file<Coverage>('coverage.json');
  const sum = (counts: Record<string, number>) =>
    Object.values(counts).reduce((total, each) => total + each, 0);
  expect(sum(products.ranges)).toBeGreaterThanOrEqual(3_200);
  expect(sum(products.ranges) + sum(products.noRange)).toBe(products.named);
  expect(products.seen['Google Chrome']).toEqual({ settings: 741, several: 593 });
  expect(Object.keys(products.seen)).toEqual(['Brave', 'Google Chrome']);
  expect(sum(products.lifecycle)).toBe([...items.values()].filter(({ lifecycle }) => lifecycle).length);
});
